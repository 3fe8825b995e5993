/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BBR3_CORE_H
#define BBR3_CORE_H

#include "ack-aggregation.h"
#include "bbr3-model.h"
#include "bbr3-params.h"
#include "full-pipe.h"
#include "inflight-bound.h"
#include "min-rtt-filter.h"
#include "probe-timer.h"
#include "round-counter.h"
#include "tcp-ack.h"

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * BBR version 3 (draft-ietf-ccwg-bbr): which rate to pace at and which window to keep.
 *
 * The window is the core's own; a caller may set the socket's to something smaller after a timeout,
 * as OnTimeout() says, and takes Cwnd() after each acknowledgement.
 *
 * Difference to the draft: losses are taken per acknowledgement and not per packet, as in Linux.
 */
class Bbr3Core
{
  public:
    /** The states of the draft's section 4. */
    enum class State
    {
        STARTUP,
        DRAIN,
        PROBE_BW_DOWN,
        PROBE_BW_CRUISE,
        PROBE_BW_REFILL,
        PROBE_BW_UP,
        PROBE_RTT,
    };

    /**
     * @param params the constants
     * @param segment bytes of a full segment
     * @param initialCwnd the initial window, bytes
     */
    Bbr3Core(const Bbr3Params& params, uint32_t segment, uint32_t initialCwnd)
        : m_params(params),
          m_model(params),
          m_segment(segment),
          m_initialCwnd(initialCwnd),
          m_cwnd(initialCwnd),
          m_bound(segment),
          m_fullPipe(params.startupGrowth, params.startupRounds)
    {
        // Before the first round trip is measured it is taken to be a millisecond.
        m_pacingBps = params.startupPacingGain * RateOf(initialCwnd, 1'000'000);
    }

    /** @param ack an acknowledgement */
    void OnAck(const TcpAck& ack)
    {
        UpdateModel(ack);
        UpdateState(ack);
        SetPacing();
        SetCwnd(ack);
    }

    /**
     * The retransmission timer has run out: the window is one segment until the losses are
     * repaired.
     */
    void OnTimeout()
    {
        SaveCwnd();
        m_model.OnTimeout(m_priorCwnd);
        m_fullPipe.Restart(0);
        m_cwnd = m_segment;
    }

    /** All that was lost has been repaired. */
    void OnRecovered()
    {
        if (m_state != State::PROBE_RTT)
        {
            RestoreCwnd();
        }
    }

    /** A number from [0, 1) for the next wait between probes. @param uniform the number */
    void SetJitter(double uniform)
    {
        m_timer.SetJitter(uniform);
    }

    /** @return true if the number of SetJitter() is used up */
    bool NeedsJitter() const
    {
        return m_timer.NeedsJitter();
    }

    /** @return the window, bytes */
    uint32_t Cwnd() const
    {
        return std::min<uint64_t>(m_cwnd, MAX_CWND);
    }

    /** @return the pacing rate, bit/s */
    uint64_t PacingBps() const
    {
        return m_pacingBps;
    }

    /** @return bytes that are sent at once (BBRSetSendQuantum of the draft) */
    uint32_t SendQuantum() const
    {
        const uint64_t bytes = BytesOf(m_pacingBps, m_params.sendQuantumNs);
        return std::max<uint64_t>(std::min<uint64_t>(bytes, m_params.maxSendQuantum),
                                  uint64_t{m_params.minQuantumSegments} * m_segment);
    }

    /** @return the state */
    State GetState() const
    {
        return m_state;
    }

    /** @return the bandwidth and its short-term bounds */
    const Bbr3Model& Model() const
    {
        return m_model;
    }

    /** @return the long-term bound of what is in flight, bytes, or Bbr3Model::NONE */
    uint64_t InflightHi() const
    {
        return m_bound.Get();
    }

    /** @return the least round-trip time, nanoseconds, or MinRttFilter::NONE */
    int64_t MinRttNs() const
    {
        return m_minRtt.MinNs();
    }

  private:
    /** Which acknowledgements the last bandwidth probe still has to come. */
    enum class Feedback
    {
        NONE,
        REFILLING,
        STARTING,
        ARRIVING,
        STOPPING,
    };

    static constexpr uint64_t NONE = Bbr3Model::NONE; //!< no bound
    static constexpr uint64_t MAX_CWND = 1u << 30;    //!< the largest window TCP can announce

    bool IsProbeBw() const
    {
        return m_state >= State::PROBE_BW_DOWN && m_state <= State::PROBE_BW_UP;
    }

    bool IsProbing() const
    {
        return m_state == State::STARTUP || m_state == State::PROBE_BW_REFILL ||
               m_state == State::PROBE_BW_UP;
    }

    uint64_t MinPipe() const
    {
        return uint64_t{m_params.minPipeSegments} * m_segment;
    }

    /** @return gain times the bandwidth-delay product, with what pacing in bursts needs, bytes */
    uint64_t Inflight(double gain) const
    {
        if (m_minRtt.MinNs() == MinRttFilter::NONE)
        {
            return m_initialCwnd;
        }
        const uint64_t bytes = gain * BytesOf(m_model.Bw(), m_minRtt.MinNs());
        const uint64_t quanta = 3ull * SendQuantum();
        return std::max({bytes, quanta, MinPipe()}) +
               (m_state == State::PROBE_BW_UP ? 2ull * m_segment : 0);
    }

    uint64_t InflightWithHeadroom() const
    {
        return m_bound.WithHeadroom(m_params.headroom, MinPipe());
    }

    uint64_t TargetInflight() const
    {
        return std::min<uint64_t>(Inflight(1.0), m_cwnd);
    }

    bool IsTooHigh(const TcpAck& ack) const
    {
        const bool lost = ack.sampleLost > ack.txInFlight * m_params.lossThreshold;
        const bool marked =
            m_heedsEcn && ack.sampleMarked > ack.sampleDelivered * m_params.ecnThreshold;
        return lost || marked;
    }

    void UpdateModel(const TcpAck& ack)
    {
        m_roundStart = m_round.OnAck(ack.priorDelivered, ack.delivered);
        if (m_roundStart)
        {
            m_timer.OnRound();
        }
        m_lossRoundStart = m_lossRound.OnAck(ack.priorDelivered, ack.delivered);
        m_sampleLimited = ack.appLimited || ack.priorDelivered < m_limitedUntil;
        TcpAck sample = ack;
        sample.appLimited = m_sampleLimited;
        m_heedsEcn |= m_params.ecn && m_minRtt.MinNs() <= m_params.ecnMaxRttNs;
        m_model.UpdateMaxBw(sample);
        m_model.UpdateBounds(ack, m_lossRoundStart, IsProbing(), m_heedsEcn, m_cwnd);
        m_aggregation.OnAck(ack,
                            m_model.Bw(),
                            Cwnd(),
                            m_round.Rounds(),
                            m_fullPipe.IsReached() ? m_params.aggregationRounds : 1);
    }

    void UpdateState(const TcpAck& ack)
    {
        if (!m_sampleLimited)
        {
            m_fullPipe.OnRate(ack.rateBps, m_roundStart);
        }
        CheckStartup(ack);
        if (m_state == State::DRAIN && ack.inFlight <= Inflight(1.0))
        {
            StartDown(ack);
        }
        if (m_fullPipe.IsReached())
        {
            AdaptInflightHi(ack);
            UpdateProbeBw(ack);
        }
        const bool probe = m_minRtt.OnAck(ack.nowNs,
                                          ack.rttNs,
                                          m_params.probeRttIntervalNs,
                                          m_params.minRttFilterNs);
        if (probe && m_state != State::PROBE_RTT)
        {
            StartProbeRtt(ack);
        }
        if (m_state == State::PROBE_RTT)
        {
            UpdateProbeRtt(ack);
        }
        if (m_lossRoundStart)
        {
            m_model.AdvanceLatest(ack);
        }
    }

    void CheckStartup(const TcpAck& ack)
    {
        if (m_state != State::STARTUP)
        {
            return;
        }
        m_lossEvents += ack.newlyLost > 0 ? 1 : 0;
        if (m_lossRoundStart)
        {
            const bool lossy = m_lossEvents >= m_params.startupLossEvents && IsTooHigh(ack);
            const bool marked = m_heedsEcn && m_model.MarkedShare() >= m_params.ecnThreshold;
            m_markedRounds = marked ? m_markedRounds + 1 : 0;
            if (lossy || m_markedRounds >= m_params.ecnStartupRounds)
            {
                m_fullPipe.SetReached();
                m_bound.Set(std::max(Inflight(1.0), m_model.InflightLatest()));
            }
            m_lossEvents = 0;
        }
        if (m_fullPipe.IsReached())
        {
            m_state = State::DRAIN;
        }
    }

    /** Raises the long-term bound if a probe went well and cuts it if not. */
    void AdaptInflightHi(const TcpAck& ack)
    {
        if (m_feedback == Feedback::STARTING && m_roundStart)
        {
            m_feedback = Feedback::ARRIVING;
        }
        if (m_feedback == Feedback::STOPPING && m_roundStart)
        {
            if (IsProbeBw() && !m_sampleLimited)
            {
                m_model.AdvanceMaxBw();
            }
            m_feedback = Feedback::NONE;
        }
        if (IsTooHigh(ack))
        {
            if (m_probeSamples)
            {
                OnTooHigh(ack);
            }
            return;
        }
        m_bound.OnFine(ack.txInFlight);
        if (m_state == State::PROBE_BW_UP)
        {
            m_bound.Raise(ack, m_cwnd, m_roundStart);
        }
    }

    void OnTooHigh(const TcpAck& ack)
    {
        m_probeSamples = false;
        if (!m_sampleLimited)
        {
            m_bound.Set(std::max<uint64_t>(ack.txInFlight, TargetInflight() * m_params.beta));
        }
        if (m_state == State::PROBE_BW_UP)
        {
            StartDown(ack);
        }
    }

    void UpdateProbeBw(const TcpAck& ack)
    {
        switch (m_state)
        {
        case State::PROBE_BW_DOWN:
            if (!IsTimeToProbe(ack) && ack.inFlight <= InflightWithHeadroom() &&
                ack.inFlight <= Inflight(1.0))
            {
                m_state = State::PROBE_BW_CRUISE;
            }
            break;
        case State::PROBE_BW_CRUISE:
            IsTimeToProbe(ack);
            break;
        case State::PROBE_BW_REFILL:
            if (m_roundStart)
            {
                m_probeSamples = true;
                StartUp(ack);
            }
            break;
        case State::PROBE_BW_UP:
            if (ack.cwndLimited && m_cwnd >= m_bound.Get())
            {
                m_fullPipe.Restart(ack.rateBps);
            }
            else if (m_fullPipe.IsNow())
            {
                StartDown(ack);
            }
            break;
        default:
            break;
        }
    }

    bool IsTimeToProbe(const TcpAck& ack)
    {
        if (m_timer.IsDue(ack.nowNs, TargetInflight() / m_segment, m_params.maxProbeRounds))
        {
            StartRefill(ack);
            return true;
        }
        return false;
    }

    void StartDown(const TcpAck& ack)
    {
        m_model.ResetSignals();
        m_timer.Start(ack.nowNs, m_params.probeWaitNs, m_params.probeWaitSpreadNs);
        m_feedback = Feedback::STOPPING;
        m_round.Restart(ack.delivered);
        m_state = State::PROBE_BW_DOWN;
    }

    void StartRefill(const TcpAck& ack)
    {
        m_model.LiftBounds();
        m_feedback = Feedback::REFILLING;
        m_round.Restart(ack.delivered);
        m_state = State::PROBE_BW_REFILL;
    }

    void StartUp(const TcpAck& ack)
    {
        m_feedback = Feedback::STARTING;
        m_round.Restart(ack.delivered);
        m_fullPipe.Restart(ack.rateBps);
        m_state = State::PROBE_BW_UP;
        m_bound.StartProbe(m_cwnd);
    }

    void StartProbeRtt(const TcpAck& ack)
    {
        SaveCwnd();
        m_state = State::PROBE_RTT;
        m_probeRttDoneNs = 0;
        m_feedback = Feedback::STOPPING;
        m_round.Restart(ack.delivered);
    }

    void UpdateProbeRtt(const TcpAck& ack)
    {
        // What is delivered now says little about the path's bandwidth.
        m_limitedUntil = ack.delivered + ack.inFlight;
        if (m_probeRttDoneNs == 0)
        {
            if (ack.inFlight <= ProbeRttCwnd())
            {
                m_probeRttDoneNs = ack.nowNs + m_params.probeRttNs;
                m_probeRttRoundDone = false;
                m_round.Restart(ack.delivered);
            }
            return;
        }
        m_probeRttRoundDone |= m_roundStart;
        if (m_probeRttRoundDone && ack.nowNs > m_probeRttDoneNs)
        {
            m_minRtt.OnProbed(ack.nowNs);
            RestoreCwnd();
            m_model.LiftBounds();
            if (m_fullPipe.IsReached())
            {
                StartDown(ack);
                m_state = State::PROBE_BW_CRUISE;
            }
            else
            {
                m_state = State::STARTUP;
            }
        }
    }

    uint64_t ProbeRttCwnd() const
    {
        return std::max<uint64_t>(Inflight(m_params.probeRttCwndGain), MinPipe());
    }

    void SaveCwnd()
    {
        m_priorCwnd = std::max(m_priorCwnd, m_cwnd);
    }

    void RestoreCwnd()
    {
        m_cwnd = std::max(m_cwnd, m_priorCwnd);
        m_priorCwnd = 0;
    }

    double PacingGain() const
    {
        switch (m_state)
        {
        case State::STARTUP:
            return m_params.startupPacingGain;
        case State::DRAIN:
            return m_params.drainPacingGain;
        case State::PROBE_BW_DOWN:
            return m_params.downPacingGain;
        case State::PROBE_BW_UP:
            return m_params.upPacingGain;
        default:
            return 1.0;
        }
    }

    void SetPacing()
    {
        const int64_t rtt = m_minRtt.MinNs();
        if (rtt == MinRttFilter::NONE)
        {
            return;
        }
        const uint64_t bw =
            m_model.Bw() > 0 ? m_model.Bw() : RateOf(m_initialCwnd, std::max<int64_t>(rtt, 1));
        const uint64_t rate = PacingGain() * bw * (1 - m_params.pacingMargin);
        if (m_fullPipe.IsReached() || rate > m_pacingBps || !m_hasPaced)
        {
            // The gap between two segments stays below any retransmission timeout.
            m_pacingBps = std::max<uint64_t>(rate, RateOf(m_segment, 100'000'000));
        }
        m_hasPaced = true;
    }

    void SetCwnd(const TcpAck& ack)
    {
        const double gain = m_state == State::PROBE_BW_UP ? m_params.upCwndGain : m_params.cwndGain;
        const uint64_t most = Inflight(gain) + m_aggregation.Extra();
        if (ack.newlyLost > 0)
        {
            m_cwnd =
                std::max<uint64_t>(m_cwnd - std::min<uint64_t>(m_cwnd, ack.newlyLost), m_segment);
        }
        if (m_fullPipe.IsReached())
        {
            m_cwnd = std::min(m_cwnd + ack.newlyDelivered, most);
        }
        else if (m_cwnd < most || ack.delivered < m_initialCwnd)
        {
            m_cwnd += ack.newlyDelivered;
        }
        m_cwnd = std::max(m_cwnd, MinPipe());

        uint64_t cap = m_model.InflightLo();
        if (m_state == State::PROBE_RTT)
        {
            m_cwnd = std::min(m_cwnd, ProbeRttCwnd());
        }
        if (m_state == State::PROBE_RTT || m_state == State::PROBE_BW_CRUISE)
        {
            cap = std::min(cap, InflightWithHeadroom());
        }
        else if (IsProbeBw())
        {
            cap = std::min(cap, m_bound.Get());
        }
        m_cwnd = std::min(m_cwnd, std::max(cap, MinPipe()));
    }

    const Bbr3Params m_params;            //!< the constants
    Bbr3Model m_model;                    //!< bandwidth and short-term bounds
    AckAggregation m_aggregation;         //!< extra_acked
    MinRttFilter m_minRtt;                //!< min_rtt
    RoundCounter m_round;                 //!< round trips
    RoundCounter m_lossRound;             //!< rounds of loss accounting, never restarted
    const uint32_t m_segment;             //!< bytes of a full segment
    const uint64_t m_initialCwnd;         //!< initial window, bytes
    State m_state = State::STARTUP;       //!< the state
    Feedback m_feedback = Feedback::NONE; //!< what the last probe still has to bring

    uint64_t m_cwnd;          //!< window, bytes
    uint64_t m_priorCwnd = 0; //!< window to return to, bytes
    uint64_t m_pacingBps = 0; //!< pacing rate, bit/s
    bool m_hasPaced = false;  //!< the pacing rate follows from a measured round trip
    InflightBound m_bound;    //!< inflight_hi

    bool m_roundStart = false;     //!< this acknowledgement ends a round
    bool m_lossRoundStart = false; //!< this acknowledgement ends a round of loss accounting
    bool m_sampleLimited = false;  //!< its rate says nothing about the path
    uint64_t m_limitedUntil = 0;   //!< samples of packets sent before this count are such
    bool m_heedsEcn = false;       //!< marks are heeded

    FullPipe m_fullPipe;         //!< whether the bandwidth grows
    uint32_t m_lossEvents = 0;   //!< acknowledgements with losses in this round of Startup
    uint32_t m_markedRounds = 0; //!< rounds in a row with many marks in Startup

    ProbeTimer m_timer;               //!< when to probe for bandwidth
    bool m_probeSamples = false;      //!< samples come from a probe not yet found too high
    int64_t m_probeRttDoneNs = 0;     //!< when ProbeRTT may end; 0: not yet known
    bool m_probeRttRoundDone = false; //!< a round trip has passed in ProbeRTT
};

} // namespace schedlab

#endif /* BBR3_CORE_H */
