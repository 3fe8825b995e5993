/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "napi-poller.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NapiPoller);

TypeId
NapiPoller::GetTypeId()
{
    static TypeId tid = WithCosts(TypeId("ns3::NapiPoller")
                                      .SetParent<IrqPoller>()
                                      .SetGroupName("NicPoller")
                                      .AddConstructor<NapiPoller>(),
                                  StackCosts());
    return tid;
}

} // namespace ns3
