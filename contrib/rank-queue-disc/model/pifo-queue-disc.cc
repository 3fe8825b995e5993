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
    static TypeId tid = TypeId("ns3::PifoQueueDisc")
                            .SetParent<RankQueueDisc>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<PifoQueueDisc>()
                            .AddAttribute("MaxSize",
                                          "The most that may be queued, in packets or bytes.",
                                          QueueSizeValue(QueueSize("1088p")),
                                          MaxSizeAccessor(),
                                          MakeQueueSizeChecker());
    return tid;
}

void
PifoQueueDisc::CreateCore()
{
    m_core = std::make_unique<schedlab::PifoCore<uint32_t, schedlab::SwitchedCost>>(
        schedlab::PifoCore<uint32_t, schedlab::SwitchedCost>::Params{ToLimit(GetMaxSize())},
        schedlab::SwitchedCost(CountsComparisons()));
}

void
PifoQueueDisc::FollowMaxSize(const QueueSize& size)
{
    m_core->SetLimit(ToLimit(size));
}

} // namespace ns3
