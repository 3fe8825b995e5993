/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BBR3_MODEL_H
#define BBR3_MODEL_H

#include "bbr3-params.h"
#include "marked-fraction.h"
#include "tcp-ack.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * What BBR version 3 believes about its path: the bandwidth and its short-term bounds
 * (draft-ietf-ccwg-bbr, sections 5.5.5 to 5.5.10).
 *
 * bw_hi is the largest rate of this probe cycle and the last. bw_lo and inflight_lo hold back a
 * flow that meets losses while it is not probing, and are lifted before each probe.
 */
class Bbr3Model
{
  public:
    static constexpr uint64_t NONE = std::numeric_limits<uint64_t>::max(); //!< no bound

    /** @param params the constants */
    explicit Bbr3Model(const Bbr3Params& params)
        : m_params(params),
          m_fraction(params.ecnGain, 1.0)
    {
    }

    /** Takes the rate of an acknowledgement. @param ack the acknowledgement */
    void UpdateMaxBw(const TcpAck& ack)
    {
        if (ack.rateBps > 0 && (ack.rateBps >= MaxBw() || !ack.appLimited))
        {
            m_bwHi[1] = std::max(m_bwHi[1], ack.rateBps);
        }
    }

    /** A probe cycle is over: the rates of the one before it are forgotten. */
    void AdvanceMaxBw()
    {
        if (m_bwHi[1] > 0)
        {
            m_bwHi = {m_bwHi[1], 0};
        }
    }

    /**
     * Takes losses and marks, once it is known whether the flow is probing.
     * @param ack the acknowledgement
     * @param lossRoundEnds a round of loss accounting ends with it
     * @param isProbing losses are expected now
     * @param heedsEcn marks count
     * @param cwnd the window, bytes
     */
    void UpdateBounds(const TcpAck& ack,
                      bool lossRoundEnds,
                      bool isProbing,
                      bool heedsEcn,
                      uint64_t cwnd)
    {
        m_bwLatest = std::max(m_bwLatest, ack.rateBps);
        m_inflightLatest = std::max(m_inflightLatest, ack.sampleDelivered);
        m_lossInRound |= ack.newlyLost > 0;
        m_markInRound |= ack.ecnEcho && heedsEcn;
        m_fraction.OnAck(ack.newlyDelivered, ack.ecnEcho);
        if (!lossRoundEnds)
        {
            return;
        }
        m_share = m_fraction.EndRound();
        if (!isProbing)
        {
            Lower(cwnd);
        }
        m_lossInRound = false;
        m_markInRound = false;
    }

    /** A round of loss accounting has ended: the latest signals are this acknowledgement's. */
    void AdvanceLatest(const TcpAck& ack)
    {
        m_bwLatest = ack.rateBps;
        m_inflightLatest = ack.sampleDelivered;
    }

    /** Forgets the signals of this round. */
    void ResetSignals()
    {
        m_lossInRound = false;
        m_markInRound = false;
        m_bwLatest = 0;
        m_inflightLatest = 0;
    }

    /** Lifts the short-term bounds. */
    void LiftBounds()
    {
        m_bwLo = NONE;
        m_inflightLo = NONE;
    }

    /** A timeout: it counts as losses of this round. @param cwnd the window before, bytes */
    void OnTimeout(uint64_t cwnd)
    {
        m_lossInRound = true;
        m_inflightLo = std::min(m_inflightLo, cwnd);
    }

    /** @return the largest rate of this probe cycle and the last, bit/s */
    uint64_t MaxBw() const
    {
        return std::max(m_bwHi[0], m_bwHi[1]);
    }

    /** @return the bandwidth to go by, bit/s */
    uint64_t Bw() const
    {
        return std::min(MaxBw(), m_bwLo);
    }

    /** @return the short-term bound of the bandwidth, bit/s, or NONE */
    uint64_t BwLo() const
    {
        return m_bwLo;
    }

    /** @return the short-term bound of what is in flight, bytes, or NONE */
    uint64_t InflightLo() const
    {
        return m_inflightLo;
    }

    /** @return the most delivered in one sample of this round, bytes */
    uint64_t InflightLatest() const
    {
        return m_inflightLatest;
    }

    /** @return the share of bytes that came back with ECE in the round that ended last */
    double MarkedShare() const
    {
        return m_share;
    }

  private:
    /** Cuts the short-term bounds if the round saw losses or marks. */
    void Lower(uint64_t cwnd)
    {
        if (!m_lossInRound && !m_markInRound)
        {
            return;
        }
        const uint64_t inflight = m_inflightLo == NONE ? cwnd : m_inflightLo;
        uint64_t lowered = NONE;
        if (m_markInRound)
        {
            lowered = inflight * (1 - m_fraction.Alpha() * m_params.ecnFactor);
        }
        if (m_lossInRound)
        {
            const uint64_t bw = m_bwLo == NONE ? MaxBw() : m_bwLo;
            m_bwLo = std::max<uint64_t>(m_bwLatest, m_params.beta * bw);
            lowered =
                std::min(lowered, std::max<uint64_t>(m_inflightLatest, m_params.beta * inflight));
        }
        m_inflightLo = lowered;
    }

    const Bbr3Params m_params;        //!< the constants
    std::array<uint64_t, 2> m_bwHi{}; //!< largest rate of the last probe cycle and of this one
    uint64_t m_bwLo = NONE;           //!< bw_lo
    uint64_t m_inflightLo = NONE;     //!< inflight_lo
    uint64_t m_bwLatest = 0;          //!< bw_latest
    uint64_t m_inflightLatest = 0;    //!< inflight_latest
    bool m_lossInRound = false;       //!< losses in this round
    bool m_markInRound = false;       //!< marks in this round, on a path where they are heeded
    MarkedFraction m_fraction;        //!< alpha of the marks
    double m_share = 0;               //!< share of marks in the last round
};

} // namespace schedlab

#endif /* BBR3_MODEL_H */
