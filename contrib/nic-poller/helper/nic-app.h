/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_APP_H
#define NIC_APP_H

#include "ns3/service-cost.h"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

/**
 * @ingroup nic-poller
 * What a host does with the packets that a poller brings: costs and settings of the three programs
 * that Metronome's paper adapts.
 */
struct NicApp
{
    std::string name;  //!< l3fwd, ipsec or flow-monitor
    double packetCost; //!< CPU time in ns for a packet
    double byteCost;   //!< CPU time in ns for a byte of it
    uint32_t burst;    //!< most packets of a poll
    uint32_t ringSize; //!< packets of a receive ring
    bool forwards;     //!< packets are sent on

    /**
     * l3fwd: a forwarder, 28.5 million packets a second. ipsec: a gateway that encrypts with
     * AES-CBC; the costs give the paper's 5.61 million packets of 64 bytes a second. flow-monitor:
     * counts packets and bytes of each flow and sends nothing; a look-up on top of l3fwd's cost is
     * assumed.
     * @param name which
     * @return it
     * @throws std::invalid_argument if there is no such program
     */
    static NicApp Of(const std::string& name)
    {
        if (name == "l3fwd")
        {
            return {name, schedlab::ServiceCost().packet, 0, 32, 4096, true};
        }
        if (name == "ipsec")
        {
            return {name, 50.25, 2, 32, 1024, true};
        }
        if (name == "flow-monitor")
        {
            return {name, 45, 0, 256, 4096, false};
        }
        throw std::invalid_argument("there is no program \"" + name +
                                    "\": use l3fwd, ipsec or flow-monitor");
    }
};

} // namespace ns3

#endif /* NIC_APP_H */
