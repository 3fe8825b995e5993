/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "throughput-sampler.h"

#include "ns3/simulator.h"

namespace ns3
{

ThroughputSampler::ThroughputSampler(Time window, std::ostream& samples)
    : m_window(window),
      m_samples(samples)
{
}

void
ThroughputSampler::Start()
{
    Simulator::Schedule(m_window, &ThroughputSampler::Tick, this);
}

void
ThroughputSampler::Join(Ptr<const DcFlow> flow)
{
    m_flows[flow->id] = {flow, flow->arrivedBytes, false};
}

void
ThroughputSampler::Leave(Ptr<const DcFlow> flow)
{
    m_flows.erase(flow->id);
}

void
ThroughputSampler::Tick()
{
    const int64_t now = Simulator::Now().GetNanoSeconds();
    std::vector<double> shares;
    std::vector<double> weighted;
    for (auto& [id, member] : m_flows)
    {
        const double bps =
            8.0 * (member.flow->arrivedBytes - member.arrived) / m_window.GetSeconds();
        m_samples << now << ",throughput_bps," << id << "," << bps << "\n";
        if (member.whole)
        {
            shares.push_back(bps);
            weighted.push_back(bps / member.flow->weight);
        }
        member.arrived = member.flow->arrivedBytes;
        member.whole = true;
    }
    if (!shares.empty())
    {
        const auto note = [&](Fairness& fairness, const char* series, double index) {
            m_samples << now << "," << series << ",," << index << "\n";
            fairness.all.push_back(index);
            fairness.byFlows[shares.size()].push_back(index);
        };
        note(m_fairness, "jain", Jain(shares));
        note(m_weighted, "weighted_jain", Jain(weighted));
    }
    Simulator::Schedule(m_window, &ThroughputSampler::Tick, this);
}

const ThroughputSampler::Fairness&
ThroughputSampler::GetFairness() const
{
    return m_fairness;
}

const ThroughputSampler::Fairness&
ThroughputSampler::GetWeightedFairness() const
{
    return m_weighted;
}

double
ThroughputSampler::Jain(const std::vector<double>& values)
{
    double sum = 0;
    double squares = 0;
    for (double value : values)
    {
        sum += value;
        squares += value * value;
    }
    return squares > 0 ? sum * sum / (values.size() * squares) : 1;
}

} // namespace ns3
