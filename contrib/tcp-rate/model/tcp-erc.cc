/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-erc.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpErc);

TypeId
TcpErc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpErc")
            .SetParent<TcpRateCongestion>()
            .SetGroupName("TcpRate")
            .AddConstructor<TcpErc>()
            .AddAttribute("ExactEcho",
                          "The receiver echoes each mark (RFC 8257), and both ends need this "
                          "control. Else a mark is echoed until it is answered (RFC 3168), and the "
                          "share of marked bytes comes out larger.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&TcpErc::m_exactEcho),
                          MakeBooleanChecker());
    return tid;
}

TcpErc::TcpErc(const TcpErc& other)
    : TcpRateCongestion(other),
      m_exactEcho(other.m_exactEcho)
{
}

std::string
TcpErc::GetName() const
{
    return "TcpErc";
}

Ptr<TcpCongestionOps>
TcpErc::Fork()
{
    return CopyObject<TcpErc>(this);
}

const TcpRateCongestion::Ecn*
TcpErc::GetEcn() const
{
    static const Ecn exact{true, false};
    static const Ecn classic{false, false};
    return m_exactEcho ? &exact : &classic;
}

TcpRateCongestion::Control
TcpErc::DoStart(uint32_t segment, uint32_t initialCwnd)
{
    schedlab::ErcParams params;
    m_core.emplace(params, segment, initialCwnd);
    return {m_core->Cwnd(), m_core->PacingBps()};
}

TcpRateCongestion::Control
TcpErc::DoAck(const schedlab::TcpAck& ack)
{
    m_core->OnAck(ack);
    return {m_core->Cwnd(), m_core->PacingBps()};
}

void
TcpErc::DoTimeout()
{
    m_core->OnTimeout();
}

void
TcpErc::DoRecovered()
{
}

} // namespace ns3
