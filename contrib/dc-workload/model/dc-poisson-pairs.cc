/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-poisson-pairs.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcPoissonPairs");

NS_OBJECT_ENSURE_REGISTERED(DcPoissonPairs);

TypeId
DcPoissonPairs::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcPoissonPairs")
                            .SetParent<Object>()
                            .SetGroupName("DcWorkload")
                            .AddConstructor<DcPoissonPairs>();
    return tid;
}

DcPoissonPairs::DcPoissonPairs()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_pair(CreateObject<UniformRandomVariable>()),
      m_size(CreateObject<UniformRandomVariable>())
{
}

DcPoissonPairs::~DcPoissonPairs() = default;

void
DcPoissonPairs::DoDispose()
{
    m_event.Cancel();
    m_onArrival = ArrivalCallback();
    Object::DoDispose();
}

double
DcPoissonPairs::RateForLoad(double load, double bitRate, uint32_t hosts, double meanSize)
{
    if (!(load > 0 && load <= 1))
    {
        std::ostringstream text;
        text << load;
        throw std::invalid_argument("a load of " + text.str() +
                                    " cannot be offered; it has to be above 0 and at most 1");
    }
    if (!(bitRate > 0 && hosts > 0 && meanSize > 0))
    {
        throw std::invalid_argument("a load needs links, hosts and sizes above 0");
    }
    return load * bitRate * hosts / (8 * meanSize);
}

void
DcPoissonPairs::Start(const Params& params,
                      const schedlab::SizeCdf& sizes,
                      ArrivalCallback onArrival)
{
    NS_LOG_FUNCTION(this << params.hosts << params.flows << params.rate);
    if (params.hosts < 2 || params.flows == 0 || !(params.rate > 0))
    {
        throw std::invalid_argument("Poisson arrivals need two hosts, a flow and a rate above 0");
    }
    m_params = params;
    m_sizes.assign(1, sizes);
    m_onArrival = onArrival;
    ScheduleNext();
}

uint64_t
DcPoissonPairs::GetNArrived() const
{
    return m_arrived;
}

int64_t
DcPoissonPairs::AssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_pair->SetStream(stream + 1);
    m_size->SetStream(stream + 2);
    return 3;
}

void
DcPoissonPairs::ScheduleNext()
{
    if (m_arrived < m_params.flows)
    {
        const double gap = m_gap->GetValue(1, 0) / m_params.rate;
        m_event = Simulator::Schedule(Seconds(gap), &DcPoissonPairs::Arrive, this);
    }
}

void
DcPoissonPairs::Arrive()
{
    const uint32_t pair = m_pair->GetInteger(0, m_params.hosts * (m_params.hosts - 1) - 1);
    const auto flow = Create<DcFlow>();
    flow->id = ++m_arrived;
    flow->src = pair / (m_params.hosts - 1);
    flow->dst = pair % (m_params.hosts - 1);
    flow->dst += flow->dst >= flow->src ? 1 : 0;
    flow->size = m_sizes[0].Quantile(m_size->GetValue());
    if (m_params.maxFlowSize > 0)
    {
        flow->size = std::min(flow->size, m_params.maxFlowSize);
    }
    ScheduleNext();
    m_onArrival(flow);
}

} // namespace ns3
