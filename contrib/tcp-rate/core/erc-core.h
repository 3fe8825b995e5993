/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ERC_CORE_H
#define ERC_CORE_H

#include "full-pipe.h"
#include "marked-fraction.h"
#include "round-counter.h"
#include "tcp-ack.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace schedlab
{

/** @ingroup tcp-rate The constants of ErcCore. */
struct ErcParams
{
    double startupGain = 2.77;    //!< pacing gain until the pipe is full (BBR)
    double startupGrowth = 1.25;  //!< growth per round that shows room (BBR)
    uint32_t startupRounds = 3;   //!< rounds without it that end the startup (BBR)
    double drainGain = 0.5;       //!< pacing gain while the queue of the startup drains (BBR)
    double cwndGain = 2;          //!< the window in bandwidth-delay products (BBR)
    double pacingMargin = 0.01;   //!< what pacing stays below the rate (BBR)
    double alphaGain = 1.0 / 16;  //!< g of RFC 8257
    double leastCut = 0.7;        //!< no cut below this share of the delivery rate
    double lossBeta = 0.7;        //!< what losses in a round leave (CUBIC, RFC 9438)
    double mostAhead = 1.25;      //!< no rate above this share of the delivery rate
    uint32_t recoveryEpochs = 5;  //!< epochs of fast recovery, F of DCQCN
    uint32_t hyperSegments = 1;   //!< segments by which each epoch of hyper increase adds more
    uint32_t minPipeSegments = 4; //!< least window, segments (BBR)
};

/**
 * @ingroup tcp-rate
 * ECN rate control: a rate-paced sender that follows its delivery rate, cuts by the share of marked
 * bytes and grows back in the stages of DCQCN. It stands where an evaluation asks for a rate-based
 * sender that heeds ECN, and is put together from published rules only.
 *  - Rate: the largest delivery rate of two epochs, an epoch being a round trip, finds the path's
 *    rate; startup paces at 2.77 times it until it stops growing or an epoch has a mark (BBR).
 *  - Marks: an epoch with marks leaves (1 - alpha / 2) of the rate or of the delivery rate if that
 * is lower, alpha the average share of marked bytes (RFC 8257; Zhu et al., "Congestion Control for
 *    Large-Scale RDMA Deployments", SIGCOMM 2015), and at least 0.7 of the delivery rate. What
 * comes back in the epoch after was sent before the cut and does not count.
 *  - Growth: for five epochs half of the way back to the rate before the cut, then the target grows
 *    by a segment per round trip, and after five more by ever more segments (DCQCN's stages, with
 *    round trips in place of its timer).
 *  - Losses: 0.7 of the same, once per round trip (CUBIC).
 * The rate stays within 1.25 of the delivery rate, and the window is twice rate times least RTT.
 */
class ErcCore
{
  public:
    /**
     * @param params the constants
     * @param segment bytes of a full segment
     * @param initialCwnd the initial window, bytes
     */
    ErcCore(const ErcParams& params, uint32_t segment, uint32_t initialCwnd)
        : m_params(params),
          m_segment(segment),
          m_cwnd(initialCwnd),
          m_pacingBps(params.startupGain * RateOf(initialCwnd, 1'000'000)),
          m_fraction(params.alphaGain, 1.0),
          m_fullPipe(params.startupGrowth, params.startupRounds)
    {
    }

    /** @param ack an acknowledgement */
    void OnAck(const TcpAck& ack)
    {
        if (ack.rttNs >= 0)
        {
            m_minRttNs = std::min(m_minRttNs, ack.rttNs);
        }
        if (ack.rateBps >= m_delivery[1] || !ack.appLimited)
        {
            m_delivery[1] = std::max(m_delivery[1], ack.rateBps);
        }
        m_fraction.OnAck(ack.newlyDelivered, ack.ecnEcho);
        m_lossInEpoch |= ack.newlyLost > 0;
        if (m_epoch.OnAck(ack.priorDelivered, ack.delivered))
        {
            EndEpoch(ack);
        }
        if (m_isDraining && ack.inFlight <= Window(1))
        {
            m_isDraining = false;
        }
        UpdateControls(ack);
    }

    /** The retransmission timer has run out: the window is one segment for now. */
    void OnTimeout()
    {
        m_lossInEpoch = true;
        m_cwnd = m_segment;
    }

    /** @return the window, bytes */
    uint32_t Cwnd() const
    {
        return m_cwnd;
    }

    /** @return the pacing rate, bit/s */
    uint64_t PacingBps() const
    {
        return m_pacingBps;
    }

    /** @return the rate that is controlled, bit/s; 0 in the startup */
    uint64_t RateBps() const
    {
        return m_rate;
    }

    /** @return the average share of marked bytes */
    double Alpha() const
    {
        return m_fraction.Alpha();
    }

    /** @return true until the pipe has been full once */
    bool IsStartup() const
    {
        return m_rate == 0;
    }

  private:
    static constexpr int64_t NO_RTT = std::numeric_limits<int64_t>::max(); //!< none seen
    static constexpr double MAX_CWND = 1u << 30; //!< the largest window TCP can announce

    /** @return the largest delivery rate of this epoch and the last, bit/s */
    uint64_t Delivery() const
    {
        return std::max(m_delivery[0], m_delivery[1]);
    }

    /** @return gain bandwidth-delay products, bytes */
    uint64_t Window(double gain) const
    {
        const uint64_t least = uint64_t{m_params.minPipeSegments} * m_segment;
        if (m_minRttNs == NO_RTT)
        {
            return m_cwnd;
        }
        const uint64_t rate = m_rate > 0 ? m_rate : Delivery();
        return std::max<uint64_t>(std::min(gain * BytesOf(rate, m_minRttNs), MAX_CWND), least);
    }

    void EndEpoch(const TcpAck& ack)
    {
        const bool marked = m_fraction.EndRound() > 0;
        if (IsStartup())
        {
            CheckStartup(ack, marked);
        }
        else if (m_lossInEpoch || marked)
        {
            Cut();
        }
        else
        {
            Grow();
        }
        m_lossInEpoch = false;
        if (m_delivery[1] > 0)
        {
            m_delivery = {m_delivery[1], 0};
        }
    }

    void CheckStartup(const TcpAck& ack, bool marked)
    {
        m_fullPipe.OnRate(ack.appLimited ? 0 : Delivery(), true);
        if (Delivery() > 0 && (marked || m_lossInEpoch || m_fullPipe.IsReached()))
        {
            m_rate = Delivery();
            m_target = m_rate;
            m_isDraining = true;
        }
    }

    /** Cuts, unless what came back in this epoch was sent before the last cut. */
    void Cut()
    {
        if (m_hasCut)
        {
            m_hasCut = false;
            return;
        }
        m_hasCut = true;
        // A rate above the delivery rate only fills the queue.
        m_target = std::min(m_rate, Delivery());
        m_rate = m_lossInEpoch ? m_target * m_params.lossBeta
                               : std::max<uint64_t>(m_target * (1 - m_fraction.Alpha() / 2),
                                                    m_params.leastCut * Delivery());
        m_growEpochs = 0;
        BoundRate();
    }

    void Grow()
    {
        m_hasCut = false;
        ++m_growEpochs;
        const uint64_t step = RateOf(m_segment, std::max<int64_t>(m_minRttNs, 1));
        if (m_growEpochs > 2 * m_params.recoveryEpochs)
        {
            m_target +=
                step * m_params.hyperSegments * (m_growEpochs - 2 * m_params.recoveryEpochs);
        }
        else if (m_growEpochs > m_params.recoveryEpochs)
        {
            m_target += step;
        }
        m_rate = (m_rate + m_target) / 2;
        BoundRate();
    }

    void BoundRate()
    {
        const uint64_t most = m_params.mostAhead * Delivery();
        if (most > 0 && m_rate > most)
        {
            m_rate = most;
            m_target = std::min(m_target, most);
        }
        // The gap between two segments stays below any retransmission timeout.
        m_rate = std::max<uint64_t>(m_rate, RateOf(m_segment, 100'000'000));
        m_target = std::max(m_target, m_rate);
    }

    void UpdateControls(const TcpAck& ack)
    {
        if (m_minRttNs == NO_RTT || Delivery() == 0)
        {
            m_cwnd += ack.newlyDelivered;
            return;
        }
        const uint64_t window = Window(m_params.cwndGain);
        if (IsStartup())
        {
            m_cwnd =
                std::max<uint64_t>(m_cwnd, std::min<uint64_t>(m_cwnd + ack.newlyDelivered, window));
            m_pacingBps =
                std::max<uint64_t>(m_params.startupGain * Delivery(), m_hasPaced ? m_pacingBps : 0);
        }
        else
        {
            m_cwnd = std::min<uint64_t>(m_cwnd + ack.newlyDelivered, window);
            const double gain = m_isDraining ? m_params.drainGain : 1;
            m_pacingBps = gain * m_rate * (1 - m_params.pacingMargin);
        }
        m_hasPaced = true;
    }

    const ErcParams m_params;             //!< the constants
    const uint32_t m_segment;             //!< bytes of a full segment
    uint32_t m_cwnd;                      //!< window, bytes
    uint64_t m_pacingBps;                 //!< pacing rate, bit/s
    bool m_hasPaced = false;              //!< the pacing rate follows from a measurement
    RoundCounter m_epoch;                 //!< epochs
    MarkedFraction m_fraction;            //!< alpha
    std::array<uint64_t, 2> m_delivery{}; //!< largest delivery rate of the last epoch and of this
    int64_t m_minRttNs = NO_RTT;          //!< least round-trip time
    uint64_t m_rate = 0;                  //!< rate, bit/s; 0 in the startup
    uint64_t m_target = 0;                //!< rate that growth aims at, bit/s
    bool m_hasCut = false;                //!< the last epoch ended with a cut
    uint32_t m_growEpochs = 0;            //!< epochs since the last cut
    bool m_lossInEpoch = false;           //!< losses in this epoch
    bool m_isDraining = false;            //!< the queue of the startup drains
    FullPipe m_fullPipe;                  //!< whether the rate grows in the startup
};

} // namespace schedlab

#endif /* ERC_CORE_H */
