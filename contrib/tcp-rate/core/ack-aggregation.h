/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ACK_AGGREGATION_H
#define ACK_AGGREGATION_H

#include "tcp-ack.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * How much more than bandwidth times time came acknowledged at once, lately (extra_acked of
 * draft-ietf-ccwg-bbr, section 5.5.9). The largest of two slots that take turns.
 */
class AckAggregation
{
  public:
    /**
     * @param ack an acknowledgement
     * @param bwBps the bandwidth that it should have come at, bit/s
     * @param cwnd the window, bytes: no more than that is extra
     * @param rounds the round trips so far
     * @param slotRounds the length of a slot, round trips
     */
    void OnAck(const TcpAck& ack,
               uint64_t bwBps,
               uint32_t cwnd,
               uint64_t rounds,
               uint32_t slotRounds)
    {
        if (rounds - m_slotStart >= slotRounds)
        {
            m_slotStart = rounds;
            m_slot = 1 - m_slot;
            m_extra[m_slot] = 0;
        }
        double expected = BytesOf(bwBps, ack.nowNs - m_epochNs);
        if (m_epochBytes <= expected)
        {
            m_epochBytes = 0;
            m_epochNs = ack.nowNs;
            expected = 0;
        }
        m_epochBytes += ack.newlyDelivered;
        const double extra = std::min<double>(m_epochBytes - expected, cwnd);
        m_extra[m_slot] = std::max<uint64_t>(m_extra[m_slot], std::max(extra, 0.0));
    }

    /** @return bytes by which the flow should be ahead to bridge such gaps */
    uint64_t Extra() const
    {
        return std::max(m_extra[0], m_extra[1]);
    }

  private:
    std::array<uint64_t, 2> m_extra{}; //!< the most of each slot
    int m_slot = 0;                    //!< the slot in use
    uint64_t m_slotStart = 0;          //!< the round in which it began
    double m_epochBytes = 0;           //!< delivered since m_epochNs
    int64_t m_epochNs = 0;             //!< when the count began
};

} // namespace schedlab

#endif /* ACK_AGGREGATION_H */
