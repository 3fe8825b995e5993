/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-view.h"

#include "ns3/arp-queue-disc-item.h"
#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"
#include "ns3/packet.h"

namespace ns3
{

namespace
{

/** Enough for a TCP header without options. */
constexpr uint32_t IPV4_BYTES = 20;
/** Enough for the extension headers that are met. */
constexpr uint32_t IPV6_BYTES = 256;

void
Read(const Ipv4QueueDiscItem& item, PacketView& view)
{
    const Ipv4Header& ip = item.GetHeader();
    const Ptr<Packet> packet = item.GetPacket();
    uint8_t bytes[IPV4_BYTES];
    schedlab::TransportView transport;
    transport.protocol = ip.GetProtocol();
    transport.isFragment = !ip.IsLastFragment() || ip.GetFragmentOffset() != 0;
    transport.bytes = bytes;
    transport.known = packet->CopyData(bytes, IPV4_BYTES);
    transport.length = packet->GetSize();
    view.key.family = 4;
    view.key.source[1] = ip.GetSource().Get();
    view.key.destination[1] = ip.GetDestination().Get();
    schedlab::AddTransport(transport, view.key);
    view.kind = schedlab::Classify(transport);
    view.ecn = ip.GetEcn();
}

std::array<uint64_t, 2>
ToWords(const Ipv6Address& address)
{
    uint8_t bytes[16];
    address.GetBytes(bytes);
    std::array<uint64_t, 2> words{};
    for (int i = 0; i < 16; ++i)
    {
        words[i / 8] = words[i / 8] << 8 | bytes[i];
    }
    return words;
}

void
Read(const Ipv6QueueDiscItem& item, PacketView& view)
{
    const Ipv6Header& ip = item.GetHeader();
    const Ptr<Packet> packet = item.GetPacket();
    uint8_t bytes[IPV6_BYTES];
    const uint32_t known = packet->CopyData(bytes, IPV6_BYTES);
    const auto transport =
        schedlab::FindTransport(ip.GetNextHeader(), bytes, known, packet->GetSize());
    view.key.family = 6;
    view.key.source = ToWords(ip.GetSource());
    view.key.destination = ToWords(ip.GetDestination());
    schedlab::AddTransport(transport, view.key);
    view.kind = schedlab::Classify(transport);
    view.ecn = ip.GetEcn();
}

} // namespace

PacketView
PacketView::Of(Ptr<const QueueDiscItem> item, uint32_t perturbation)
{
    PacketView view;
    const QueueDiscItem* any = PeekPointer(item);
    if (const auto* ipv4 = dynamic_cast<const Ipv4QueueDiscItem*>(any))
    {
        Read(*ipv4, view);
    }
    else if (const auto* ipv6 = dynamic_cast<const Ipv6QueueDiscItem*>(any))
    {
        Read(*ipv6, view);
    }
    else if (dynamic_cast<const ArpQueueDiscItem*>(any))
    {
        view.kind = schedlab::PacketClass::CTL;
    }
    else
    {
        uint8_t field = 0;
        view.ecn = item->GetUint8Value(QueueItem::IP_DSFIELD, field) ? field & 3 : 0;
        view.hash = item->Hash(perturbation);
        view.key.source[1] = view.hash;
        return view;
    }
    view.hash = view.key.Hash(perturbation);
    return view;
}

} // namespace ns3
