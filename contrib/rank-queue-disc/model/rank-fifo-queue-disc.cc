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
    static TypeId tid = TypeId("ns3::RankFifoQueueDisc")
                            .SetParent<RankQueueDisc>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<RankFifoQueueDisc>()
                            .AddAttribute("MaxSize",
                                          "The most that may be queued, in packets or bytes.",
                                          QueueSizeValue(QueueSize("1088p")),
                                          MaxSizeAccessor(),
                                          MakeQueueSizeChecker());
    return tid;
}

void
RankFifoQueueDisc::CreateCore()
{
    m_core = std::make_unique<schedlab::RankFifoCore<uint32_t, schedlab::SwitchedCost>>(
        schedlab::RankFifoCore<uint32_t, schedlab::SwitchedCost>::Params{ToLimit(GetMaxSize())},
        schedlab::SwitchedCost(CountsComparisons()));
}

void
RankFifoQueueDisc::FollowMaxSize(const QueueSize& size)
{
    m_core->SetLimit(ToLimit(size));
}

} // namespace ns3
