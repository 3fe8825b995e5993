/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "share-probe.h"

#include "ns3/flow-tag.h"
#include "ns3/fq-codel-queue-disc.h"
#include "ns3/pfqd-queue-disc.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

namespace
{

int64_t
NowNs()
{
    return Simulator::Now().GetNanoSeconds();
}

/** @return largest over smallest number, or null if that is 0 */
nlohmann::ordered_json
Ratio(const nlohmann::ordered_json& numbers)
{
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    return *least > 0 ? nlohmann::ordered_json(most->get<double>() / least->get<double>())
                      : nullptr;
}

} // namespace

ShareProbe::ShareProbe(Ptr<QueueDisc> disc, uint32_t flows, double bitsPerSecond)
    : m_disc(disc),
      m_shares(flows, bitsPerSecond),
      m_flows(flows),
      m_isFqCoDel(static_cast<bool>(DynamicCast<FqCoDelQueueDisc>(disc)))
{
    disc->TraceConnectWithoutContext("Enqueue", MakeCallback(&ShareProbe::OnEnqueue, this));
    disc->TraceConnectWithoutContext("Dequeue", MakeCallback(&ShareProbe::OnDequeue, this));
    disc->TraceConnectWithoutContext("DropAfterDequeue", MakeCallback(&ShareProbe::OnDrop, this));
    if (DynamicCast<PfqdQueueDisc>(disc))
    {
        disc->TraceConnectWithoutContext("Served", MakeCallback(&ShareProbe::OnServed, this));
    }
}

ShareProbe::~ShareProbe()
{
    m_disc->TraceDisconnectWithoutContext("Enqueue", MakeCallback(&ShareProbe::OnEnqueue, this));
    m_disc->TraceDisconnectWithoutContext("Dequeue", MakeCallback(&ShareProbe::OnDequeue, this));
    m_disc->TraceDisconnectWithoutContext("DropAfterDequeue",
                                          MakeCallback(&ShareProbe::OnDrop, this));
    m_disc->TraceDisconnectWithoutContext("Served", MakeCallback(&ShareProbe::OnServed, this));
}

int64_t
ShareProbe::FlowOf(Ptr<const QueueDiscItem> item) const
{
    FlowTag tag;
    const bool known = item->GetPacket()->PeekPacketTag(tag) && tag.GetFlow() <= m_flows;
    return known ? static_cast<int64_t>(tag.GetFlow()) - 1 : -1;
}

void
ShareProbe::OnEnqueue(Ptr<const QueueDiscItem> item)
{
    WatchNewFlows();
    const int64_t flow = FlowOf(item);
    if (flow >= 0)
    {
        m_shares.OnEnqueue(flow, PeekPointer(item), NowNs());
    }
}

void
ShareProbe::OnDequeue(Ptr<const QueueDiscItem> item)
{
    const int64_t flow = FlowOf(item);
    if (flow >= 0)
    {
        m_shares.OnDequeue(flow, PeekPointer(item), item->GetSize(), NowNs());
    }
}

void
ShareProbe::OnDrop(Ptr<const QueueDiscItem> item, const char*)
{
    const int64_t flow = FlowOf(item);
    if (flow >= 0)
    {
        m_shares.OnDrop(flow, PeekPointer(item), NowNs());
    }
}

void
ShareProbe::OnServed(Ptr<const QueueDiscItem> item, schedlab::PfqdCycle::Turn turn)
{
    if (FlowOf(item) >= 0)
    {
        m_shares.OnServed(PeekPointer(item), turn == schedlab::PfqdCycle::DLO ? "DLO" : "DHI");
    }
}

void
ShareProbe::OnFlowDequeue(ShareProbe* probe, QueueDiscClass* flow, Ptr<const QueueDiscItem> item)
{
    if (probe->FlowOf(item) >= 0)
    {
        const bool isNew = static_cast<FqCoDelFlow*>(flow)->GetStatus() == FqCoDelFlow::NEW_FLOW;
        probe->m_shares.OnServed(PeekPointer(item), isNew ? "new" : "old");
    }
}

void
ShareProbe::WatchNewFlows()
{
    for (; m_isFqCoDel && m_watched < m_disc->GetNQueueDiscClasses(); ++m_watched)
    {
        QueueDiscClass* flow = PeekPointer(m_disc->GetQueueDiscClass(m_watched));
        flow->GetQueueDisc()->TraceConnectWithoutContext(
            "Dequeue",
            MakeBoundCallback(&ShareProbe::OnFlowDequeue, this, flow));
    }
}

nlohmann::ordered_json
ShareProbe::Summary()
{
    using Json = nlohmann::ordered_json;
    m_shares.Commit();
    Json bytes = Json::array();
    Json waits = Json::object();
    Json beyond = Json::array();
    for (uint32_t flow = 0; flow < m_flows; ++flow)
    {
        bytes.push_back(m_shares.Bytes(flow));
        beyond.push_back(m_shares.BytesBeyondAPacket(flow));
        for (const auto& [tier, wait] : m_shares.GetWaits(flow))
        {
            waits[tier.empty() ? "queue" : tier].push_back(
                {{"flow", flow + 1},
                 {"packets", wait.packets},
                 {"mean", wait.packets > 0 ? wait.sum / wait.packets : 0.0}});
        }
    }
    return {{"backlogged_bytes", bytes},
            {"service_ratio", Ratio(bytes)},
            {"service_ratio_beyond_a_packet", Ratio(beyond)},
            {"head_wait", waits},
            {"largest_gap_packets", m_shares.LargestGap()}};
}

} // namespace ns3
