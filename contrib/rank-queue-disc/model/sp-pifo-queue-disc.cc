/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sp-pifo-queue-disc.h"

#include "rank-queue-disc-compat.h"

#include "ns3/uinteger.h"

namespace ns3
{

using schedlab::SpPifoParams;

NS_OBJECT_ENSURE_REGISTERED(SpPifoQueueDisc);

TypeId
SpPifoQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SpPifoQueueDisc")
            .SetParent<RankQueueDisc>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<SpPifoQueueDisc>()
            .AddAttribute("Queues",
                          "Number of FIFOs, at least 1.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&SpPifoQueueDisc::m_queues),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("QueueSize",
                          "The most that each FIFO may hold, in packets or bytes.",
                          QueueSizeValue(QueueSize("136p")),
                          MakeQueueSizeAccessor(&SpPifoQueueDisc::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute(
                "StepRule",
                "How far the bounds go down when a rank falls below the lowest of them.",
                EnumValue(SpPifoParams::COST),
                rank_compat::EnumAccessor<SpPifoParams::StepRule>(&SpPifoQueueDisc::m_stepRule),
                MakeEnumChecker(SpPifoParams::COST,
                                "Cost",
                                SpPifoParams::ONE,
                                "One",
                                SpPifoParams::RANK,
                                "Rank",
                                SpPifoParams::QUEUE_BOUND,
                                "QueueBound"));
    return tid;
}

void
SpPifoQueueDisc::CreateCore()
{
    MakeCore(SpPifoParams{m_queues, ToLimit(m_queueSize), m_stepRule});
    TellTotalSize(m_queues, m_queueSize);
}

} // namespace ns3
