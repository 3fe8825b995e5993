/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aqm-test-utils.h"

#include "ns3/arp-header.h"
#include "ns3/arp-l3-protocol.h"
#include "ns3/arp-queue-disc-item.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-extension-header.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"

#include <stdexcept>

namespace ns3
{
namespace tests
{

namespace
{

Ptr<Packet>
MakePacket(const TestPacket& like)
{
    auto packet = Create<Packet>(like.payload);
    if (like.fragmentOffset > 0)
    {
        return packet;
    }
    if (like.protocol == 6)
    {
        TcpHeader tcp;
        tcp.SetSourcePort(like.sourcePort);
        tcp.SetDestinationPort(like.destinationPort);
        tcp.SetFlags(like.tcpFlags);
        packet->AddHeader(tcp);
    }
    else if (like.protocol == 17)
    {
        UdpHeader udp;
        udp.SetSourcePort(like.sourcePort);
        udp.SetDestinationPort(like.destinationPort);
        packet->AddHeader(udp);
    }
    return packet;
}

} // namespace

Ptr<QueueDiscItem>
MakeIpv4Item(const TestPacket& like)
{
    const Ptr<Packet> packet = MakePacket(like);
    Ipv4Header ip;
    ip.SetSource(Ipv4Address(like.source.empty() ? "10.0.0.1" : like.source.c_str()));
    ip.SetDestination(Ipv4Address("10.0.0.2"));
    ip.SetProtocol(like.protocol);
    ip.SetPayloadSize(packet->GetSize());
    ip.SetEcn(static_cast<Ipv4Header::EcnType>(like.ecn));
    ip.SetFragmentOffset(like.fragmentOffset);
    if (like.moreFragments)
    {
        ip.SetMoreFragments();
    }
    return Create<Ipv4QueueDiscItem>(packet, Address(), Ipv4L3Protocol::PROT_NUMBER, ip);
}

Ptr<QueueDiscItem>
MakeIpv6Item(const TestPacket& like)
{
    const Ptr<Packet> packet = MakePacket(like);
    uint8_t next = like.protocol;
    if (like.moreFragments || like.fragmentOffset > 0)
    {
        Ipv6ExtensionFragmentHeader fragment;
        fragment.SetNextHeader(next);
        fragment.SetOffset(like.fragmentOffset);
        fragment.SetMoreFragment(like.moreFragments);
        fragment.SetIdentification(7);
        packet->AddHeader(fragment);
        next = Ipv6Header::IPV6_EXT_FRAGMENTATION;
    }
    Ipv6Header ip;
    ip.SetSource(Ipv6Address(like.source.empty() ? "2001:db8::1" : like.source.c_str()));
    ip.SetDestination(Ipv6Address("2001:db8::2"));
    ip.SetNextHeader(next);
    ip.SetPayloadLength(packet->GetSize());
    ip.SetEcn(static_cast<Ipv6Header::EcnType>(like.ecn));
    return Create<Ipv6QueueDiscItem>(packet, Address(), Ipv6L3Protocol::PROT_NUMBER, ip);
}

Ptr<QueueDiscItem>
MakeArpItem()
{
    return Create<ArpQueueDiscItem>(Create<Packet>(),
                                    Address(),
                                    ArpL3Protocol::PROT_NUMBER,
                                    ArpHeader());
}

uint8_t
EcnOf(Ptr<const QueueDiscItem> item)
{
    uint8_t field = 0;
    item->GetUint8Value(QueueItem::IP_DSFIELD, field);
    return field & 3;
}

Ptr<QueueDisc>
MakeDisc(const std::string& type, const Settings& settings)
{
    ObjectFactory factory("ns3::" + type);
    for (const auto& [name, value] : settings)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<QueueDisc>();
}

std::string
WhyRefused(Ptr<QueueDisc> disc)
{
    try
    {
        disc->Initialize();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace tests
} // namespace ns3
