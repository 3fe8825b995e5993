/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rate-congestion.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TcpRateCongestion");
NS_OBJECT_ENSURE_REGISTERED(TcpRateCongestion);

TypeId
TcpRateCongestion::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpRateCongestion")
            .SetParent<TcpCongestionOps>()
            .SetGroupName("TcpRate")
            .AddAttribute("PaceInQdisc",
                          "Only announce the pacing rate and leave the pacing to a queue disc. "
                          "Nothing bounds what then waits in that disc but the window.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpRateCongestion::m_paceInQdisc),
                          MakeBooleanChecker());
    return tid;
}

TcpRateCongestion::TcpRateCongestion(const TcpRateCongestion& other)
    : TcpCongestionOps(other),
      m_paceInQdisc(other.m_paceInQdisc)
{
}

TcpRateCongestion::~TcpRateCongestion()
{
    if (m_watched)
    {
        m_watched->m_nextTxSequence.DisconnectWithoutContext(
            MakeCallback(&TcpRateCongestion::OnSequence, this));
    }
}

void
TcpRateCongestion::Init(Ptr<TcpSocketState> tcb)
{
    tcb->m_pacing = !m_paceInQdisc;
    if (const Ecn* ecn = GetEcn())
    {
        tcb->m_useEcn = TcpSocketState::On;
        tcb->m_ecnMode = ecn->exactEcho ? TcpSocketState::DctcpEcn : TcpSocketState::ClassicEcn;
        tcb->m_ectCodePoint = ecn->ect1 ? TcpSocketState::Ect1 : TcpSocketState::Ect0;
        m_receiver = ecn->exactEcho ? CreateObject<TcpDctcp>() : nullptr;
    }
}

void
TcpRateCongestion::EnsureStarted(Ptr<TcpSocketState> tcb)
{
    if (!m_started && tcb->m_segmentSize > 0)
    {
        m_started = true;
        m_watched = tcb;
        tcb->m_nextTxSequence.ConnectWithoutContext(
            MakeCallback(&TcpRateCongestion::OnSequence, this));
        m_lastAcked = tcb->m_lastAckedSeq;
        Apply(tcb, DoStart(tcb->m_segmentSize, tcb->m_initialCWnd * tcb->m_segmentSize));
    }
}

uint32_t
TcpRateCongestion::GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t)
{
    return tcb->m_cWnd;
}

void
TcpRateCongestion::IncreaseWindow(Ptr<TcpSocketState>, uint32_t)
{
}

void
TcpRateCongestion::CongestionStateSet(Ptr<TcpSocketState> tcb,
                                      const TcpSocketState::TcpCongState_t newState)
{
    if (newState == TcpSocketState::CA_LOSS)
    {
        EnsureStarted(tcb);
        m_losses.OnTimeout(Outstanding(tcb));
        m_timedOut = true;
        DoTimeout();
    }
    else if (newState == TcpSocketState::CA_OPEN && m_timedOut)
    {
        m_timedOut = false;
        DoRecovered();
    }
}

void
TcpRateCongestion::CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event)
{
    if (event == TcpSocketState::CA_EVENT_TX_START)
    {
        EnsureStarted(tcb);
        m_sampler.OnStart(Simulator::Now().GetNanoSeconds());
    }
    else if (m_receiver)
    {
        m_receiver->CwndEvent(tcb, event);
    }
}

bool
TcpRateCongestion::HasCongControl() const
{
    return true;
}

uint32_t
TcpRateCongestion::Outstanding(Ptr<const TcpSocketState> tcb)
{
    const int32_t bytes = tcb->m_highTxMark.Get() - tcb->m_lastAckedSeq;
    return std::max(bytes, 0);
}

void
TcpRateCongestion::CongControl(Ptr<TcpSocketState> tcb,
                               const TcpRateOps::TcpRateConnection& rc,
                               const TcpRateOps::TcpRateSample& rs)
{
    EnsureStarted(tcb);
    const int32_t advance = tcb->m_lastAckedSeq - m_lastAcked;
    m_lastAcked = tcb->m_lastAckedSeq;
    schedlab::LossCounter::Ack loss;
    loss.change = rs.m_bytesLoss;
    loss.newlyDelivered = rs.m_ackedSacked;
    loss.advance = std::max(advance, 0);
    loss.outstanding = Outstanding(tcb);
    loss.inFlight = tcb->m_bytesInFlight.Get();

    schedlab::DeliveryRateSampler::Input in;
    in.nowNs = Simulator::Now().GetNanoSeconds();
    in.delivered = rc.m_delivered;
    in.newlyDelivered = rs.m_ackedSacked;
    in.newlyLost = m_losses.OnAck(loss);
    in.priorDelivered = rs.m_priorDelivered;
    in.priorTimeNs = rs.m_priorTime.GetNanoSeconds();
    in.sendElapsedNs = rs.m_sendElapsed.GetNanoSeconds();
    in.lastSentNs = rc.m_firstSentTime.GetNanoSeconds();
    in.priorInFlight = rs.m_priorInFlight;
    in.inFlight = loss.inFlight;
    in.appLimited = rs.m_isAppLimited;
    in.ecnEcho = tcb->m_ecnState.Get() == TcpSocketState::ECN_ECE_RCVD;
    in.inRecovery = tcb->m_congState.Get() == TcpSocketState::CA_RECOVERY ||
                    tcb->m_congState.Get() == TcpSocketState::CA_LOSS;
    schedlab::TcpAck ack = m_sampler.OnAck(in);
    // The socket counts what is in flight before it sends a paced segment, so it may lack one.
    ack.cwndLimited = rs.m_priorInFlight + 2 * tcb->m_segmentSize > tcb->m_cWnd.Get();
    Apply(tcb, DoAck(ack));
}

void
TcpRateCongestion::Apply(Ptr<TcpSocketState> tcb, const Control& control)
{
    NS_LOG_DEBUG("cwnd " << control.cwnd << " pacing " << control.pacingBps);
    tcb->m_cWnd = control.cwnd;
    tcb->m_cWndInfl = control.cwnd;
    // A queue disc has its own rules for what goes at once.
    m_pacing.Set(control.pacingBps, m_paceInQdisc ? 1 : control.quantum / tcb->m_segmentSize);
    SetRate();
}

void
TcpRateCongestion::SetRate()
{
    m_watched->m_pacingRate = DataRate(m_pacing.RateBps(m_watched->m_maxPacingRate.GetBitRate()));
}

void
TcpRateCongestion::OnSequence(SequenceNumber32 before, SequenceNumber32 after)
{
    // Retransmissions count as well; where the number only skips what has arrived, little is lost.
    const int32_t advance = after - before;
    if (advance > 0 && static_cast<uint32_t>(advance) <= m_watched->m_segmentSize)
    {
        m_pacing.OnSent();
        SetRate();
    }
}

} // namespace ns3
