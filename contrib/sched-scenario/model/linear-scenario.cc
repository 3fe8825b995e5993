/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "linear-scenario.h"

#include "ns3/flow-tag.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/stfq-ranker.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/workload-files.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

namespace
{

constexpr uint16_t PORT = 5000;           //!< that sinks listen on
constexpr int64_t ARRIVAL_STREAMS = 1000; //!< first random stream of the arrivals
constexpr int64_t JITTER_STREAM = 1100;   //!< random stream of the joins

TypeId
FindCongestionControl(const std::string& name)
{
    // Not every congestion control of ns-3 says in its TypeId what it derives from.
    const TypeFactory any(name, Object::GetTypeId());
    if (DynamicCast<TcpCongestionOps>(any.Create<Object>()))
    {
        return any.GetTypeId();
    }
    return TypeFactory(name, TcpCongestionOps::GetTypeId()).GetTypeId();
}

} // namespace

LinearScenario::LinearScenario(const ScenarioConfig& config, const Json& parameters)
    : Scenario(config, parameters),
      m_fabric(config.linkRate, config.linkDelay, config.deviceQueue, config.mtuBytes),
      m_table(Create<DcFlowTable>())
{
    m_profile.congestion = FindCongestionControl(config.transport);
    m_profile.segmentSize = config.mssBytes;
    m_profile.initialWindow = config.initCwndSegments;
    m_profile.minRto = config.minRto;
    const double bdp = config.linkRate.GetBitRate() * m_fabric.GetBaseRtt().GetSeconds() / 8;
    if (config.socketBufferText == "auto")
    {
        const double worst =
            bdp + static_cast<double>(GetCapacityBytes()) * m_fabric.GetPathLength();
        m_profile.bufferSize = std::min(2 * worst, 1073741824.0);
    }
    else
    {
        m_profile.bufferSize = std::stoul(config.socketBufferText);
        if (m_profile.bufferSize < bdp)
        {
            Warn("the socket buffer of " + config.socketBufferText +
                 " bytes is less than the bandwidth-delay product of " +
                 std::to_string(static_cast<uint64_t>(bdp)) +
                 " bytes: no flow can fill the link; use socket_buffer auto");
        }
    }
    if (config.workload == "poisson")
    {
        m_sizes = std::make_unique<schedlab::SizeCdf>(LoadSizes(config));
    }
}

schedlab::SizeCdf
LinearScenario::LoadSizes(const ScenarioConfig& config)
{
    try
    {
        return WorkloadFiles::LoadSizes(config.sizeCdf,
                                        config.cdfInterpolation == "linear"
                                            ? schedlab::SizeCdf::LINEAR
                                            : schedlab::SizeCdf::DISCRETE);
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(std::string("size_cdf: ") + error.what());
    }
}

void
LinearScenario::Build()
{
    const ScenarioConfig& c = GetConfig();
    m_profile.Apply();
    m_fabric.InstallStack(InternetStackHelper());
    InstallDiscs();
    m_fabric.AssignAddresses();
    InstallApplications();

    const schedlab::IdealFct ideal{static_cast<double>(c.linkRate.GetBitRate()),
                                   c.linkDelay.GetSeconds(),
                                   m_fabric.GetPathLength(),
                                   c.mssBytes,
                                   DcTcpProfile::DATA_HEADER,
                                   DcTcpProfile::CONTROL,
                                   DcTcpProfile::SYN,
                                   c.initCwndSegments};
    std::vector<uint64_t> edges;
    if (m_sizes)
    {
        for (const auto& knot : m_sizes->GetKnots())
        {
            edges.push_back(knot.size);
        }
    }
    m_report = std::make_unique<FlowReport>(File("flows.csv"),
                                            m_sizes ? "poisson" : "staircase",
                                            ideal,
                                            edges,
                                            c.comparisons);
    m_table->SetEndCallback(MakeCallback(&LinearScenario::OnEnd, this));
    if (c.workload == "poisson")
    {
        BuildPoisson();
    }
    else
    {
        BuildStaircase();
    }
}

void
LinearScenario::InstallDiscs()
{
    const ScenarioConfig& c = GetConfig();
    uint32_t underTest = DC_ALL_PORTS;
    if (c.schedulerPosition != "all")
    {
        underTest = c.schedulerPosition == "host" ? DC_HOST_EGRESS : DC_SWITCH_EGRESS;
    }
    m_fabric.InstallQueueDiscs(DC_ALL_PORTS & ~underTest, [this] { return MakePlainDisc(); });
    m_fabric.InstallQueueDiscs(underTest, [this] { return MakeDisc(); });

    // All links have one rate, so the first scheduler on the path is where the queue forms.
    const uint32_t counted = underTest & DC_HOST_EGRESS ? DC_HOST_EGRESS : DC_SWITCH_EGRESS;
    for (const DcPort& port : m_fabric.GetPorts())
    {
        const Ptr<QueueDisc> disc = DcFabricHelper::GetQueueDisc(port);
        const bool tested = (port.portClass & underTest) != 0;
        Watch({port.node,
               port.name,
               port.portClass == DC_HOST_EGRESS,
               tested,
               port.device,
               port.peer,
               port.delay,
               static_cast<double>(port.rate.GetBitRate())},
              disc);
        const auto ranked = DynamicCast<RankQueueDisc>(disc);
        if (ranked && c.comparisons && (port.portClass & counted))
        {
            disc->TraceConnectWithoutContext("Comparisons",
                                             MakeCallback(&LinearScenario::OnComparisons, this));
        }
        const auto stfq = ranked ? DynamicCast<StfqRanker>(ranked->GetRanker()) : nullptr;
        if (stfq && HasWeights())
        {
            stfq->SetWeightCallback(MakeCallback(&LinearScenario::WeightOf, this));
        }
    }
}

void
LinearScenario::InstallApplications()
{
    for (uint32_t i = 0; i < m_fabric.GetNHosts(); ++i)
    {
        m_sources.push_back(CreateObject<DcFlowSource>());
        m_sources[i]->SetTable(m_table);
        m_fabric.GetHost(i)->AddApplication(m_sources[i]);
        m_sinks.push_back(CreateObject<DcFlowSink>());
        m_sinks[i]->SetTable(m_table);
        m_fabric.GetHost(i)->AddApplication(m_sinks[i]);
    }
}

void
LinearScenario::BuildPoisson()
{
    const ScenarioConfig& c = GetConfig();
    DcPoissonPairs::Params params;
    params.hosts = m_fabric.GetNHosts();
    params.flows = c.flows;
    params.maxFlowSize = c.maxFlowBytes;
    params.rate = DcPoissonPairs::RateForLoad(c.load,
                                              c.linkRate.GetBitRate(),
                                              params.hosts,
                                              m_sizes->Mean(c.maxFlowBytes));
    m_flows = c.flows;
    m_arrivals = CreateObject<DcPoissonPairs>();
    m_arrivals->AssignStreams(ARRIVAL_STREAMS);
    m_arrivals->Start(params, *m_sizes, MakeCallback(&LinearScenario::OnArrival, this));
}

void
LinearScenario::BuildStaircase()
{
    const ScenarioConfig& c = GetConfig();
    m_flows = c.flowCount;
    m_sampler = Create<ThroughputSampler>(c.sampleInterval, File("samples.csv"));
    m_sampler->Start();
    m_jitter = CreateObject<UniformRandomVariable>();
    m_jitter->SetStream(JITTER_STREAM);
    for (uint32_t i = 0; i < c.flowCount; ++i)
    {
        const auto flow = Create<DcFlow>();
        flow->id = i + 1;
        flow->src = 0;
        flow->dst = 1;
        flow->weight = c.weights[i % c.weights.size()];
        const Time jitter = Seconds(m_jitter->GetValue(0, c.startJitter.GetSeconds()));
        Simulator::Schedule(i * c.joinInterval + jitter, &LinearScenario::StartFlow, this, flow);
        const uint32_t leave = 2 * c.flowCount - 1 - i;
        Simulator::Schedule(leave * c.joinInterval, &LinearScenario::Leave, this, flow);
    }
    Simulator::Schedule(2 * c.flowCount * c.joinInterval + Seconds(1),
                        static_cast<void (*)()>(&Simulator::Stop));
}

void
LinearScenario::StartFlow(Ptr<DcFlow> flow)
{
    m_lastArrival = Simulator::Now();
    m_startedBytes += flow->size;
    if (m_sampler)
    {
        m_sampler->Join(flow);
    }
    m_sources[flow->src]->StartFlow(flow,
                                    InetSocketAddress(m_fabric.GetHostAddress(flow->dst), PORT));
}

void
LinearScenario::OnArrival(Ptr<DcFlow> flow)
{
    StartFlow(flow);
    if (m_arrivals->GetNArrived() == m_flows)
    {
        const double open = m_startedBytes - m_endedBytes;
        const Time automatic = Seconds(1 + 4 * 8 * open / GetConfig().linkRate.GetBitRate());
        Simulator::Stop(GetConfig().drain.value_or(automatic));
    }
}

void
LinearScenario::Leave(Ptr<DcFlow> flow)
{
    m_sampler->Leave(flow);
    m_sources[flow->src]->StopFlow(flow->id);
}

void
LinearScenario::OnEnd(Ptr<const DcFlow> flow)
{
    ++m_ended;
    m_endedBytes += flow->size;
    m_report->Add(flow);
    if (m_ended == m_flows)
    {
        // Long enough for the ends of the connections to be gone from the links.
        Simulator::Stop(10 * m_fabric.GetBaseRtt());
    }
}

Ptr<DcFlow>
LinearScenario::FlowOf(Ptr<const QueueDiscItem> item) const
{
    FlowTag tag;
    return item->GetPacket()->PeekPacketTag(tag) ? m_table->Find(tag.GetFlow()) : nullptr;
}

void
LinearScenario::OnComparisons(Ptr<const QueueDiscItem> item, const schedlab::ComparisonCost& cost)
{
    if (const Ptr<DcFlow> flow = FlowOf(item))
    {
        ++flow->comparedPackets;
        flow->comparisons += cost.scan + cost.cascadeScan;
        flow->cascadeComparisons += cost.cascadeScan;
    }
}

uint32_t
LinearScenario::WeightOf(Ptr<const QueueDiscItem> item)
{
    const Ptr<DcFlow> flow = FlowOf(item);
    return flow ? flow->weight : 1;
}

bool
LinearScenario::HasWeights() const
{
    const std::vector<uint32_t>& weights = GetConfig().weights;
    return GetConfig().workload == "staircase" &&
           std::any_of(weights.begin(), weights.end(), [](uint32_t w) { return w != 1; });
}

double
LinearScenario::GetDone() const
{
    const ScenarioConfig& c = GetConfig();
    if (m_sampler)
    {
        const double end = (2 * c.flowCount - 1) * c.joinInterval.GetSeconds();
        return std::min(1.0, Simulator::Now().GetSeconds() / end);
    }
    return static_cast<double>(m_ended) / m_flows;
}

Scenario::Facts
LinearScenario::GetFacts() const
{
    const ScenarioConfig& c = GetConfig();
    Facts facts;
    facts.bdpBytes = c.linkRate.GetBitRate() * m_fabric.GetBaseRtt().GetSeconds() / 8;
    facts.tcpProfile = Json::object();
    for (const auto& [name, value] : m_profile.Describe())
    {
        facts.tcpProfile[name] = value;
    }
    facts.realisedLoad = nullptr;
    if (m_arrivals)
    {
        const double capacity =
            m_fabric.GetNHosts() * c.linkRate.GetBitRate() * m_lastArrival.GetSeconds();
        facts.realisedLoad = 8.0 * m_startedBytes / capacity;
    }
    return facts;
}

void
LinearScenario::Summarize(Json& summary)
{
    m_table->SetEndCallback(MakeCallback(&FlowReport::Add, m_report.get()));
    m_table->CensorAll();
    summary = m_report->Summary();

    uint64_t failed = 0;
    for (const auto& source : m_sources)
    {
        failed += source->GetNFailed();
    }
    if (failed > 0)
    {
        Warn(std::to_string(failed) + " connections failed or were reset");
    }
    if (m_report->GetNCensored() > 0)
    {
        Warn(std::to_string(m_report->GetNCensored()) + " of " + std::to_string(m_flows) +
             " flows were not completed: means and tails leave them out");
    }
    if (m_arrivals)
    {
        const double realised = GetFacts().realisedLoad.get<double>();
        if (std::abs(realised / GetConfig().load - 1) > 0.03)
        {
            Warn("realised load " + std::to_string(realised) + " instead of " +
                 std::to_string(GetConfig().load) + ": few flows of very different sizes");
        }
    }
    if (!m_sampler)
    {
        return;
    }
    const auto mean = [](const std::vector<double>& values) {
        return values.empty() ? 0
                              : std::accumulate(values.begin(), values.end(), 0.0) / values.size();
    };
    Json fairness = Json::object();
    const auto add = [&](const std::string& name, const ThroughputSampler::Fairness& index) {
        std::vector<double> sorted = index.all;
        std::sort(sorted.begin(), sorted.end());
        fairness[name + "_mean"] = mean(sorted);
        fairness[name + "_p5"] = sorted.empty() ? 0 : sorted[sorted.size() / 20];
        Json& byFlows = fairness[name + "_by_active_flows"] = Json::object();
        for (const auto& [flows, values] : index.byFlows)
        {
            byFlows[std::to_string(flows)] = mean(values);
        }
    };
    add("jain", m_sampler->GetFairness());
    add("weighted_jain", m_sampler->GetWeightedFairness());
    fairness["windows"] = m_sampler->GetFairness().all.size();
    summary["fairness"] = fairness;
}

} // namespace ns3
