/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-class.h"

#include <gtest/gtest.h>
#include <vector>

using namespace schedlab;

namespace packet_class_test
{

using Bytes = std::vector<uint8_t>;

enum : uint8_t
{
    FIN = 0x01,
    SYN = 0x02,
    RST = 0x04,
    PSH = 0x08,
    ACK = 0x10,
    URG = 0x20,
    ECE = 0x40,
    CWR = 0x80
};

/** @return the class of a TCP segment @param options words of options */
PacketClass
Tcp(int flags, std::size_t payload, int options = 0)
{
    Bytes bytes(20, 0);
    bytes[12] = static_cast<uint8_t>((5 + options) << 4);
    bytes[13] = static_cast<uint8_t>(flags);
    return Classify({PROTOCOL_TCP, false, bytes.data(), 20, 20 + 4u * options + payload});
}

/** @return the class of a UDP datagram */
PacketClass
Udp(uint16_t from, uint16_t to, bool isFragment = false, uint8_t protocol = PROTOCOL_UDP)
{
    const Bytes bytes{uint8_t(from >> 8), uint8_t(from), uint8_t(to >> 8), uint8_t(to), 0, 0, 0, 0};
    return Classify({protocol, isFragment, bytes.data(), bytes.size(), 1480});
}

TEST(PacketClass, TcpFlags)
{
    EXPECT_EQ(Tcp(SYN, 0), PacketClass::NEW);
    EXPECT_EQ(Tcp(SYN | ACK, 0), PacketClass::NEW);
    EXPECT_EQ(Tcp(SYN | ECE | CWR, 0), PacketClass::NEW) << "asking for ECN";
    EXPECT_EQ(Tcp(SYN, 500), PacketClass::NEW) << "TCP Fast Open";
    EXPECT_EQ(Tcp(ACK, 0), PacketClass::CTL);
    EXPECT_EQ(Tcp(ACK, 0, 3), PacketClass::CTL) << "SACK is an option";
    EXPECT_EQ(Tcp(ACK | ECE | PSH, 0), PacketClass::CTL);
    EXPECT_EQ(Tcp(ACK, 1), PacketClass::DATA) << "a probe of a closed window";
    EXPECT_EQ(Tcp(ACK | PSH, 1448, 3), PacketClass::DATA);
    EXPECT_EQ(Tcp(FIN | ACK, 0), PacketClass::DATA);
    EXPECT_EQ(Tcp(RST, 0), PacketClass::DATA);
    EXPECT_EQ(Tcp(RST | ACK, 0), PacketClass::DATA);
    EXPECT_EQ(Tcp(ACK | URG, 0), PacketClass::DATA);
    EXPECT_EQ(Classify({PROTOCOL_TCP, false, nullptr, 0, 0}), PacketClass::DATA);
}

TEST(PacketClass, OtherProtocols)
{
    EXPECT_EQ(Udp(53, 40000), PacketClass::CTL);
    EXPECT_EQ(Udp(40000, 53), PacketClass::CTL);
    EXPECT_EQ(Udp(5353, 5353), PacketClass::DATA);
    EXPECT_EQ(Udp(40000, 853), PacketClass::DATA);
    EXPECT_EQ(Udp(40000, 53, true), PacketClass::DATA) << "a fragment";
    EXPECT_EQ(Udp(53, 53, false, PROTOCOL_TCP), PacketClass::DATA) << "DNS over TCP";
    EXPECT_EQ(Classify({PROTOCOL_ICMP, false, nullptr, 0, 8}), PacketClass::CTL);
    EXPECT_EQ(Classify({PROTOCOL_ICMPV6, false, nullptr, 0, 8}), PacketClass::CTL);
    EXPECT_EQ(Classify({PROTOCOL_ICMP, true, nullptr, 0, 8}), PacketClass::DATA);
    EXPECT_EQ(Classify({47, false, nullptr, 0, 8}), PacketClass::DATA) << "a tunnel";
}

TEST(PacketClass, PortsOfAFlow)
{
    const Bytes bytes{1, 2, 3, 4};
    const auto key = [&](uint8_t protocol, bool isFragment) {
        FlowKey made;
        AddTransport({protocol, isFragment, bytes.data(), 4, 100}, made);
        return made;
    };
    EXPECT_EQ(key(PROTOCOL_UDP, false).sourcePort, 0x0102);
    EXPECT_EQ(key(PROTOCOL_TCP, false).destinationPort, 0x0304);
    EXPECT_EQ(key(PROTOCOL_UDP, true).sourcePort, 0);
    EXPECT_EQ(key(50, false).sourcePort, 0) << "ESP has none";
    EXPECT_EQ(key(50, false).protocol, 50);
}

TEST(PacketClass, BehindExtensionHeaders)
{
    // Hop-by-hop options of 16 bytes, then UDP.
    Bytes bytes(24, 0);
    bytes[0] = PROTOCOL_UDP;
    bytes[1] = 1;
    bytes[17] = 53;
    TransportView view = FindTransport(0, bytes.data(), bytes.size(), 1000);
    EXPECT_EQ(view.protocol, PROTOCOL_UDP);
    EXPECT_EQ(view.length, 984u);
    EXPECT_EQ(Classify(view), PacketClass::CTL);

    // A fragment header: the first of several, one that is the whole packet, one in the middle
    // whose bytes are not a header.
    for (auto [field, isFragment] : {std::pair{0x0001, true}, {0x0000, false}, {0x0b91, true}})
    {
        Bytes fragment{60,
                       0,
                       uint8_t(field >> 8),
                       uint8_t(field),
                       0,
                       0,
                       0,
                       1,
                       17,
                       0,
                       0,
                       0,
                       0,
                       0,
                       0,
                       0};
        view = FindTransport(44, fragment.data(), fragment.size(), 1000);
        EXPECT_EQ(view.isFragment, isFragment) << field;
        EXPECT_EQ(view.protocol, isFragment ? 60 : 17) << field;
    }
    // Cut off in the middle of a header.
    view = FindTransport(43, bytes.data(), 1, 1000);
    EXPECT_EQ(view.protocol, 43);
    view = FindTransport(0, bytes.data(), 15, 1000);
    EXPECT_EQ(Classify(view), PacketClass::DATA);
}

} // namespace packet_class_test
