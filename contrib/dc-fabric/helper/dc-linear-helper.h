/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_LINEAR_HELPER_H
#define DC_LINEAR_HELPER_H

#include "dc-star-helper.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Two hosts joined by one switch, all links alike: the star of two.
 *
 * As no link is slower than another, the queue forms at the port of the sending host.
 */
class DcLinearHelper : public DcStarHelper
{
  public:
    /**
     * Makes the nodes and links.
     * @param rate rate of both links
     * @param delay propagation delay of each link, whole nanoseconds
     * @param deviceQueue queue of each device, below its queue disc
     * @param mtu largest packet in bytes
     */
    explicit DcLinearHelper(DataRate rate = DataRate("100Gbps"),
                            Time delay = MicroSeconds(1),
                            QueueSize deviceQueue = QueueSize("1p"),
                            uint16_t mtu = 1500);
};

} // namespace ns3

#endif /* DC_LINEAR_HELPER_H */
