/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sifter-queue-disc.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SifterQueueDisc);

TypeId
SifterQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SifterQueueDisc")
            .SetParent<RankQueueDisc>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<SifterQueueDisc>()
            .AddAttribute("PifoSize",
                          "The most that the PIFO may hold, in packets or bytes.",
                          QueueSizeValue(QueueSize("64p")),
                          MakeQueueSizeAccessor(&SifterQueueDisc::m_pifoSize),
                          MakeQueueSizeChecker())
            .AddAttribute("Fifos",
                          "Number of FIFOs.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&SifterQueueDisc::m_fifos),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("FifoSize",
                          "The most that one FIFO may hold, in the unit of PifoSize.",
                          QueueSizeValue(QueueSize("128p")),
                          MakeQueueSizeAccessor(&SifterQueueDisc::m_fifoSize),
                          MakeQueueSizeChecker())
            .AddAttribute("Granularity",
                          "Width of the range of ranks that share a FIFO, in units of the ranks.",
                          UintegerValue(24000),
                          MakeUintegerAccessor(&SifterQueueDisc::m_granularity),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "Threshold",
                "When a packet has been served, the PIFO is refilled from the FIFOs while "
                "it holds less than this share of PifoSize.",
                DoubleValue(0.5),
                MakeDoubleAccessor(&SifterQueueDisc::m_threshold),
                MakeDoubleChecker<double>());
    return tid;
}

SifterQueueDisc::SifterQueueDisc() = default;

void
SifterQueueDisc::CreateCore()
{
    Core::Params params;
    params.pifoLimit = ToLimit(m_pifoSize);
    params.fifos = m_fifos;
    params.fifoLimit = ToLimit(m_fifoSize);
    params.granularity = m_granularity;
    params.threshold = m_threshold;
    MakeCore(params);
    const uint64_t total = m_pifoSize.GetValue() + uint64_t(m_fifos) * m_fifoSize.GetValue();
    TellTotalSize(1,
                  QueueSize(m_pifoSize.GetUnit(), std::min<uint64_t>(total, UINT32_MAX)),
                  "PifoSize, Fifos and FifoSize");
}

} // namespace ns3
