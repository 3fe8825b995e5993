/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LOAD_H
#define FABRIC_LOAD_H

#include "ecmp-routes.h"
#include "fabric-plan.h"

#include <cstdint>
#include <stdexcept>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * How much flows between hosts drawn evenly from all ordered pairs load the links of a class. All
 * equal-cost paths of a fabric have the same classes of links.
 */
struct FabricLoad
{
    double bitsPerSecond{0}; //!< sum of the rates of the ports of the class
    double crossings{0};     //!< ports of the class that a flow goes through, on average

    /**
     * @param plan the topology
     * @param routes its paths
     * @param portClass a class of ports
     * @return what the class carries
     */
    static FabricLoad Of(const FabricPlan& plan, const EcmpRoutes& routes, PortClass portClass)
    {
        FabricLoad load;
        for (uint32_t port = 0; port < plan.NPorts(); ++port)
        {
            load.bitsPerSecond += plan.Class(port) == portClass ? plan.Link(port).bitsPerSecond : 0;
        }
        uint64_t crossed = 0;
        for (uint32_t from = 0; from < plan.nHosts; ++from)
        {
            for (uint32_t to = 0; to < plan.nHosts; ++to)
            {
                if (from == to)
                {
                    continue;
                }
                const EcmpPath path = routes.Path(from, to, 0);
                for (uint8_t hop = 0; hop < path.hops; ++hop)
                {
                    crossed += plan.Class(path.ports[hop]) == portClass;
                }
            }
        }
        load.crossings = static_cast<double>(crossed) / (uint64_t{plan.nHosts} * (plan.nHosts - 1));
        return load;
    }

    /**
     * @return payload of all flows together, bit/s, that loads the class to 1; of the hosts' ports
     * of a fabric with equal links it is their rate times their number
     * @throws std::invalid_argument if no flow goes through a port of the class
     */
    double Capacity() const
    {
        if (!(crossings > 0))
        {
            throw std::invalid_argument("no flow goes through links of this class, so they cannot "
                                        "be loaded");
        }
        return bitsPerSecond / crossings;
    }
};

} // namespace schedlab

#endif /* FABRIC_LOAD_H */
