/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AQM_TEST_UTILS_H
#define AQM_TEST_UTILS_H

#include "ns3/queue-disc.h"
#include "ns3/queue-item.h"
#include "ns3/tcp-header.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup aqm-queue-disc-tests
 * What the suites of this module share: packets of every kind, and queue discs made by name.
 */

/**
 * @defgroup aqm-queue-disc-tests Tests of PFQD and its rivals
 * @ingroup aqm-queue-disc
 */

namespace ns3
{
namespace tests
{

/** What a packet of a test is like. */
struct TestPacket
{
    uint8_t protocol{17};             //!< of the transport
    uint16_t sourcePort{1000};        //!< of TCP and UDP
    uint16_t destinationPort{9};      //!< of TCP and UDP
    uint8_t tcpFlags{TcpHeader::ACK}; //!< of TCP
    uint32_t payload{1000};           //!< bytes behind the transport header
    uint8_t ecn{0};                   //!< ECN field
    uint16_t fragmentOffset{0};       //!< bytes
    bool moreFragments{false};        //!< more fragments follow
    std::string source{};             //!< address; 10.0.0.1 or 2001:db8::1 if empty
};

/** @param like what it is like @return an item of IPv4 */
Ptr<QueueDiscItem> MakeIpv4Item(const TestPacket& like);

/** @param like what it is like @return an item of IPv6 */
Ptr<QueueDiscItem> MakeIpv6Item(const TestPacket& like);

/** @return an item of ARP */
Ptr<QueueDiscItem> MakeArpItem();

/** @return the ECN field of an item of IPv4 or IPv6 */
uint8_t EcnOf(Ptr<const QueueDiscItem> item);

using Settings = std::vector<std::pair<std::string, std::string>>; //!< attributes and values

/**
 * @param type TypeId of a disc without "ns3::"
 * @param settings its attributes
 * @return the disc, not initialized
 */
Ptr<QueueDisc> MakeDisc(const std::string& type, const Settings& settings = {});

/** @param disc a disc @return why it refuses to be initialized, empty if it does not */
std::string WhyRefused(Ptr<QueueDisc> disc);

} // namespace tests
} // namespace ns3

#endif /* AQM_TEST_UTILS_H */
