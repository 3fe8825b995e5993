/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "build-info.h"
#include "dumbbell-scenario.h"
#include "fatal-trial.h"
#include "flow-report.h"
#include "light-scenario.h"
#include "native-scenario.h"
#include "port-scenario.h"
#include "queue-report.h"
#include "staircase-scenario.h"

#include "ns3/cpu-seconds.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iomanip>
#include <sstream>

namespace ns3
{

namespace
{

std::string
ToText(const QueueSize& size)
{
    std::ostringstream text;
    text << size;
    return text.str();
}

} // namespace

std::unique_ptr<Scenario>
Scenario::Make(const ScenarioConfig& config, const Json& parameters)
{
    if (config.topology == "port")
    {
        return std::make_unique<PortScenario>(config, parameters);
    }
    if (config.topology == "dumbbell")
    {
        return std::make_unique<DumbbellScenario>(config, parameters);
    }
    if (config.stack == "light")
    {
        return std::make_unique<LightScenario>(config, parameters);
    }
    if (config.workload == "staircase")
    {
        return std::make_unique<StaircaseScenario>(config, parameters);
    }
    return std::make_unique<NativeScenario>(config, parameters);
}

Scenario::Scenario(const ScenarioConfig& config, const Json& parameters)
    : m_config(config),
      m_parameters(parameters),
      m_discFactory(config.scheduler, QueueDisc::GetTypeId())
{
    RngSeedManager::SetSeed(config.seed);
    RngSeedManager::SetRun(config.run);
    for (const auto& [name, value] : config.schedulerSet)
    {
        m_discFactory.Set(name, value);
    }
    m_ranks = m_discFactory.GetTypeId().IsChildOf(RankQueueDisc::GetTypeId());
    if (m_ranks && config.comparisons)
    {
        m_discFactory.Set("CountComparisons", "true");
    }
    if (!config.ranker.empty())
    {
        m_rankerFactory = std::make_unique<TypeFactory>(config.ranker, PacketRanker::GetTypeId());
        for (const auto& [name, value] : config.rankerSet)
        {
            m_rankerFactory->Set(name, value);
        }
        if (!m_ranks)
        {
            Warn(config.scheduler + " takes no ranker: " + config.ranker + " is not used");
        }
    }
    ProbeScheduler();
}

Scenario::~Scenario()
{
    Simulator::Destroy();
}

void
Scenario::ProbeScheduler()
{
    const auto probe = [this] {
        const Ptr<QueueDisc> disc = MakeDisc();
        disc->Initialize();
        const QueueSize size = disc->GetMaxSize();
        disc->Dispose();
        return size;
    };
    if (const auto reason = TryInChild(probe))
    {
        throw ConfigurationError("cannot use the scheduler" +
                                 (reason->empty() ? " " + m_config.scheduler : ": " + *reason));
    }
    m_capacity = probe();
}

Ptr<QueueDisc>
Scenario::MakeDisc() const
{
    const auto disc = m_discFactory.Create<QueueDisc>();
    if (m_ranks && m_rankerFactory)
    {
        DynamicCast<RankQueueDisc>(disc)->SetRanker(m_rankerFactory->Create<PacketRanker>());
    }
    return disc;
}

Ptr<QueueDisc>
Scenario::MakePlainDisc() const
{
    TypeFactory fifo("ns3::FifoQueueDisc", QueueDisc::GetTypeId());
    fifo.Set("MaxSize", ToText(m_capacity));
    return fifo.Create<QueueDisc>();
}

uint64_t
Scenario::GetCapacityBytes() const
{
    return uint64_t{m_capacity.GetValue()} *
           (m_capacity.GetUnit() == QueueSizeUnit::PACKETS ? m_config.mtuBytes : 1);
}

Ptr<InversionProbe>
Scenario::MakeProbe(bool underTest, uint32_t histogramBins) const
{
    Ptr<InversionProbe> probe;
    if (m_config.inversions && underTest)
    {
        probe = CreateObject<InversionProbe>();
        probe->SetAttribute("HistogramBins", UintegerValue(histogramBins));
    }
    return probe;
}

void
Scenario::Watch(Ptr<PortMonitor> monitor)
{
    m_monitors.push_back(monitor);
}

const std::vector<Ptr<PortMonitor>>&
Scenario::GetMonitors() const
{
    return m_monitors;
}

const ScenarioConfig&
Scenario::GetConfig() const
{
    return m_config;
}

std::ofstream&
Scenario::File(const std::string& name)
{
    return m_output->File(name);
}

void
Scenario::Warn(const std::string& warning)
{
    m_warnings.push_back(warning);
}

const std::vector<std::string>&
Scenario::GetWarnings() const
{
    return m_warnings;
}

void
Scenario::Run(ScenarioOutput& output, std::ostream* progress)
{
    m_output = &output;
    m_startWall = std::chrono::steady_clock::now();
    m_lastProgress = m_startWall;
    m_startCpu = schedlab::CpuSeconds();
    FlowReport::WriteHeader(File("flows.csv"));
    File("samples.csv") << "time_ns,series,key,value\n";

    Build();
    if (progress)
    {
        ReportProgress(progress);
    }
    Simulator::Run();

    const QueueReport ports(m_monitors);
    ports.CheckConservation();
    Json summary = Json::object();
    Summarize(summary);
    ports.Summarize(summary, m_config.inversions);
    ports.Write(File("queues.csv"), m_config.comparisons);
    const Facts facts = GetFacts();
    CollectWarnings(facts);
    m_output->Write("summary.json", summary);
    m_output->Write("manifest.json", Manifest(facts));
}

void
Scenario::ReportProgress(std::ostream* progress)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_lastProgress >= std::chrono::milliseconds(500))
    {
        m_lastProgress = now;
        std::ostringstream line; // written at once, so that lines of several processes stay whole
        line << "progress " << std::fixed << std::setprecision(1) << 100 * GetDone() << " "
             << std::setprecision(3) << 1e3 * Simulator::Now().GetSeconds() << "\n";
        *progress << line.str() << std::flush;
    }
    // Some hundred packets, so neither the look at the clock nor the waiting matters.
    const Time interval = m_config.linkRate.CalculateBytesTxTime(500 * m_config.mtuBytes);
    Simulator::Schedule(interval, &Scenario::ReportProgress, this, progress);
}

void
Scenario::CollectWarnings(const Facts& facts)
{
    if (BuildInfo::Get().debug)
    {
        Warn("this is a debug build: wall and CPU times mean nothing");
    }
    if (m_config.deviceQueue.GetUnit() == QueueSizeUnit::BYTES ||
        m_config.deviceQueue.GetValue() > 1)
    {
        Warn("the device queue of " + ToText(m_config.deviceQueue) +
             " is a FIFO below the scheduler and hides it; use device_queue 1p");
    }
    if (GetCapacityBytes() < facts.bdpBytes)
    {
        Warn("the queue of " + ToText(m_capacity) +
             " holds less than the bandwidth-delay product of " +
             std::to_string(static_cast<uint64_t>(facts.bdpBytes)) + " bytes");
    }
    if (QueueReport(m_monitors).PeakUnderTest() <= 1)
    {
        Warn("no queue under test ever held two packets: the scheduler never had a choice");
    }
}

Scenario::Json
Scenario::Manifest(const Facts& facts) const
{
    const BuildInfo build = BuildInfo::Get();
    Json json = {{"schema_version", 1}};
    json.update(m_parameters);
    json["ns3_version"] = build.ns3Version;
    json["suite_version"] = build.suiteVersion;
    json["build_type"] = build.buildType;
    json["sanitize"] = build.sanitize;
    json["commit"] = build.commit;
    json["queue_size"] = ToText(m_capacity);
    json["device_queue_size"] = ToText(m_config.deviceQueue);
    json["tcp_profile"] = facts.tcpProfile;
    json["realised_load"] = facts.realisedLoad;

    const QueueReport ports(m_monitors);
    json["busiest_hop"] = ports.BusiestHop();
    json["link_classes"] = ports.LinkClasses();
    json["warnings"] = m_warnings;
    json["simulated_ns"] = Simulator::Now().GetNanoSeconds();
    json["events"] = Simulator::GetEventCount();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - m_startWall;
    json["wall_seconds"] = wall.count();
    json["cpu_seconds"] = schedlab::CpuSeconds() - m_startCpu;
    return json;
}

} // namespace ns3
