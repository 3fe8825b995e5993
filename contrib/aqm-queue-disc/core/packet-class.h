/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_CLASS_H
#define PACKET_CLASS_H

#include "flow-key.h"

#include <cstddef>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * What a packet is for, which decides how PFQD queues it (table 1 of the paper).
 */
enum class PacketClass : uint8_t
{
    NEW, //!< connection setup: TCP SYN and SYN-ACK
    CTL, //!< network control: TCP pure ACK, ICMP, DNS over UDP, ARP
    DATA //!< everything else
};

/**
 * @ingroup aqm-queue-disc
 * The transport part of an IP packet as far as it was looked at.
 */
struct TransportView
{
    uint8_t protocol{0};           //!< number of the protocol, extension headers of IPv6 skipped
    bool isFragment{false};        //!< more fragments follow, or it is not the first
    const uint8_t* bytes{nullptr}; //!< its first bytes
    std::size_t known{0};          //!< how many of them there are to read
    std::size_t length{0};         //!< all its bytes, header and payload

    /** @param at a place @return the big-endian number of 16 bits there, 0 beyond what is known */
    uint16_t Word(std::size_t at) const
    {
        return at + 2 <= known ? static_cast<uint16_t>(bytes[at] << 8 | bytes[at + 1]) : 0;
    }
};

/** Protocol numbers that matter here. */
enum : uint8_t
{
    PROTOCOL_ICMP = 1,
    PROTOCOL_TCP = 6,
    PROTOCOL_UDP = 17,
    PROTOCOL_DCCP = 33,
    PROTOCOL_ICMPV6 = 58,
    PROTOCOL_SCTP = 132,
    PROTOCOL_UDP_LITE = 136
};

/** The port of DNS. */
constexpr uint16_t DNS_PORT = 53;

/**
 * Classifies as section 3.2 of the paper has it; the first rule that matches decides.
 *
 * A fragment is data: only the first would show what it is. A SYN is connection setup whatever else
 * it says or carries. An ACK is pure if it carries nothing and says nothing else (SYN, FIN, RST,
 * URG); FIN and RST are data, for a FIN that overtook the data of its flow would look like a gap.
 * DNS is UDP from or to port 53, and nothing else is.
 * @param view a packet
 * @return its class
 */
inline PacketClass
Classify(const TransportView& view)
{
    enum : uint8_t
    {
        FIN = 0x01,
        SYN = 0x02,
        RST = 0x04,
        ACK = 0x10,
        URG = 0x20
    };

    constexpr std::size_t FLAGS_AT = 13;
    if (view.isFragment)
    {
        return PacketClass::DATA;
    }
    if (view.protocol == PROTOCOL_TCP && view.known > FLAGS_AT)
    {
        const uint8_t flags = view.bytes[FLAGS_AT];
        const std::size_t header = (view.bytes[FLAGS_AT - 1] >> 4) * 4;
        if (flags & SYN)
        {
            return PacketClass::NEW;
        }
        const bool onlyAck = (flags & (ACK | FIN | RST | URG)) == ACK;
        return onlyAck && view.length <= header ? PacketClass::CTL : PacketClass::DATA;
    }
    const bool isIcmp = view.protocol == PROTOCOL_ICMP || view.protocol == PROTOCOL_ICMPV6;
    const bool isDns = view.protocol == PROTOCOL_UDP && view.known >= 4 &&
                       (view.Word(0) == DNS_PORT || view.Word(2) == DNS_PORT);
    return isIcmp || isDns ? PacketClass::CTL : PacketClass::DATA;
}

/**
 * Adds protocol and ports to a key. Fragments have no ports, the first neither, so that all of a
 * datagram are of one flow; what has no ports (a tunnel, ESP) is told apart by its addresses.
 * @param view a packet
 * @param key has its addresses
 */
inline void
AddTransport(const TransportView& view, FlowKey& key)
{
    key.protocol = view.protocol;
    const bool hasPorts = view.protocol == PROTOCOL_TCP || view.protocol == PROTOCOL_UDP ||
                          view.protocol == PROTOCOL_SCTP || view.protocol == PROTOCOL_DCCP ||
                          view.protocol == PROTOCOL_UDP_LITE;
    if (hasPorts && !view.isFragment)
    {
        key.sourcePort = view.Word(0);
        key.destinationPort = view.Word(2);
    }
}

/**
 * Looks for the transport part of an IPv6 packet behind its extension headers: hop-by-hop options,
 * routing, destination options, authentication and fragment.
 * @param first next header of the fixed header
 * @param bytes what follows the fixed header
 * @param known bytes there are to read
 * @param length all bytes that follow the fixed header
 * @return the transport part
 */
inline TransportView
FindTransport(uint8_t first, const uint8_t* bytes, std::size_t known, std::size_t length)
{
    enum : uint8_t
    {
        HOP_BY_HOP = 0,
        ROUTING = 43,
        FRAGMENT = 44,
        AUTHENTICATION = 51,
        DESTINATION = 60
    };

    TransportView view{first, false, bytes, known, length};
    for (;;)
    {
        std::size_t size = 0;
        switch (view.protocol)
        {
        case HOP_BY_HOP:
        case ROUTING:
        case DESTINATION:
            size = view.known >= 2 ? 8 + 8 * view.bytes[1] : 0;
            break;
        case AUTHENTICATION:
            size = view.known >= 2 ? 8 + 4 * view.bytes[1] : 0;
            break;
        case FRAGMENT:
            // A fragment that is first and last at once is a whole packet (RFC 6946).
            size = view.known >= 8 ? 8 : 0;
            view.isFragment = (view.Word(2) & 0xfff9) != 0;
            break;
        default:
            return view;
        }
        if (size == 0 || size > view.known)
        {
            return view;
        }
        view.protocol = view.bytes[0];
        view.bytes += size;
        view.known -= size;
        view.length -= size;
        if (view.isFragment)
        {
            // What comes next is a header in the first fragment only.
            return view;
        }
    }
}

} // namespace schedlab

#endif /* PACKET_CLASS_H */
