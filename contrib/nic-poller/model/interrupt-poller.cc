/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "interrupt-poller.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InterruptPoller);

TypeId
InterruptPoller::GetTypeId()
{
    static TypeId tid = WithCosts(TypeId("ns3::InterruptPoller")
                                      .SetParent<IrqPoller>()
                                      .SetGroupName("NicPoller")
                                      .AddConstructor<InterruptPoller>(),
                                  StackCosts());
    return tid;
}

bool
InterruptPoller::GoesOn(PollThread& thread, uint32_t)
{
    return GetPending(thread) > 0;
}

} // namespace ns3
