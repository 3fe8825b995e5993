/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-player.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcFlowPlayer");

NS_OBJECT_ENSURE_REGISTERED(DcFlowPlayer);

TypeId
DcFlowPlayer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcFlowPlayer")
                            .SetParent<Object>()
                            .SetGroupName("DcWorkload")
                            .AddConstructor<DcFlowPlayer>();
    return tid;
}

void
DcFlowPlayer::DoDispose()
{
    m_event.Cancel();
    m_onArrival = ArrivalCallback();
    Object::DoDispose();
}

void
DcFlowPlayer::Start(std::vector<schedlab::FlowSpec> flows,
                    uint32_t hosts,
                    ArrivalCallback onArrival)
{
    NS_LOG_FUNCTION(this << flows.size() << hosts);
    int64_t last = Simulator::Now().GetNanoSeconds();
    for (const schedlab::FlowSpec& flow : flows)
    {
        const std::string name = "flow " + std::to_string(flow.id);
        flow.Check(hosts, last, name);
        if (flow.id > UINT32_MAX)
        {
            throw std::invalid_argument(name + ": the number of a flow has to fit in 32 bits");
        }
        last = flow.startNs;
    }
    m_flows = std::move(flows);
    m_onArrival = onArrival;
    ScheduleNext();
}

uint64_t
DcFlowPlayer::GetNArrived() const
{
    return m_arrived;
}

void
DcFlowPlayer::ScheduleNext()
{
    if (m_arrived < m_flows.size())
    {
        const Time wait = NanoSeconds(m_flows[m_arrived].startNs) - Simulator::Now();
        m_event = Simulator::Schedule(wait, &DcFlowPlayer::Arrive, this);
    }
}

void
DcFlowPlayer::Arrive()
{
    const schedlab::FlowSpec& spec = m_flows[m_arrived++];
    const auto flow = Create<DcFlow>();
    flow->id = spec.id;
    flow->src = spec.source;
    flow->dst = spec.destination;
    flow->size = spec.sizeBytes;
    ScheduleNext();
    m_onArrival(flow);
}

} // namespace ns3
