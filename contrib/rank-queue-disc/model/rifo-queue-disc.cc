/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rifo-queue-disc.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RifoQueueDisc);

TypeId
RifoQueueDisc::GetTypeId()
{
    static TypeId tid =
        WithMaxSize(TypeId("ns3::RifoQueueDisc")
                        .SetParent<RankQueueDisc>()
                        .SetGroupName("RankQueueDisc")
                        .AddConstructor<RifoQueueDisc>())
            .AddAttribute("Window",
                          "Arrivals after which the smallest and largest rank are forgotten, at "
                          "least 1.",
                          UintegerValue(150),
                          MakeUintegerAccessor(&RifoQueueDisc::m_window),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "K",
                "Share of MaxSize up to which every rank is admitted, in [0, 1); taken as "
                "a decimal of nine places.",
                DoubleValue(0.1),
                MakeDoubleAccessor(&RifoQueueDisc::m_k),
                MakeDoubleChecker<double>())
            .AddAttribute("ReferenceCompat",
                          "Judge as the authors' simulator does, including its reversed test and "
                          "32-bit ranks.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RifoQueueDisc::m_referenceCompat),
                          MakeBooleanChecker());
    return tid;
}

void
RifoQueueDisc::CreateCore()
{
    MakeCore(
        schedlab::RifoAdmission::Params{ToLimit(GetMaxSize()), m_window, m_k, m_referenceCompat});
}

} // namespace ns3
