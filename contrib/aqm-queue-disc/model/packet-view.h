/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_VIEW_H
#define PACKET_VIEW_H

#include "ns3/packet-class.h"
#include "ns3/queue-item.h"

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * What a queue disc of this module has to know of a packet.
 */
struct PacketView
{
    schedlab::PacketClass kind{schedlab::PacketClass::DATA}; //!< what it is for
    schedlab::FlowKey key;                                   //!< its flow
    uint32_t hash{0};                                        //!< of the flow
    uint8_t ecn{0}; //!< ECN field of RFC 3168: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE

    /**
     * Looks at a packet. Those of IPv4 and IPv6 are read, header and transport; ARP is control;
     * anything else belongs to the flow of its QueueDiscItem::Hash().
     * @param item the packet, its header not yet added
     * @param perturbation salt of the hash
     * @return what is known of it
     */
    static PacketView Of(Ptr<const QueueDiscItem> item, uint32_t perturbation);
};

} // namespace ns3

#endif /* PACKET_VIEW_H */
