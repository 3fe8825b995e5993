/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-linear-helper.h"

namespace ns3
{

DcLinearHelper::DcLinearHelper(DataRate rate, Time delay, QueueSize deviceQueue, uint16_t mtu)
    : DcStarHelper(2, rate, delay, deviceQueue, mtu)
{
}

} // namespace ns3
