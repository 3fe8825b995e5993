/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-star-helper.h"

namespace ns3
{

DcStarHelper::DcStarHelper(uint32_t hosts,
                           DataRate rate,
                           Time delay,
                           QueueSize deviceQueue,
                           uint16_t mtu)
    : DcFabricHelper(schedlab::FabricPlan::Star(
                         hosts,
                         {rate.GetBitRate(), static_cast<uint64_t>(delay.GetNanoSeconds())}),
                     deviceQueue,
                     mtu)
{
}

Ptr<Node>
DcStarHelper::GetSwitch() const
{
    return GetSwitches().Get(0);
}

} // namespace ns3
