/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-scenario.h"

#include "flow-list.h"

#include "ns3/flow-patterns.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/workload-files.h"

#include <cmath>
#include <set>

namespace ns3
{

namespace
{

constexpr int64_t ARRIVAL_STREAMS = 1000; //!< first random stream of the arrivals
constexpr int64_t PATTERN_STREAM = 1200;  //!< random stream of incasts and permutations

schedlab::FabricPlan
MakePlan(const ScenarioConfig& c)
{
    const auto delay = static_cast<uint64_t>(c.linkDelay.GetNanoSeconds());
    const schedlab::LinkParams access{c.linkRate.GetBitRate(), delay};
    if (c.topology != "leaf-spine")
    {
        return schedlab::FabricPlan::Star(c.topology == "star" ? c.hosts : 2, access);
    }
    schedlab::FabricPlan::LeafSpineParams params;
    params.leaves = c.leaves;
    params.spines = c.spines;
    params.hostsPerLeaf = c.hostsPerLeaf;
    params.cablesPerPair = c.fabricLinks;
    params.access = access;
    params.core = {c.fabricRate.GetBitRate(), delay};
    return schedlab::FabricPlan::LeafSpine(params);
}

} // namespace

FlowScenario::FlowScenario(const ScenarioConfig& config, const Json& parameters)
    : Scenario(config, parameters),
      m_plan(MakePlan(config))
{
    if (m_plan.nHosts < 2)
    {
        throw ConfigurationError("leaves and hosts_per_leaf make one host: flows need two");
    }
    if (config.workload != "poisson")
    {
        MakeList();
        return;
    }
    try
    {
        m_sizes = std::make_unique<schedlab::SizeCdf>(WorkloadFiles::LoadSizes(
            config.sizeCdf,
            config.cdfInterpolation == "linear" ? schedlab::SizeCdf::LINEAR
                                                : schedlab::SizeCdf::DISCRETE));
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(std::string("size_cdf: ") + error.what());
    }
}

FlowScenario::~FlowScenario() = default;

const schedlab::FabricPlan&
FlowScenario::GetPlan() const
{
    return m_plan;
}

uint32_t
FlowScenario::GetNHosts() const
{
    return m_plan.nHosts;
}

void
FlowScenario::MakeList()
{
    const ScenarioConfig& c = GetConfig();
    const schedlab::FlowPattern pattern{GetNHosts(),
                                        c.flowBytes,
                                        0,
                                        c.startJitter.GetNanoSeconds()};
    const auto draws = CreateObject<UniformRandomVariable>();
    draws->SetStream(PATTERN_STREAM);
    const auto uniform = [&draws] { return draws->GetValue(); };
    try
    {
        if (c.workload == "incast")
        {
            m_list = pattern.Incast(c.incastReceiver,
                                    c.incastSenders.value_or(GetNHosts() - 1),
                                    uniform);
        }
        else if (c.workload == "permutation")
        {
            m_list = pattern.Permutation(uniform);
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(error.what());
    }
    if (c.workload != "flow-list")
    {
        return;
    }
    std::set<uint64_t> ids;
    for (const LightFlow& flow : ReadFlowList(c.flowList, GetNHosts()))
    {
        if (flow.id > UINT32_MAX || !ids.insert(flow.id).second)
        {
            throw ConfigurationError(c.flowList + ": the number " + std::to_string(flow.id) +
                                     " of a flow is there twice or has more than 32 bits: number "
                                     "the flows apart");
        }
        m_list.push_back({flow.id, flow.startNs, flow.source, flow.destination, flow.sizeBytes});
    }
    if (c.warmupFlows >= m_list.size())
    {
        throw ConfigurationError("warmup_flows leaves none of the " +
                                 std::to_string(m_list.size()) + " flows of " + c.flowList +
                                 ": make it smaller");
    }
}

void
FlowScenario::Build()
{
    const ScenarioConfig& c = GetConfig();
    BuildNetwork();
    m_report = std::make_unique<FlowReport>(
        File("flows.csv"),
        FlowReport::Params{c.workload, c.sizeBins, c.comparisons, c.maxCensoredShare});
    StartWorkload();
    if (c.stop)
    {
        Simulator::Stop(*c.stop);
    }
}

void
FlowScenario::StartWorkload()
{
    if (m_sizes)
    {
        StartPoisson();
        return;
    }
    SetNFlows(m_list.size());
    m_player = CreateObject<DcFlowPlayer>();
    m_player->Start(std::move(m_list), GetNHosts(), MakeCallback(&FlowScenario::OnArrival, this));
}

void
FlowScenario::StartPoisson()
{
    const ScenarioConfig& c = GetConfig();
    DcPoissonPairs::Params params;
    params.hosts = GetNHosts();
    params.flows = c.warmupFlows + c.flows;
    params.maxFlowSize = c.maxFlowBytes;
    params.rate = DcPoissonPairs::RateForLoad(c.load,
                                              c.linkRate.GetBitRate(),
                                              params.hosts,
                                              m_sizes->Mean(c.maxFlowBytes));
    SetNFlows(params.flows);
    m_arrivals = CreateObject<DcPoissonPairs>();
    m_arrivals->AssignStreams(ARRIVAL_STREAMS);
    m_arrivals->Start(params, *m_sizes, MakeCallback(&FlowScenario::OnArrival, this));
}

void
FlowScenario::SetNFlows(uint64_t flows)
{
    m_flows = flows;
}

void
FlowScenario::OnArrival(Ptr<DcFlow> flow)
{
    const ScenarioConfig& c = GetConfig();
    m_lastArrival = Simulator::Now();
    if (c.warmupFlows > 0 && m_started == c.warmupFlows)
    {
        m_windowBegin = m_lastArrival;
        for (const auto& monitor : GetMonitors())
        {
            monitor->BeginWindow();
        }
    }
    m_countedBytes += m_started >= c.warmupFlows ? flow->size : 0;
    m_openBytes += flow->size;
    ++m_started;
    Launch(flow);
    if (m_started == m_flows && c.workload != "staircase")
    {
        EndWindow();
        const Time automatic = Seconds(1 + 4 * 8.0 * m_openBytes / c.linkRate.GetBitRate());
        Simulator::Stop(c.drain.value_or(automatic));
    }
}

void
FlowScenario::EndWindow()
{
    for (const auto& monitor : GetMonitors())
    {
        monitor->EndWindow();
    }
}

void
FlowScenario::OnEnd(Ptr<const DcFlow> flow)
{
    ++m_ended;
    m_openBytes -= flow->size;
    const bool counts = m_started > GetConfig().warmupFlows && flow->start >= m_windowBegin;
    m_report->Add(flow, flow->size > 0 ? GetIdealNs(*flow) : 0, counts);
    if (m_ended == m_flows)
    {
        // Long enough for the ends of the connections to be gone from the links.
        Simulator::Stop(10 * GetBaseRtt());
    }
}

double
FlowScenario::GetDone() const
{
    return m_flows > 0 ? static_cast<double>(m_ended) / m_flows : 0;
}

double
FlowScenario::GetRealisedLoad() const
{
    const double seconds = (m_lastArrival - m_windowBegin).GetSeconds();
    const double capacity = GetNHosts() * GetConfig().linkRate.GetBitRate() * seconds;
    return capacity > 0 ? 8.0 * m_countedBytes / capacity : 0;
}

Scenario::Facts
FlowScenario::GetFacts() const
{
    Facts facts;
    facts.bdpBytes = GetConfig().linkRate.GetBitRate() * GetBaseRtt().GetSeconds() / 8;
    facts.tcpProfile = GetTransportProfile();
    facts.realisedLoad = nullptr;
    if (m_started > 1 && GetConfig().workload != "staircase")
    {
        facts.realisedLoad = GetRealisedLoad();
    }
    return facts;
}

void
FlowScenario::Summarize(Json& summary)
{
    CensorOpen();
    summary = m_report->Summary();
    if (m_started < m_flows)
    {
        EndWindow();
        Warn(std::to_string(m_flows - m_started) + " of " + std::to_string(m_flows) +
             " flows were not started before the end");
    }
    if (m_report->GetNCensored() > 0)
    {
        Warn(std::to_string(m_report->GetNCensored()) + " of " +
             std::to_string(m_report->GetNCensored() + m_report->GetNDone()) +
             " flows were not completed: means and tails leave them out");
    }
    std::string withheld;
    for (const std::string& label : m_report->GetWithheld())
    {
        withheld += (withheld.empty() ? "" : ", ") + label;
    }
    if (!withheld.empty())
    {
        Warn("too many flows were not completed: times are withheld for the sizes " + withheld);
    }
    const double realised = GetRealisedLoad();
    if (m_arrivals && std::abs(realised / GetConfig().load - 1) > 0.03)
    {
        Warn("realised load " + std::to_string(realised) + " instead of " +
             std::to_string(GetConfig().load) + ": few flows of very different sizes");
    }
}

} // namespace ns3
