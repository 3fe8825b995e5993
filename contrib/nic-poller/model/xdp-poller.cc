/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "xdp-poller.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(XdpPoller);

TypeId
XdpPoller::GetTypeId()
{
    schedlab::ServiceCost costs = StackCosts();
    costs.packet = 290;
    costs.interrupt = 1400;
    static TypeId tid = WithCosts(TypeId("ns3::XdpPoller")
                                      .SetParent<IrqPoller>()
                                      .SetGroupName("NicPoller")
                                      .AddConstructor<XdpPoller>(),
                                  costs);
    return tid;
}

void
XdpPoller::DoStart()
{
    if (GetNQueues() > GetNCores())
    {
        Refuse("each queue needs a core of its own: the attribute Queues is above Cores");
    }
    IrqPoller::DoStart();
}

} // namespace ns3
