/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fcfs-ranker.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FcfsRanker);

TypeId
FcfsRanker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FcfsRanker")
                            .SetParent<PacketRanker>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<FcfsRanker>();
    return tid;
}

std::optional<uint64_t>
FcfsRanker::Rank(Ptr<const QueueDiscItem>, uint32_t, Time now)
{
    return now.GetNanoSeconds();
}

bool
FcfsRanker::IsStateless() const
{
    return true;
}

} // namespace ns3
