/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_PATTERNS_H
#define FLOW_PATTERNS_H

#include "flow-spec.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Patterns of flows of one size that start at about the same time. Randomness is the caller's: a
 * function that returns numbers evenly distributed from 0 to 1, 1 excluded.
 */
struct FlowPattern
{
    uint32_t hosts;      //!< number of hosts, at least 2
    uint64_t sizeBytes;  //!< bytes of each flow, at least 1
    int64_t startNs{0};  //!< when the first flow may start, nanoseconds
    int64_t jitterNs{0}; //!< each flow starts up to this much later, nanoseconds

    /**
     * Incast: several hosts send to one, those with the numbers after its own, and from 0 again
     * behind the last.
     * @param receiver the host that receives
     * @param senders number of hosts that send
     * @param uniform the random numbers, one for each flow if there is jitter
     * @return the flows by start, numbered from 1
     * @throws std::invalid_argument if there are not that many other hosts, or a size of 0
     */
    template <typename Uniform>
    std::vector<FlowSpec> Incast(uint32_t receiver, uint32_t senders, Uniform&& uniform) const
    {
        if (receiver >= hosts || senders == 0 || senders >= hosts)
        {
            throw std::invalid_argument("an incast from " + std::to_string(senders) +
                                        " hosts to host " + std::to_string(receiver) +
                                        " cannot be made among " + std::to_string(hosts) +
                                        " hosts");
        }
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        for (uint32_t i = 1; i <= senders; ++i)
        {
            pairs.emplace_back((receiver + i) % hosts, receiver);
        }
        return Start(pairs, uniform);
    }

    /**
     * Permutation: each host sends to one other and receives from one other, all in one random
     * cycle.
     * @param uniform the random numbers, hosts - 1 for the cycle, then one for each flow if there
     * is jitter
     * @return the flows by start, numbered from 1
     * @throws std::invalid_argument if there are fewer than two hosts, or a size of 0
     */
    template <typename Uniform>
    std::vector<FlowSpec> Permutation(Uniform&& uniform) const
    {
        if (hosts < 2)
        {
            throw std::invalid_argument("a permutation needs at least two hosts");
        }
        // Sattolo's way of drawing a cycle: no host keeps its own place.
        std::vector<uint32_t> to(hosts);
        std::iota(to.begin(), to.end(), 0U);
        for (uint32_t i = hosts - 1; i > 0; --i)
        {
            std::swap(to[i], to[static_cast<uint32_t>(uniform() * i)]);
        }
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        for (uint32_t from = 0; from < hosts; ++from)
        {
            pairs.emplace_back(from, to[from]);
        }
        return Start(pairs, uniform);
    }

  private:
    /** @param pairs sender and receiver of each flow @param uniform the random numbers */
    template <typename Uniform>
    std::vector<FlowSpec> Start(const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                                Uniform& uniform) const
    {
        std::vector<FlowSpec> flows;
        for (const auto& [source, destination] : pairs)
        {
            const int64_t later = jitterNs > 0 ? static_cast<int64_t>(uniform() * jitterNs) : 0;
            flows.push_back({0, startNs + later, source, destination, sizeBytes});
            flows.back().Check(hosts, startNs, "pattern of flows");
        }
        std::stable_sort(flows.begin(), flows.end(), [](const FlowSpec& a, const FlowSpec& b) {
            return a.startNs < b.startNs;
        });
        for (FlowSpec& flow : flows)
        {
            flow.id = &flow - flows.data() + 1;
        }
        return flows;
    }
};

} // namespace schedlab

#endif /* FLOW_PATTERNS_H */
