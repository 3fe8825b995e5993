/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-scenario.h"

#include "light-port-monitor.h"

#include "ns3/object-factory.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"

#include <map>

namespace ns3
{

namespace
{

schedlab::LightTransportParams
MakeParams(const ScenarioConfig& c)
{
    schedlab::LightTransportParams params;
    try
    {
        params.variant = schedlab::LightTransportParams::VariantOf(c.transport);
        params.netbench = c.transportRules == "netbench";
        params.mss = c.mssBytes.value_or(params.mss);
        params.headerBytes = c.headerBytes;
        params.initialWindow = c.initialWindow.value_or(0);
        params.initialSsthresh = c.initialSsthresh.value_or(params.initialSsthresh);
        params.initialRtoNs = c.initialRto.value_or(Time()).GetNanoSeconds();
        params.minRtoNs = c.minRto.value_or(Time()).GetNanoSeconds();
        params.maxWindowBytes = c.socketBufferText == "auto" ? 0 : std::stoull(c.socketBufferText);
        return params.Resolved();
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(std::string("transport: ") + error.what());
    }
}

} // namespace

LightScenario::LightScenario(const ScenarioConfig& config, const Json& parameters)
    : FlowScenario(config, parameters),
      m_params(MakeParams(config))
{
}

LightScenario::~LightScenario()
{
    Simulator::Destroy(); // before the ports that events refer to
}

bool
LightScenario::IsUnderTest(schedlab::PortClass portClass) const
{
    const std::string& position = GetConfig().schedulerPosition;
    const bool atHost = portClass == schedlab::PortClass::HOST_EGRESS;
    return position == "all" || (position == "host") == atHost;
}

void
LightScenario::BuildNetwork()
{
    const ScenarioConfig& c = GetConfig();
    Simulator::SetScheduler(ObjectFactory("ns3::RadixHeapScheduler"));
    LightFabricConfig fabric;
    fabric.plan = GetPlan();
    fabric.ecmpSeed = c.ecmpSeed;
    fabric.ecmpRule =
        c.ecmpRule == "netbench" ? schedlab::EcmpRule::NETBENCH : schedlab::EcmpRule::SALTED;
    fabric.idleBypass = c.idleBypass;
    fabric.makeDisc = [this](uint32_t, schedlab::PortClass portClass) {
        return IsUnderTest(portClass) ? MakeDisc() : MakePlainDisc();
    };
    m_fabric = std::make_unique<LightFabric>(fabric);
    m_transport = std::make_unique<LightTransport>(*m_fabric, m_params);
    m_transport->SetDoneCallback([this](const LightFlowRecord& record) { OnRecord(record); });
    if (c.hostRanks == "pfabric")
    {
        m_transport->SetRankCallback(RankTag::Write);
    }
    WatchPorts();
}

void
LightScenario::WatchPorts()
{
    std::map<uint32_t, uint32_t> devices;
    for (uint32_t i = 0; i < GetPlan().NPorts(); ++i)
    {
        const schedlab::PortClass portClass = GetPlan().Class(i);
        const schedlab::LinkParams& link = GetPlan().Link(i);
        const bool tested = IsUnderTest(portClass);
        const PortMonitor::Port port{GetPlan().NodeName(GetPlan().From(i)),
                                     m_fabric->GetPort(i).GetName(),
                                     schedlab::PortClassName(portClass),
                                     devices[GetPlan().From(i)]++,
                                     GetPlan().From(i),
                                     GetPlan().To(i),
                                     portClass == schedlab::PortClass::HOST_EGRESS,
                                     tested,
                                     NanoSeconds(link.delayNs),
                                     static_cast<double>(link.bitsPerSecond)};
        Watch(Create<LightPortMonitor>(port, m_fabric->GetPort(i), MakeProbe(tested)));
    }
}

Time
LightScenario::GetBaseRtt() const
{
    const schedlab::EcmpRoutes routes(GetPlan(), 0);
    const schedlab::EcmpPath path = routes.Path(0, GetPlan().nHosts - 1, 0);
    double ns = 0;
    for (uint32_t i = 0; i < path.hops; ++i)
    {
        const schedlab::LinkParams& link = GetPlan().Link(path.ports[i]);
        const double bits = 8.0 * (m_params.mss + 2 * m_params.headerBytes);
        ns += 2.0 * link.delayNs + 1e9 * bits / link.bitsPerSecond;
    }
    return NanoSeconds(static_cast<int64_t>(ns));
}

void
LightScenario::Launch(Ptr<DcFlow> flow)
{
    flow->start = Simulator::Now();
    m_open.emplace(flow->id, flow);
    m_transport->Start({flow->id, 0, flow->src, flow->dst, flow->size});
}

void
LightScenario::OnRecord(const LightFlowRecord& record)
{
    const auto found = m_open.find(record.flow.id);
    const Ptr<DcFlow> flow = found->second;
    m_open.erase(found);
    flow->status = record.done ? DcFlow::DONE : DcFlow::CENSORED;
    flow->end = Simulator::Now();
    flow->retransmits = record.retransmits;
    flow->rtos = record.timeouts;
    flow->packets = record.sentPackets;
    flow->arrivedPackets = record.dataPackets;
    flow->delaySumNs = record.sumDelayNs;
    flow->deliveredBytes = record.ackedBytes;
    OnEnd(flow);
}

void
LightScenario::CensorOpen()
{
    m_transport->Censor();
}

double
LightScenario::GetIdealNs(const DcFlow& flow) const
{
    return m_transport->IdealNs({flow.id, 0, flow.src, flow.dst, flow.size});
}

Scenario::Json
LightScenario::GetTransportProfile() const
{
    const bool capped = m_params.maxWindowBytes < UINT64_MAX;
    return {{"variant", GetConfig().transport},
            {"rules", GetConfig().transportRules},
            {"segment_bytes", m_params.mss},
            {"header_bytes", m_params.headerBytes},
            {"initial_window_segments", m_params.initialWindow},
            {"initial_ssthresh_segments", m_params.initialSsthresh},
            {"max_window_bytes", capped ? Json(m_params.maxWindowBytes) : Json("none")},
            {"initial_rto_ns", m_params.initialRtoNs},
            {"min_rto_ns", m_params.minRtoNs},
            {"dctcp_gain", m_params.dctcpGain}};
}

void
LightScenario::Summarize(Json& summary)
{
    FlowScenario::Summarize(summary);
    summary["packet_hops"] = m_fabric->GetPacketHops();
    uint64_t bypassed = 0;
    for (uint32_t i = 0; i < GetPlan().NPorts(); ++i)
    {
        bypassed += m_fabric->GetPort(i).GetCounters().bypassed;
    }
    summary["bypassed"] = bypassed;
    m_fabric->CheckConservation();
}

} // namespace ns3
