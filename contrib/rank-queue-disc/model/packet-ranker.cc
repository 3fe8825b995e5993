/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "packet-ranker.h"

#include <stdexcept>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PacketRanker);

TypeId
PacketRanker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketRanker").SetParent<Object>().SetGroupName("RankQueueDisc");
    return tid;
}

void
PacketRanker::OnDequeue(const RankedPacket&)
{
}

void
PacketRanker::OnDrop(const RankedPacket&, DropKind)
{
}

void
PacketRanker::OnEmpty()
{
}

bool
PacketRanker::UsesFlow() const
{
    return false;
}

bool
PacketRanker::ReadsTag() const
{
    return false;
}

bool
PacketRanker::IsStateless() const
{
    return false;
}

void
PacketRanker::Attach()
{
    if (m_attached && !IsStateless())
    {
        throw std::logic_error(GetInstanceTypeId().GetName() +
                               ": one ranker object is set on two queue discs; give each its own, "
                               "for instance by setting Ranker to a string");
    }
    m_attached = true;
}

} // namespace ns3
