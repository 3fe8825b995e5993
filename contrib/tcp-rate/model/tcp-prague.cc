/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-prague.h"

#include "ns3/nstime.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpPrague);

TypeId
TcpPrague::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpPrague")
            .SetParent<TcpRateCongestion>()
            .SetGroupName("TcpRate")
            .AddConstructor<TcpPrague>()
            .AddAttribute("VirtualRtt",
                          "The window grows as if a round trip took at least so long.",
                          TimeValue(MilliSeconds(25)),
                          MakeTimeAccessor(&TcpPrague::m_virtualRtt),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

TcpPrague::TcpPrague(const TcpPrague& other)
    : TcpRateCongestion(other),
      m_virtualRtt(other.m_virtualRtt)
{
}

std::string
TcpPrague::GetName() const
{
    return "TcpPrague";
}

Ptr<TcpCongestionOps>
TcpPrague::Fork()
{
    return CopyObject<TcpPrague>(this);
}

const TcpRateCongestion::Ecn*
TcpPrague::GetEcn() const
{
    static const Ecn exact{true, true};
    return &exact;
}

TcpRateCongestion::Control
TcpPrague::DoStart(uint32_t segment, uint32_t initialCwnd)
{
    schedlab::PragueParams params;
    params.virtualRttNs = m_virtualRtt.GetNanoSeconds();
    m_core.emplace(params, segment, initialCwnd);
    return {m_core->Cwnd(), m_core->PacingBps()};
}

TcpRateCongestion::Control
TcpPrague::DoAck(const schedlab::TcpAck& ack)
{
    m_core->OnAck(ack);
    return {m_core->Cwnd(), m_core->PacingBps()};
}

void
TcpPrague::DoTimeout()
{
    m_core->OnTimeout();
}

void
TcpPrague::DoRecovered()
{
}

} // namespace ns3
