/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-item.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv6-extension-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/pacing-tag.h"
#include "ns3/packet.h"
#include "ns3/rank-tag.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t IPV4_BYTES = 20;
constexpr uint32_t IPV6_BYTES = 40;
constexpr uint32_t UDP_BYTES = 8;

// The upper 20 bits of a flow are in its address, the lower 12 in its port.
constexpr uint32_t FIRST_SOURCE = 0x0a010000; // 10.1.0.0
constexpr uint32_t DESTINATION = 0x0ac80001;  // 10.200.0.1
constexpr uint16_t FIRST_PORT = 4096;
constexpr uint16_t DISCARD_PORT = 9;

/** What a row leaves open. */
const ReplayHeaders NOTHING_GIVEN;

const ReplayHeaders&
HeadersOf(const ReplayPacket& from)
{
    return from.headers ? *from.headers : NOTHING_GIVEN;
}

bool
HasPorts(uint8_t protocol)
{
    constexpr uint8_t SCTP = 132;
    return protocol == UdpL4Protocol::PROT_NUMBER || protocol == SCTP;
}

TcpHeader
MakeTcp(ReplayHeaders::Tcp segment, uint16_t sourcePort, uint16_t destinationPort)
{
    static constexpr uint8_t FLAGS[] = {TcpHeader::ACK,
                                        TcpHeader::SYN,
                                        TcpHeader::SYN | TcpHeader::ACK,
                                        TcpHeader::ACK,
                                        TcpHeader::ACK,
                                        TcpHeader::FIN | TcpHeader::ACK};
    TcpHeader tcp;
    tcp.SetSourcePort(sourcePort);
    tcp.SetDestinationPort(destinationPort);
    tcp.SetFlags(FLAGS[segment]);
    return tcp;
}

/** Adds what is not part of the bytes of a packet. */
void
AddTags(Ptr<Packet> packet, const ReplayPacket& from)
{
    const ReplayHeaders& given = HeadersOf(from);
    if (from.rank)
    {
        packet->AddPacketTag(RankTag(*from.rank));
    }
    if (given.pacingRate > 0 || given.departureNs > 0 || given.isForwarded)
    {
        PacingTag pacing(given.pacingRate, given.isForwarded ? PacingTag::NO_ORIGIN : 0);
        pacing.SetDeparture(NanoSeconds(given.departureNs));
        packet->AddPacketTag(pacing);
    }
    if (given.priority)
    {
        SocketPriorityTag priority;
        priority.SetPriority(*given.priority);
        packet->AddPacketTag(priority);
    }
}

/** @return a packet with its transport header, if it is one that has one */
Ptr<Packet>
MakePacket(const ReplayPacket& from, uint32_t ipBytes)
{
    const ReplayHeaders& given = HeadersOf(from);
    const uint8_t protocol = given.Protocol();
    const bool isFirst = given.fragmentOffset == 0;
    const bool isTcp = isFirst && protocol == TcpL4Protocol::PROT_NUMBER;
    const uint16_t sourcePort = given.sourcePort.value_or(FIRST_PORT + from.flow % 4096);
    const uint16_t destinationPort = given.destinationPort.value_or(DISCARD_PORT);
    const TcpHeader tcp = isTcp ? MakeTcp(given.tcp, sourcePort, destinationPort) : TcpHeader();
    const bool isUdp = isFirst && HasPorts(protocol);
    const uint32_t headers = ipBytes + (isTcp ? tcp.GetSerializedSize() : isUdp ? UDP_BYTES : 0);
    uint32_t payload = from.size - std::min(from.size, headers);
    if (isTcp)
    {
        // What a segment is does not depend on its size.
        const bool isData = given.tcp == ReplayHeaders::DATA || given.tcp == ReplayHeaders::NO_TCP;
        payload = isData ? std::max<uint32_t>(payload, 1) : 0;
    }
    auto packet = Create<Packet>(payload);
    if (isTcp)
    {
        packet->AddHeader(tcp);
    }
    else if (isUdp)
    {
        UdpHeader udp;
        udp.SetSourcePort(sourcePort);
        udp.SetDestinationPort(destinationPort);
        packet->AddHeader(udp);
    }
    AddTags(packet, from);
    return packet;
}

Ipv4Address
ToIpv4(const std::optional<ReplayAddress>& given, uint32_t otherwise)
{
    return given ? Ipv4Address::Deserialize(given->bytes.data()) : Ipv4Address(otherwise);
}

Ipv6Address
ToIpv6(const std::optional<ReplayAddress>& given, uint32_t otherwise)
{
    return given ? Ipv6Address::Deserialize(given->bytes.data())
                 : Ipv6Address::MakeIpv4MappedAddress(Ipv4Address(otherwise));
}

Ipv4Header
MakeHeader(const ReplayPacket& from)
{
    const ReplayHeaders& given = HeadersOf(from);
    Ipv4Header ip;
    ip.SetSource(ToIpv4(given.source, FIRST_SOURCE + from.flow / 4096));
    ip.SetDestination(ToIpv4(given.destination, DESTINATION));
    ip.SetProtocol(given.Protocol());
    ip.SetTtl(64);
    ip.SetEcn(static_cast<Ipv4Header::EcnType>(given.ecn));
    ip.SetFragmentOffset(given.fragmentOffset * 8);
    if (given.moreFragments)
    {
        ip.SetMoreFragments();
    }
    ip.SetPayloadSize(std::max(from.size, IPV4_BYTES + UDP_BYTES) - IPV4_BYTES);
    return ip;
}

Ptr<Packet>
MakeIpv6Packet(const ReplayPacket& from)
{
    const ReplayHeaders& given = HeadersOf(from);
    Ptr<Packet> packet = MakePacket(from, IPV6_BYTES);
    if (given.moreFragments || given.fragmentOffset > 0)
    {
        Ipv6ExtensionFragmentHeader fragment;
        fragment.SetNextHeader(given.Protocol());
        fragment.SetOffset(given.fragmentOffset * 8);
        fragment.SetMoreFragment(given.moreFragments);
        fragment.SetIdentification(0);
        packet->AddHeader(fragment);
    }
    return packet;
}

Ipv6Header
MakeIpv6Header(const ReplayPacket& from)
{
    const ReplayHeaders& given = HeadersOf(from);
    const bool isFragment = given.moreFragments || given.fragmentOffset > 0;
    Ipv6Header ip;
    ip.SetSource(ToIpv6(given.source, FIRST_SOURCE + from.flow / 4096));
    ip.SetDestination(ToIpv6(given.destination, DESTINATION));
    ip.SetNextHeader(isFragment ? uint8_t(Ipv6Header::IPV6_EXT_FRAGMENTATION) : given.Protocol());
    ip.SetHopLimit(64);
    ip.SetEcn(static_cast<Ipv6Header::EcnType>(given.ecn));
    ip.SetPayloadLength(std::max(from.size, IPV6_BYTES + UDP_BYTES) - IPV6_BYTES);
    return ip;
}

} // namespace

ReplayIdentity::ReplayIdentity(const ReplayPacket& packet)
    : m_id(packet.id),
      m_size(packet.size),
      m_flow(packet.flow),
      m_hasTuple(packet.headers && packet.headers->HasTuple())
{
}

ReplayIdentity::~ReplayIdentity() = default;

uint64_t
ReplayIdentity::GetId() const
{
    return m_id;
}

uint32_t
ReplayIdentity::GetFlow() const
{
    return m_flow;
}

void
ReplayIdentity::NoteMark() const
{
    m_marked = true;
}

bool
ReplayIdentity::IsMarked() const
{
    return m_marked;
}

ReplayItem::ReplayItem(const ReplayPacket& packet)
    : Ipv4QueueDiscItem(MakePacket(packet, IPV4_BYTES),
                        Address(),
                        Ipv4L3Protocol::PROT_NUMBER,
                        MakeHeader(packet)),
      ReplayIdentity(packet)
{
}

uint32_t
ReplayItem::GetSize() const
{
    return m_size;
}

uint32_t
ReplayItem::Hash(uint32_t perturbation) const
{
    if (m_hasTuple)
    {
        return Ipv4QueueDiscItem::Hash(perturbation);
    }
    // Every step can be undone, so different flows stay different.
    uint32_t hash = m_flow ^ perturbation;
    if (perturbation != 0)
    {
        hash ^= hash >> 16;
        hash *= 0x7feb352d;
        hash ^= hash >> 15;
    }
    return hash;
}

ReplayIpv6Item::ReplayIpv6Item(const ReplayPacket& packet)
    : Ipv6QueueDiscItem(MakeIpv6Packet(packet),
                        Address(),
                        Ipv6L3Protocol::PROT_NUMBER,
                        MakeIpv6Header(packet)),
      ReplayIdentity(packet)
{
}

uint32_t
ReplayIpv6Item::GetSize() const
{
    return m_size;
}

Ptr<QueueDiscItem>
MakeReplayItem(const ReplayPacket& packet)
{
    if (packet.headers && packet.headers->IsIpv6())
    {
        return Create<ReplayIpv6Item>(packet);
    }
    return Create<ReplayItem>(packet);
}

const ReplayIdentity*
IdentityOf(Ptr<const QueueDiscItem> item)
{
    return dynamic_cast<const ReplayIdentity*>(PeekPointer(item));
}

} // namespace ns3
