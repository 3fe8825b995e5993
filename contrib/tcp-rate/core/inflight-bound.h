/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INFLIGHT_BOUND_H
#define INFLIGHT_BOUND_H

#include "tcp-ack.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * The most that BBR lets be in flight, as far as its probes have shown (inflight_hi of
 * draft-ietf-ccwg-bbr, section 5.3.3.6): without a bound until a probe meets trouble; then each
 * probe raises it, by twice as many segments in every round trip.
 */
class InflightBound
{
  public:
    static constexpr uint64_t NONE = std::numeric_limits<uint64_t>::max(); //!< no bound

    /** @param segment bytes of a full segment */
    explicit InflightBound(uint32_t segment)
        : m_segment(segment)
    {
    }

    /** @return the bound, bytes, or NONE */
    uint64_t Get() const
    {
        return m_bound;
    }

    /** @param bytes the bound from now on */
    void Set(uint64_t bytes)
    {
        m_bound = bytes;
    }

    /**
     * @param headroom share of the bound that is left to other flows
     * @param least no less than this, bytes
     * @return what remains, bytes, or NONE
     */
    uint64_t WithHeadroom(double headroom, uint64_t least) const
    {
        if (m_bound == NONE)
        {
            return NONE;
        }
        const uint64_t room = std::max<uint64_t>(m_segment, headroom * m_bound);
        return std::max(m_bound - std::min(m_bound, room), least);
    }

    /** So much was in flight without trouble. @param bytes in flight */
    void OnFine(uint64_t bytes)
    {
        if (m_bound != NONE)
        {
            m_bound = std::max(m_bound, bytes);
        }
    }

    /** A probe begins. @param cwnd the window, bytes */
    void StartProbe(uint64_t cwnd)
    {
        m_rounds = 0;
        m_acked = 0;
        Steepen(cwnd);
    }

    /**
     * Takes an acknowledgement of a probe without trouble.
     * @param ack the acknowledgement
     * @param cwnd the window, bytes
     * @param roundEnds a round trip ends with it
     */
    void Raise(const TcpAck& ack, uint64_t cwnd, bool roundEnds)
    {
        if (m_bound == NONE)
        {
            return;
        }
        if (ack.cwndLimited && cwnd >= m_bound)
        {
            m_acked += ack.newlyDelivered;
            m_bound += m_acked / m_bytesPerSegment * m_segment;
            m_acked %= m_bytesPerSegment;
        }
        if (roundEnds)
        {
            Steepen(cwnd);
        }
    }

  private:
    void Steepen(uint64_t cwnd)
    {
        m_bytesPerSegment = std::max<uint64_t>(cwnd >> m_rounds, 1);
        m_rounds = std::min(m_rounds + 1, 30);
    }

    uint32_t m_segment;             //!< bytes of a full segment
    uint64_t m_bound = NONE;        //!< the bound, bytes
    int m_rounds = 0;               //!< round trips of this probe
    uint64_t m_acked = 0;           //!< bytes delivered towards the next segment
    uint64_t m_bytesPerSegment = 1; //!< bytes delivered that raise the bound by a segment
};

} // namespace schedlab

#endif /* INFLIGHT_BOUND_H */
