/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-bbr3.h"

#include "tcp-rate-compat.h"

#include "ns3/boolean.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TcpBbr3);

TypeId
TcpBbr3::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TcpBbr3")
            .SetParent<TcpRateCongestion>()
            .SetGroupName("TcpRate")
            .AddConstructor<TcpBbr3>()
            .AddAttribute("Preset",
                          "Which constants: of draft-ietf-ccwg-bbr or of Linux.",
                          EnumValue(TcpBbr3::DRAFT),
                          tcp_rate_compat::EnumAccessor<Preset>(&TcpBbr3::m_preset),
                          MakeEnumChecker(TcpBbr3::DRAFT, "Draft", TcpBbr3::LINUX_V3, "LinuxV3"))
            .AddAttribute("LowEcn",
                          "The path is known to mark at a low threshold (TCP_ECN_LOW of Linux). "
                          "Preset LinuxV3 then heeds marks where the least round trip is at most "
                          "5 ms.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&TcpBbr3::m_lowEcn),
                          MakeBooleanChecker())
            .AddTraceSource("State",
                            "State: 0 Startup, 1 Drain, 2 ProbeBW_DOWN, 3 ProbeBW_CRUISE, "
                            "4 ProbeBW_REFILL, 5 ProbeBW_UP, 6 ProbeRTT.",
                            MakeTraceSourceAccessor(&TcpBbr3::m_state),
                            "ns3::TcpBbr3::StateTracedCallback");
    return tid;
}

TcpBbr3::TcpBbr3()
    : m_uniform(CreateObject<UniformRandomVariable>())
{
}

TcpBbr3::TcpBbr3(const TcpBbr3& other)
    : TcpRateCongestion(other),
      m_preset(other.m_preset),
      m_lowEcn(other.m_lowEcn),
      m_uniform(CreateObject<UniformRandomVariable>())
{
}

std::string
TcpBbr3::GetName() const
{
    return "TcpBbr3";
}

Ptr<TcpCongestionOps>
TcpBbr3::Fork()
{
    return CopyObject<TcpBbr3>(this);
}

int64_t
TcpBbr3::AssignStreams(int64_t stream)
{
    m_uniform->SetStream(stream);
    return 1;
}

const TcpRateCongestion::Ecn*
TcpBbr3::GetEcn() const
{
    static const Ecn exact{true, false};
    return m_preset == LINUX_V3 && m_lowEcn ? &exact : nullptr;
}

TcpRateCongestion::Control
TcpBbr3::DoStart(uint32_t segment, uint32_t initialCwnd)
{
    auto params = m_preset == LINUX_V3 ? schedlab::Bbr3Params::LinuxV3() : schedlab::Bbr3Params();
    params.ecn = params.ecn && m_lowEcn;
    m_core.emplace(params, segment, initialCwnd);
    return {m_core->Cwnd(), m_core->PacingBps(), m_core->SendQuantum()};
}

TcpRateCongestion::Control
TcpBbr3::DoAck(const schedlab::TcpAck& ack)
{
    if (m_core->NeedsJitter())
    {
        m_core->SetJitter(m_uniform->GetValue(0, 1));
    }
    m_core->OnAck(ack);
    m_state = static_cast<uint32_t>(m_core->GetState());
    return {m_core->Cwnd(), m_core->PacingBps(), m_core->SendQuantum()};
}

void
TcpBbr3::DoTimeout()
{
    m_core->OnTimeout();
}

void
TcpBbr3::DoRecovered()
{
    m_core->OnRecovered();
}

} // namespace ns3
