/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_STAR_HELPER_H
#define DC_STAR_HELPER_H

#include "dc-fabric-helper.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Hosts around one switch, all links alike.
 */
class DcStarHelper : public DcFabricHelper
{
  public:
    /**
     * Makes the nodes and links.
     * @param hosts number of hosts, at least 2
     * @param rate rate of each link
     * @param delay propagation delay of each link, whole nanoseconds
     * @param deviceQueue queue of each device, below its queue disc
     * @param mtu largest packet in bytes
     * @throws std::invalid_argument if there are fewer than two hosts
     */
    explicit DcStarHelper(uint32_t hosts = 64,
                          DataRate rate = DataRate("100Gbps"),
                          Time delay = MicroSeconds(1),
                          QueueSize deviceQueue = QueueSize("1p"),
                          uint16_t mtu = 1500);

    /** @return the switch */
    Ptr<Node> GetSwitch() const;
};

} // namespace ns3

#endif /* DC_STAR_HELPER_H */
