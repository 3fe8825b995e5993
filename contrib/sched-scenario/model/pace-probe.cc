/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pace-probe.h"

#include "ns3/flow-tag.h"
#include "ns3/pacing-tag.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

namespace ns3
{

PaceProbe::PaceProbe(Ptr<QueueDisc> disc, uint32_t flows)
    : m_disc(disc),
      m_gaps(flows),
      m_flows(flows)
{
    disc->TraceConnectWithoutContext("Dequeue", MakeCallback(&PaceProbe::OnDequeue, this));
}

PaceProbe::~PaceProbe()
{
    m_disc->TraceDisconnectWithoutContext("Dequeue", MakeCallback(&PaceProbe::OnDequeue, this));
}

void
PaceProbe::OnDequeue(Ptr<const QueueDiscItem> item)
{
    FlowTag flow;
    PacingTag pace;
    if (item->GetPacket()->PeekPacketTag(flow) && flow.GetFlow() <= m_flows)
    {
        item->GetPacket()->PeekPacketTag(pace);
        m_gaps.OnDeparture(flow.GetFlow() - 1,
                           Simulator::Now().GetNanoSeconds(),
                           item->GetSize(),
                           pace.GetBitRate());
    }
}

nlohmann::ordered_json
PaceProbe::Summary() const
{
    return {{"packets", m_gaps.Paced()},
            {"early", m_gaps.Early()},
            {"longest_burst", m_gaps.LongestBurst()}};
}

} // namespace ns3
