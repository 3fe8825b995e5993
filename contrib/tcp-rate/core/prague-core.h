/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PRAGUE_CORE_H
#define PRAGUE_CORE_H

#include "marked-fraction.h"
#include "round-counter.h"
#include "tcp-ack.h"

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/** @ingroup tcp-rate The constants of PragueCore. */
struct PragueParams
{
    double alphaGain = 1.0 / 16;       //!< g of RFC 8257
    double lossBeta = 0.7;             //!< what losses in a round trip leave of the window
    int64_t virtualRttNs = 25'000'000; //!< grow as if the round trip took at least this long
    uint32_t minSegments = 2;          //!< least window, segments
    double slowStartPacing = 2;        //!< pacing over window / RTT in slow start
    double pacing = 1;                 //!< pacing over window / RTT afterwards
};

/**
 * @ingroup tcp-rate
 * The window of TCP Prague: a scalable congestion control as RFC 9331, section 4, asks for
 * (draft-briscoe-iccrg-prague-congestion-control).
 *  - Once per round trip with marks the window shrinks by alpha / 2, alpha the average share of
 *    marked bytes.
 *  - Bytes that come back unmarked open it by a segment per round trip; below the virtual round
 *    trip by (RTT / virtual RTT)^2 of that, so that flows of short paths do not take it all.
 *  - Losses leave 0.7 of it, once per round trip. Slow start ends with the first mark or loss.
 */
class PragueCore
{
  public:
    /**
     * @param params the constants
     * @param segment bytes of a full segment
     * @param initialCwnd the initial window, bytes
     */
    PragueCore(const PragueParams& params, uint32_t segment, uint32_t initialCwnd)
        : m_params(params),
          m_segment(segment),
          m_cwnd(initialCwnd),
          m_pacingBps(params.slowStartPacing * RateOf(initialCwnd, 1'000'000)),
          m_fraction(params.alphaGain, 1.0)
    {
    }

    /** @param ack an acknowledgement */
    void OnAck(const TcpAck& ack)
    {
        if (ack.rttNs >= 0)
        {
            // An eighth, as in RFC 6298.
            m_srttNs = m_srttNs == 0 ? ack.rttNs : m_srttNs + (ack.rttNs - m_srttNs) / 8;
        }
        m_fraction.OnAck(ack.newlyDelivered, ack.ecnEcho);
        if (m_alphaRound.OnAck(ack.priorDelivered, ack.delivered))
        {
            m_fraction.EndRound();
        }
        if (ack.newlyLost > 0)
        {
            Reduce(ack, m_params.lossBeta);
        }
        else if (ack.ecnEcho)
        {
            Reduce(ack, 1 - m_fraction.Alpha() / 2);
        }
        else if (ack.cwndLimited && !ack.inRecovery)
        {
            Grow(ack.newlyDelivered);
        }
        if (m_srttNs > 0)
        {
            const double gain = m_isSlowStart ? m_params.slowStartPacing : m_params.pacing;
            m_pacingBps = gain * RateOf(m_cwnd, m_srttNs);
        }
    }

    /** The retransmission timer has run out: slow start from one segment to half the window. */
    void OnTimeout()
    {
        m_slowStartEnd = std::max(m_cwnd / 2, Least());
        m_isSlowStart = true;
        m_cwnd = m_segment;
    }

    /** @return the window, bytes */
    uint32_t Cwnd() const
    {
        return static_cast<uint32_t>(std::min<double>(m_cwnd, 1u << 30));
    }

    /** @return the pacing rate, bit/s */
    uint64_t PacingBps() const
    {
        return m_pacingBps;
    }

    /** @return the average share of marked bytes */
    double Alpha() const
    {
        return m_fraction.Alpha();
    }

    /** @return true in slow start */
    bool IsSlowStart() const
    {
        return m_isSlowStart;
    }

  private:
    /** @return the least window, bytes */
    double Least() const
    {
        return static_cast<double>(m_params.minSegments) * m_segment;
    }

    /** Shrinks the window unless it has been shrunk in this round trip. */
    void Reduce(const TcpAck& ack, double left)
    {
        if (ack.priorDelivered >= m_reducedAt || m_reducedAt == 0)
        {
            m_cwnd = std::max(m_cwnd * left, Least());
            m_reducedAt = ack.delivered;
            m_isSlowStart = false;
        }
    }

    void Grow(uint32_t bytes)
    {
        if (m_isSlowStart)
        {
            m_cwnd += bytes;
            m_isSlowStart = m_slowStartEnd == 0 || m_cwnd < m_slowStartEnd;
            return;
        }
        const double part = std::min(static_cast<double>(m_srttNs) / m_params.virtualRttNs, 1.0);
        m_cwnd += part * part * bytes * m_segment / m_cwnd;
    }

    const PragueParams m_params; //!< the constants
    const uint32_t m_segment;    //!< bytes of a full segment
    double m_cwnd;               //!< window, bytes
    uint64_t m_pacingBps;        //!< pacing rate, bit/s
    int64_t m_srttNs = 0;        //!< smoothed round-trip time, 0 before the first
    MarkedFraction m_fraction;   //!< alpha
    RoundCounter m_alphaRound;   //!< rounds over which the share of marks is taken
    uint64_t m_reducedAt = 0;    //!< delivered when the window was last reduced
    bool m_isSlowStart = true;   //!< in slow start
    double m_slowStartEnd = 0;   //!< window at which slow start ends, bytes; 0: none
};

} // namespace schedlab

#endif /* PRAGUE_CORE_H */
