/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-load-net-device.h"

#include "nic-poller-compat.h"

#include "ns3/channel.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NicLoadNetDevice");
NS_OBJECT_ENSURE_REGISTERED(NicLoadNetDevice);

TypeId
NicLoadNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::NicLoadNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("NicPoller")
            .AddConstructor<NicLoadNetDevice>()
            .AddAttribute("Rate",
                          "Packets a second that arrive; 0 for none.",
                          DoubleValue(1e6),
                          MakeDoubleAccessor(&NicLoadNetDevice::m_rate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "Arrivals",
                "When packets arrive.",
                EnumValue(NicLoadNetDevice::CBR),
                nic_compat::EnumAccessor<Arrivals>(&NicLoadNetDevice::m_arrivals),
                MakeEnumChecker(NicLoadNetDevice::CBR, "Cbr", NicLoadNetDevice::POISSON, "Poisson"))
            .AddAttribute("PacketSize",
                          "Bytes of a packet, network header included.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&NicLoadNetDevice::m_size),
                          MakeUintegerChecker<uint32_t>(28, 65535))
            .AddAttribute("Flows",
                          "Flows that the packets belong to in turn.",
                          UintegerValue(256),
                          MakeUintegerAccessor(&NicLoadNetDevice::m_flows),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddTraceSource("Sent",
                            "A packet was sent.",
                            MakeTraceSourceAccessor(&NicLoadNetDevice::m_sentTrace),
                            "ns3::NicLoadNetDevice::SentTracedCallback");
    return tid;
}

NicLoadNetDevice::NicLoadNetDevice()
    : m_address(Mac48Address::Allocate()),
      m_far(Mac48Address::Allocate()),
      m_random(CreateObject<ExponentialRandomVariable>())
{
}

NicLoadNetDevice::~NicLoadNetDevice() = default;

Ptr<Packet>
NicLoadNetDevice::Make(uint32_t flow) const
{
    constexpr uint32_t HEADERS = 28; // IPv4 and UDP
    constexpr uint16_t PORT = 9;
    uint8_t bytes[HEADERS] = {0x45, 0, uint8_t(m_size >> 8), uint8_t(m_size), 0, 0, 0, 0, 64, 17};
    const uint32_t host = flow + 1;
    const uint8_t addresses[8] =
        {10, uint8_t(host >> 16), uint8_t(host >> 8), uint8_t(host), 11, 0, 0, 1};
    std::copy(addresses, addresses + 8, bytes + 12);
    bytes[20] = uint8_t((1024 + flow) >> 8);
    bytes[21] = uint8_t(1024 + flow);
    bytes[23] = PORT;
    bytes[24] = uint8_t((m_size - 20) >> 8);
    bytes[25] = uint8_t(m_size - 20);
    auto packet = Create<Packet>(bytes, HEADERS);
    packet->AddPaddingAtEnd(m_size - HEADERS);
    return packet;
}

void
NicLoadNetDevice::DoInitialize()
{
    for (uint32_t flow = 0; flow < m_flows; ++flow)
    {
        m_packets.push_back(Make(flow));
    }
    SetRate(m_rate);
    NetDevice::DoInitialize();
}

void
NicLoadNetDevice::DoDispose()
{
    m_next.Cancel();
    m_packets.clear();
    m_receive.Nullify();
    m_node = nullptr;
    NetDevice::DoDispose();
}

void
NicLoadNetDevice::SetRate(double rate)
{
    NS_LOG_FUNCTION(this << rate);
    m_rate = rate;
    m_next.Cancel();
    m_due = static_cast<double>(Simulator::Now().GetTimeStep());
    if (rate > 0 && !m_packets.empty())
    {
        Schedule();
    }
}

void
NicLoadNetDevice::Schedule()
{
    const double gap = Seconds(1).GetTimeStep() / m_rate;
    m_due += m_arrivals == CBR ? gap : m_random->GetValue(gap, 0);
    const auto wait = static_cast<int64_t>(m_due) - Simulator::Now().GetTimeStep();
    m_next = Simulator::Schedule(TimeStep(wait), &NicLoadNetDevice::Arrive, this);
}

void
NicLoadNetDevice::Arrive()
{
    Schedule();
    const Ptr<Packet> packet = m_packets[m_arrived++ % m_flows]->Copy();
    constexpr uint16_t IPV4 = 0x0800;
    m_receive(this, packet, IPV4, m_far);
}

uint64_t
NicLoadNetDevice::GetArrived() const
{
    return m_arrived;
}

uint64_t
NicLoadNetDevice::GetSent() const
{
    return m_sent;
}

int64_t
NicLoadNetDevice::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

bool
NicLoadNetDevice::Send(Ptr<Packet> packet, const Address&, uint16_t)
{
    ++m_sent;
    m_sentTrace(packet);
    return true;
}

bool
NicLoadNetDevice::SendFrom(Ptr<Packet> packet,
                           const Address&,
                           const Address& dest,
                           uint16_t protocolNumber)
{
    return Send(packet, dest, protocolNumber);
}

void
NicLoadNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
NicLoadNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
NicLoadNetDevice::GetChannel() const
{
    return nullptr;
}

void
NicLoadNetDevice::SetAddress(Address address)
{
    m_address = address;
}

Address
NicLoadNetDevice::GetAddress() const
{
    return m_address;
}

bool
NicLoadNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
NicLoadNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
NicLoadNetDevice::IsLinkUp() const
{
    return true;
}

void
NicLoadNetDevice::AddLinkChangeCallback(Callback<void>)
{
    // The link never changes.
}

bool
NicLoadNetDevice::IsBroadcast() const
{
    return false;
}

Address
NicLoadNetDevice::GetBroadcast() const
{
    return m_far;
}

bool
NicLoadNetDevice::IsMulticast() const
{
    return false;
}

Address
NicLoadNetDevice::GetMulticast(Ipv4Address) const
{
    return m_far;
}

Address
NicLoadNetDevice::GetMulticast(Ipv6Address) const
{
    return m_far;
}

bool
NicLoadNetDevice::IsBridge() const
{
    return false;
}

bool
NicLoadNetDevice::IsPointToPoint() const
{
    return true;
}

Ptr<Node>
NicLoadNetDevice::GetNode() const
{
    return m_node;
}

void
NicLoadNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
NicLoadNetDevice::NeedsArp() const
{
    return false;
}

void
NicLoadNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_receive = cb;
}

void
NicLoadNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback)
{
    // Nothing passes by that is not for this port.
}

bool
NicLoadNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3
