/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p3po-queue-disc.h"

#include "rank-queue-disc-compat.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(P3poQueueDisc);

TypeId
P3poQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::P3poQueueDisc")
            .SetParent<RankQueueDisc>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<P3poQueueDisc>()
            .AddAttribute("Queues",
                          "Number of queues in the cascade.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&P3poQueueDisc::m_queues),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("QueueSize",
                          "The most that one queue may hold, in packets or bytes.",
                          QueueSizeValue(QueueSize("136p")),
                          MakeQueueSizeAccessor(&P3poQueueDisc::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute("LowThreshold",
                          "A queue filled to this share of QueueSize or less, when a packet has "
                          "been served, is refilled from the next one. At most HighThreshold.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&P3poQueueDisc::m_lowThreshold),
                          MakeDoubleChecker<double>())
            .AddAttribute("HighThreshold",
                          "The share of QueueSize up to which a queue is refilled. With both "
                          "thresholds 0 no queue ever is.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&P3poQueueDisc::m_highThreshold),
                          MakeDoubleChecker<double>())
            .AddAttribute("TieMode",
                          "How an arrival compares with a queue's bound of the same rank: Stable "
                          "keeps equal ranks in order of arrival, PaperLE lets it overtake them.",
                          EnumValue(Core::STABLE),
                          rank_compat::EnumAccessor<Core::TieMode>(&P3poQueueDisc::m_tieMode),
                          MakeEnumChecker(Core::STABLE, "Stable", Core::PAPER_LE, "PaperLE"))
            .AddAttribute("CompactOnOverflow",
                          "Before a packet is dropped, use the free space of upper queues. Needs "
                          "a QueueSize in packets.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&P3poQueueDisc::m_compactOnOverflow),
                          MakeBooleanChecker())
            .AddAttribute("EagerReset",
                          "Let a queue take every rank again as soon as all queues behind it are "
                          "empty, not only when the whole disc is.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&P3poQueueDisc::m_eagerReset),
                          MakeBooleanChecker());
    return tid;
}

P3poQueueDisc::P3poQueueDisc() = default;

void
P3poQueueDisc::CreateCore()
{
    Core::Params params;
    params.queues = m_queues;
    params.limit = ToLimit(m_queueSize);
    params.lowThreshold = m_lowThreshold;
    params.highThreshold = m_highThreshold;
    params.tieMode = m_tieMode;
    params.compactOnOverflow = m_compactOnOverflow;
    params.eagerReset = m_eagerReset;
    MakeCore(params);
    TellTotalSize(m_queues, m_queueSize);
}

} // namespace ns3
