/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tag-ranker.h"

#include "rank-tag.h"

#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TagRanker);

TypeId
TagRanker::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TagRanker")
                            .SetParent<PacketRanker>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<TagRanker>();
    return tid;
}

std::optional<uint64_t>
TagRanker::Rank(Ptr<const QueueDiscItem> item, uint32_t, Time)
{
    RankTag tag;
    if (!item->GetPacket()->PeekPacketTag(tag))
    {
        return std::nullopt;
    }
    return tag.GetRank();
}

bool
TagRanker::ReadsTag() const
{
    return true;
}

bool
TagRanker::IsStateless() const
{
    return true;
}

} // namespace ns3
