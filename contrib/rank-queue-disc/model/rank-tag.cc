/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-tag.h"

#include "ns3/packet.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RankTag);

TypeId
RankTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RankTag")
                            .SetParent<Tag>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<RankTag>();
    return tid;
}

RankTag::RankTag(uint64_t rank)
    : m_rank(rank)
{
}

void
RankTag::Write(Packet& packet, uint64_t rank)
{
    RankTag tag(rank);
    packet.ReplacePacketTag(tag);
}

uint64_t
RankTag::GetRank() const
{
    return m_rank;
}

void
RankTag::SetRank(uint64_t rank)
{
    m_rank = rank;
}

TypeId
RankTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
RankTag::GetSerializedSize() const
{
    return sizeof(m_rank);
}

void
RankTag::Serialize(TagBuffer i) const
{
    i.WriteU64(m_rank);
}

void
RankTag::Deserialize(TagBuffer i)
{
    m_rank = i.ReadU64();
}

void
RankTag::Print(std::ostream& os) const
{
    os << "rank=" << m_rank;
}

} // namespace ns3
