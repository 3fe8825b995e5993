/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pifo-queue-disc.h"

#include "ns3/boolean.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PifoQueueDisc);

TypeId
PifoQueueDisc::GetTypeId()
{
    static TypeId tid =
        WithMaxSize(TypeId("ns3::PifoQueueDisc")
                        .SetParent<RankQueueDisc>()
                        .SetGroupName("RankQueueDisc")
                        .AddConstructor<PifoQueueDisc>())
            .AddAttribute("ServeEarliest",
                          "Serve the packet that arrived first of the flow that has the best rank, "
                          "as the original pFabric does, so that no flow is reordered.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PifoQueueDisc::m_serveEarliest),
                          MakeBooleanChecker());
    return tid;
}

void
PifoQueueDisc::CreateCore()
{
    MakeCore(schedlab::PifoCore<uint32_t, schedlab::SwitchedCost>::Params{ToLimit(GetMaxSize()),
                                                                          m_serveEarliest});
}

bool
PifoQueueDisc::CoreUsesFlow() const
{
    return m_serveEarliest;
}

} // namespace ns3
