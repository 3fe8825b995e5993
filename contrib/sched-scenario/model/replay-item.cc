/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-item.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/packet.h"
#include "ns3/rank-tag.h"
#include "ns3/udp-header.h"
#include "ns3/udp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t IP_BYTES = 20;
constexpr uint32_t UDP_BYTES = 8;

// The upper 20 bits of a flow are in its address, the lower 12 in its port.
constexpr uint32_t FIRST_SOURCE = 0x0a010000; // 10.1.0.0
constexpr uint32_t DESTINATION = 0x0ac80001;  // 10.200.0.1
constexpr uint16_t FIRST_PORT = 4096;
constexpr uint16_t DISCARD_PORT = 9;

Ptr<Packet>
MakePacket(const ReplayPacket& from)
{
    auto packet = Create<Packet>(from.size - std::min(from.size, IP_BYTES + UDP_BYTES));
    UdpHeader udp;
    udp.SetSourcePort(FIRST_PORT + from.flow % 4096);
    udp.SetDestinationPort(DISCARD_PORT);
    packet->AddHeader(udp);
    if (from.rank)
    {
        packet->AddPacketTag(RankTag(*from.rank));
    }
    return packet;
}

Ipv4Header
MakeHeader(const ReplayPacket& from)
{
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(FIRST_SOURCE + from.flow / 4096));
    ip.SetDestination(Ipv4Address(DESTINATION));
    ip.SetProtocol(UdpL4Protocol::PROT_NUMBER);
    ip.SetTtl(64);
    ip.SetPayloadSize(std::max(from.size, IP_BYTES + UDP_BYTES) - IP_BYTES);
    return ip;
}

} // namespace

ReplayItem::ReplayItem(const ReplayPacket& packet)
    : Ipv4QueueDiscItem(MakePacket(packet),
                        Address(),
                        Ipv4L3Protocol::PROT_NUMBER,
                        MakeHeader(packet)),
      m_id(packet.id),
      m_size(packet.size),
      m_flow(packet.flow)
{
}

uint64_t
ReplayItem::GetId() const
{
    return m_id;
}

uint32_t
ReplayItem::GetFlow() const
{
    return m_flow;
}

uint32_t
ReplayItem::GetSize() const
{
    return m_size;
}

uint32_t
ReplayItem::Hash(uint32_t perturbation) const
{
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

} // namespace ns3
