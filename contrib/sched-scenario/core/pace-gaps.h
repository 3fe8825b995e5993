/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACE_GAPS_H
#define PACE_GAPS_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup sched-scenario
 * Whether the packets of flows keep the distance that their senders' pacing rates ask for.
 *
 * A packet is early if it follows the packet before it of its flow by less than 90 % of the time
 * which that one takes at its rate.
 */
class PaceGaps
{
  public:
    /** @param flows number of flows */
    explicit PaceGaps(uint32_t flows)
        : m_flows(flows)
    {
    }

    /**
     * A packet leaves.
     * @param flow its flow, from 0
     * @param nowNs the time
     * @param bytes its size
     * @param bitsPerSecond the rate its sender asks for; 0 for none
     */
    void OnDeparture(uint32_t flow, int64_t nowNs, uint32_t bytes, uint64_t bitsPerSecond)
    {
        Flow& mine = m_flows[flow];
        if (mine.gapNs > 0)
        {
            const bool early = nowNs - mine.lastNs < 0.9 * mine.gapNs;
            ++m_paced;
            m_early += early ? 1 : 0;
            mine.burst = early ? mine.burst + 1 : 1;
            m_longest = std::max(m_longest, mine.burst);
        }
        mine.lastNs = nowNs;
        mine.gapNs = bitsPerSecond > 0 ? bytes * 8e9 / bitsPerSecond : 0;
    }

    /** @return packets that follow one with a rate */
    uint64_t Paced() const
    {
        return m_paced;
    }

    /** @return those of them that are early */
    uint64_t Early() const
    {
        return m_early;
    }

    /** @return the most packets of a flow in a row of which all but the first are early */
    uint64_t LongestBurst() const
    {
        return m_longest;
    }

  private:
    /** One flow. */
    struct Flow
    {
        int64_t lastNs = 0; //!< when its last packet left
        double gapNs = 0;   //!< the time that packet takes at its rate; 0 if it has none
        uint64_t burst = 1; //!< packets of the present burst
    };

    std::vector<Flow> m_flows; //!< the flows
    uint64_t m_paced = 0;      //!< see Paced()
    uint64_t m_early = 0;      //!< see Early()
    uint64_t m_longest = 0;    //!< see LongestBurst()
};

} // namespace schedlab

#endif /* PACE_GAPS_H */
