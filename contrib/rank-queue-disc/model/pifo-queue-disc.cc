/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pifo-queue-disc.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PifoQueueDisc);

TypeId
PifoQueueDisc::GetTypeId()
{
    static TypeId tid = WithMaxSize(TypeId("ns3::PifoQueueDisc")
                                        .SetParent<RankQueueDisc>()
                                        .SetGroupName("RankQueueDisc")
                                        .AddConstructor<PifoQueueDisc>());
    return tid;
}

void
PifoQueueDisc::CreateCore()
{
    MakeCore(schedlab::PifoCore<uint32_t, schedlab::SwitchedCost>::Params{ToLimit(GetMaxSize())});
}

} // namespace ns3
