/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_FLOW_COUNTER_H
#define NIC_FLOW_COUNTER_H

#include "ns3/packet.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup nic-poller
 * Counts packets and bytes of each IPv4 flow, as a flow monitor behind a poller does. A flow is
 * addresses, transport protocol and ports.
 */
class NicFlowCounter
{
  public:
    /** What passed of a flow. */
    struct Counts
    {
        uint64_t packets{0}; //!< packets
        uint64_t bytes{0};   //!< bytes, network header included
    };

    /** @param packet a packet, its network header in front @param protocol number of that */
    void Count(const Packet& packet, uint16_t protocol);

    /** @return number of flows seen */
    std::size_t GetNFlows() const;

    /** @return packets that are of no IPv4 flow */
    uint64_t GetOthers() const;

    /** @return all flows together */
    Counts GetTotal() const;

    /** @return by flow: 13 bytes, source and destination address, ports, protocol */
    const std::unordered_map<std::string, Counts>& GetFlows() const;

  private:
    std::unordered_map<std::string, Counts> m_flows; //!< by flow
    uint64_t m_others{0};                            //!< of no flow
};

} // namespace ns3

#endif /* NIC_FLOW_COUNTER_H */
