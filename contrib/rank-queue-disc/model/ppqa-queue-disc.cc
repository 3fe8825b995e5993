/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ppqa-queue-disc.h"

#include "rank-queue-disc-compat.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PpqaQueueDisc);

TypeId
PpqaQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PpqaQueueDisc")
            .SetParent<RankQueueDisc>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<PpqaQueueDisc>()
            .AddAttribute("Queues",
                          "Number of parallel queues.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&PpqaQueueDisc::m_queues),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("QueueSize",
                          "The most that one queue may hold, in packets or bytes.",
                          QueueSizeValue(QueueSize("136p")),
                          MakeQueueSizeAccessor(&PpqaQueueDisc::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute(
                "DropPolicy",
                "What the full queue of an arrival's flow does: PushOut drops its worst "
                "packet, DropArriving refuses the arrival.",
                EnumValue(Core::PUSH_OUT),
                rank_compat::EnumAccessor<Core::DropPolicy>(&PpqaQueueDisc::m_dropPolicy),
                MakeEnumChecker(Core::PUSH_OUT, "PushOut", Core::DROP_ARRIVING, "DropArriving"));
    return tid;
}

PpqaQueueDisc::PpqaQueueDisc() = default;

void
PpqaQueueDisc::CreateCore()
{
    Core::Params params;
    params.queues = m_queues;
    params.limit = ToLimit(m_queueSize);
    params.dropPolicy = m_dropPolicy;
    MakeCore(params);
    TellTotalSize(m_queues, m_queueSize);
}

} // namespace ns3
