/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aifo-queue-disc.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AifoQueueDisc);

TypeId
AifoQueueDisc::GetTypeId()
{
    static TypeId tid =
        WithMaxSize(TypeId("ns3::AifoQueueDisc")
                        .SetParent<RankQueueDisc>()
                        .SetGroupName("RankQueueDisc")
                        .AddConstructor<AifoQueueDisc>())
            .AddAttribute("Window",
                          "Sampled ranks that an arrival is compared with, at least 1.",
                          UintegerValue(20),
                          MakeUintegerAccessor(&AifoQueueDisc::m_window),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SampleInterval",
                          "The first of so many arrivals is sampled, at least 1.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&AifoQueueDisc::m_sampleInterval),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "K",
                "Share of MaxSize up to which every rank is admitted, in [0, 1); taken as "
                "a decimal of nine places.",
                DoubleValue(0.1),
                MakeDoubleAccessor(&AifoQueueDisc::m_k),
                MakeDoubleChecker<double>());
    return tid;
}

void
AifoQueueDisc::CreateCore()
{
    MakeCore(
        schedlab::AifoAdmission::Params{ToLimit(GetMaxSize()), m_window, m_sampleInterval, m_k});
}

} // namespace ns3
