/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_ARRIVAL_H
#define PFQD_ARRIVAL_H

#include "flow-key.h"
#include "packet-class.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * A packet offered to PFQD.
 */
struct PfqdArrival
{
    PacketClass kind{PacketClass::DATA}; //!< what it is for
    uint32_t size{0};                    //!< bytes
    FlowKey key;                         //!< of its flow; for DATA only
    uint32_t hash{0};                    //!< of the key
    bool isEct{false};                   //!< ECT(0), ECT(1) or CE
    bool isLocal{false};                 //!< sent by this host, in host mode: never marked or lost
    uint64_t pacingRate{0};              //!< of its sender, bit/s; 0 for none
};

/** Why PFQD drops a packet. */
enum class PfqdDrop : uint8_t
{
    NONE,     //!< it does not
    NEW_FULL, //!< an arrival: NEW is full
    CTL_FULL, //!< an arrival: CTL is full
    HEAD,     //!< its flow cannot be marked and is over its limit
    OVERLIMIT //!< the buffer is full and its flow is the deepest
};

} // namespace schedlab

#endif /* PFQD_ARRIVAL_H */
