/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_SEGMENT_H
#define LIGHT_SEGMENT_H

#include "sack-set.h"

#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * What the light transport says in a packet. Byte i of a flow has sequence number i + 1, the SYN
 * has sequence number 0.
 */
struct LightSegment
{
    static constexpr uint8_t SYN = 1; //!< opens the connection
    static constexpr uint8_t ACK = 2; //!< the field ack holds
    static constexpr uint8_t ECE = 4; //!< the packet acknowledged carried a congestion mark

    uint64_t seq = 0;     //!< sequence number of the first byte
    uint64_t ack = 0;     //!< the next byte expected
    uint32_t payload = 0; //!< bytes of data
    uint8_t flags = 0;    //!< SYN, ACK, ECE
    int64_t sentNs = 0;   //!< when it was sent, set by the host
    int64_t echoNs = 0;   //!< sentNs of the packet acknowledged
};

/** Selective acknowledgements that go with a segment. */
using LightSacks = std::vector<SeqRange>;

} // namespace schedlab

#endif /* LIGHT_SEGMENT_H */
