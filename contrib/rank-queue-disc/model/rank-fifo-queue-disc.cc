/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-fifo-queue-disc.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RankFifoQueueDisc);

TypeId
RankFifoQueueDisc::GetTypeId()
{
    static TypeId tid = WithMaxSize(TypeId("ns3::RankFifoQueueDisc")
                                        .SetParent<RankQueueDisc>()
                                        .SetGroupName("RankQueueDisc")
                                        .AddConstructor<RankFifoQueueDisc>());
    return tid;
}

void
RankFifoQueueDisc::CreateCore()
{
    MakeCore(schedlab::AdmitAll::Params{ToLimit(GetMaxSize())});
}

} // namespace ns3
