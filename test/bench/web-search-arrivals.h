/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WEB_SEARCH_ARRIVALS_H
#define WEB_SEARCH_ARRIVALS_H

#include "ns3/light-transport.h"
#include "ns3/workload-files.h"

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

namespace schedlab
{

/** Poisson arrivals of web search flows between random hosts, one by one. */
class WebSearchArrivals
{
  public:
    /**
     * @param hosts number of hosts
     * @param load payload as a share of the rate of the hosts' links
     * @param bitRate rate of a host's link, bit/s
     * @param flows number of flows
     */
    WebSearchArrivals(uint32_t hosts, double load, double bitRate, uint64_t flows)
        : m_sizes(ns3::WorkloadFiles::LoadSizes("websearch", SizeCdf::LINEAR)),
          m_hosts(hosts),
          m_flows(flows),
          m_gap(load * bitRate * hosts / (8 * m_sizes.Mean()) * 1e-9)
    {
    }

    /** @return the next flow, or nothing after the last */
    std::optional<ns3::LightFlow> operator()()
    {
        if (m_next == m_flows)
        {
            return std::nullopt;
        }
        m_start += m_gap(m_random);
        const uint32_t source = m_random() % m_hosts;
        const uint32_t destination = (source + 1 + m_random() % (m_hosts - 1)) % m_hosts;
        const uint64_t size = std::max<uint64_t>(1, m_sizes.Quantile(m_uniform(m_random)));
        return ns3::LightFlow{m_next++, static_cast<int64_t>(m_start), source, destination, size};
    }

    /** @return the flows left, as a list */
    std::vector<ns3::LightFlow> List()
    {
        std::vector<ns3::LightFlow> flows;
        while (const auto flow = (*this)())
        {
            flows.push_back(*flow);
        }
        return flows;
    }

  private:
    SizeCdf m_sizes;                                  //!< sizes
    uint32_t m_hosts;                                 //!< number of hosts
    uint64_t m_flows;                                 //!< number of flows
    std::exponential_distribution<double> m_gap;      //!< nanoseconds between flows
    std::uniform_real_distribution<double> m_uniform; //!< for sizes
    std::mt19937_64 m_random{1};                      //!< the source of all
    uint64_t m_next{0};                               //!< flows given
    double m_start{0};                                //!< start of the last, ns
};

} // namespace schedlab

#endif /* WEB_SEARCH_ARRIVALS_H */
