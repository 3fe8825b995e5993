/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poller-scenario.h"

#include "build-info.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/host-nic-helper.h"
#include "ns3/integer.h"
#include "ns3/metronome-fluid.h"
#include "ns3/metronome-poller.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/radix-heap-scheduler.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

Time
FromNs(double ns)
{
    return NanoSeconds(std::llround(ns));
}

std::string
TypeOf(const std::string& poller)
{
    static const std::map<std::string, std::string> types{{"metronome", "ns3::MetronomePoller"},
                                                          {"busy", "ns3::BusyPoller"},
                                                          {"fixed-sleep", "ns3::FixedSleepPoller"},
                                                          {"interrupt", "ns3::InterruptPoller"},
                                                          {"napi", "ns3::NapiPoller"},
                                                          {"xdp", "ns3::XdpPoller"},
                                                          {"empty-poll", "ns3::EmptyPollPoller"}};
    return types.at(poller);
}

std::string
Joined(const std::vector<double>& numbers)
{
    std::ostringstream text;
    for (std::size_t i = 0; i < numbers.size(); ++i)
    {
        text << (i ? "," : "") << numbers[i];
    }
    return text.str();
}

} // namespace

void
PollerScenario::Delays::Add(double ns)
{
    histogram.Add(ns);
    sum += ns;
    squares += ns * ns;
    most = std::max(most, ns);
}

void
PollerScenario::Delays::Write(const std::string& prefix, double path, Json& to) const
{
    const double n = histogram.GetCount();
    const double mean = n > 0 ? sum / n : 0;
    const auto us = [&](double ns) { return n > 0 ? (ns + path) / 1e3 : 0; };
    to[prefix + "_mean_us"] = us(mean);
    to[prefix + "_std_us"] = n > 0 ? std::sqrt(std::max(0.0, squares / n - mean * mean)) / 1e3 : 0;
    for (const auto& [name, share] : {std::pair{"_p1_us", .01},
                                      {"_p25_us", .25},
                                      {"_p50_us", .5},
                                      {"_p75_us", .75},
                                      {"_p99_us", .99}})
    {
        to[prefix + name] = us(histogram.Quantile(share));
    }
    to[prefix + "_max_us"] = us(most);
}

PollerScenario::PollerScenario(const PollerConfig& config, const Json& parameters)
    : m_config(config),
      m_parameters(parameters)
{
    RngSeedManager::SetSeed(config.seed);
    RngSeedManager::SetRun(config.run);
}

PollerScenario::~PollerScenario()
{
    Simulator::Destroy();
}

double
PollerScenario::GetPeakRate() const
{
    if (m_config.rho.empty())
    {
        return m_config.rateMpps * 1e6;
    }
    double sum = 0;
    for (const double rho : m_config.rho)
    {
        sum += rho;
    }
    const double service = m_config.cPkt.value_or(schedlab::ServiceCost().packet) +
                           *m_config.cByte * m_config.frameBytes;
    return sum / service * 1e9;
}

Ptr<RxPoller>
PollerScenario::MakePoller() const
{
    const PollerConfig& c = m_config;
    ObjectFactory factory(TypeOf(c.poller));
    for (const auto& [name, cost] : {std::pair{"CLock", c.cLock},
                                     {"CPoll", c.cPoll},
                                     {"CPkt", c.cPkt},
                                     {"CByte", c.cByte},
                                     {"CTxFlush", c.cFlush},
                                     {"CWake", c.cWake},
                                     {"CIrq", c.cIrq}})
    {
        if (cost)
        {
            factory.Set(name, DoubleValue(*cost));
        }
    }
    auto sleep = CreateObject<SleepModel>();
    sleep->SetAttribute("Law", StringValue(c.sleep));
    sleep->SetAttribute("SubMicroReturn", BooleanValue(c.subMicroReturn));
    factory.Set("SleepModel", PointerValue(sleep));
    factory.Set("RxBurst", UintegerValue(*c.burst));
    factory.Set("Nice", IntegerValue(c.nice));
    factory.Set("TxDrain", TimeValue(FromNs(c.txDrain)));
    if (c.poller == "metronome")
    {
        const schedlab::MetronomeParams& m = c.metronome;
        factory.Set("Threads", UintegerValue(m.threads));
        factory.Set("VBar", TimeValue(FromNs(m.vBar)));
        factory.Set("TLong", TimeValue(FromNs(m.tLong)));
        factory.Set("TFirst", TimeValue(FromNs(m.tFirst)));
        factory.Set("TShort", TimeValue(FromNs(m.tShort)));
        factory.Set("Alpha", DoubleValue(m.alpha));
        factory.Set("TsRule", EnumValue(m.rule));
        factory.Set("MOverN", DoubleValue(m.mOverN));
        factory.Set("QueuePick", EnumValue(m.pick));
        factory.Set("InitialQueue", EnumValue(m.initial));
    }
    else if (c.poller == "busy")
    {
        factory.Set("Threads", UintegerValue(c.threads));
    }
    else if (c.poller == "fixed-sleep")
    {
        factory.Set("Interval", TimeValue(FromNs(c.interval)));
    }
    else if (c.poller != "empty-poll")
    {
        factory.Set("Itr", TimeValue(FromNs(c.itr)));
        factory.Set("Budget", UintegerValue(c.budget));
    }
    return factory.Create<RxPoller>();
}

void
PollerScenario::Build()
{
    const PollerConfig& c = m_config;
    const NicApp app = NicApp::Of(c.app);
    m_forwards = app.forwards;
    m_counts = !app.forwards;
    m_node = CreateObject<Node>();

    auto cpu = CreateObject<HostCpu>();
    cpu->SetAttribute("Cores", UintegerValue(c.cores));
    cpu->SetAttribute("Governor",
                      StringValue(c.governor == "performance" ? "Performance"
                                  : c.governor == "powersave" ? "Powersave"
                                                              : "Ondemand"));
    cpu->SetAttribute("CStates", StringValue(c.cStates == "deep" ? "Deep" : "Shallow"));
    cpu->SetCoreAttribute("CpuShareModel",
                          StringValue(c.shareModel == "cfs" ? "Cfs" : "Statistical"));
    auto delay = CreateObject<ExponentialRandomVariable>();
    delay->SetAttribute("Mean", DoubleValue(c.dispatchDelay * 1e-9));
    cpu->SetCoreAttribute("DispatchDelay", PointerValue(delay));
    m_node->AggregateObject(cpu);

    m_load = CreateObject<NicLoadNetDevice>();
    m_load->SetAttribute("Rate", DoubleValue(0));
    m_load->SetAttribute("PacketSize", UintegerValue(c.frameBytes));
    m_load->SetAttribute("Flows", UintegerValue(c.flows));
    m_load->SetAttribute("Arrivals", StringValue(c.arrivals == "poisson" ? "Poisson" : "Cbr"));
    m_node->AddDevice(m_load);

    auto classifier = CreateObject<RssClassifier>();
    classifier->SetAttribute("Mode",
                             StringValue(c.classifier == "five-tuple"    ? "FiveTuple"
                                         : c.classifier == "round-robin" ? "RoundRobin"
                                                                         : "Table"));
    classifier->SetAttribute(
        "Weights",
        StringValue(Joined(c.weights.empty() && c.classifier == "table" ? c.rho : c.weights)));
    m_nic = CreateObject<HostNicNetDevice>();
    m_nic->SetAttribute("Queues", UintegerValue(c.metronome.queues));
    m_nic->SetAttribute("RingSize", UintegerValue(*c.ringSize));
    m_nic->SetAttribute("TxBatch", UintegerValue(c.txBatch));
    m_nic->SetAttribute("TxDirect", UintegerValue(c.txDirect));
    m_nic->SetAttribute("Classifier", PointerValue(classifier));
    m_nic->SetAttribute("Poller", PointerValue(MakePoller()));
    m_node->AddDevice(m_nic);
    m_nic->SetLowerDevice(m_load);
    m_nic->SetReceiveCallback(MakeCallback(&PollerScenario::Receive, this));
    m_nic->TraceConnectWithoutContext("Deliver", MakeCallback(&PollerScenario::OnDeliver, this));
    if (c.txLatency)
    {
        m_load->TraceConnectWithoutContext("Sent", MakeCallback(&PollerScenario::OnSent, this));
    }
    for (uint32_t core = 0; core < c.hogs; ++core)
    {
        auto hog = CreateObject<CpuHog>();
        hog->SetAttribute("Nice", IntegerValue(c.hogNice));
        hog->Install(cpu, core, m_node->GetId());
        m_hogs.push_back(hog);
    }
    int64_t stream = m_load->AssignStreams(1);
    HostNicHelper::AssignStreams(NetDeviceContainer(m_nic), 1 + stream);

    if (c.profile == "ramp")
    {
        for (uint32_t step = 0; step < 2 * c.rampSteps; ++step)
        {
            Simulator::ScheduleWithContext(m_node->GetId(),
                                           FromNs(step * c.duration / (2 * c.rampSteps)),
                                           &PollerScenario::Step,
                                           this,
                                           step);
        }
    }
    else
    {
        m_rate = GetPeakRate();
        m_load->SetAttribute("Rate", DoubleValue(m_rate));
    }
}

void
PollerScenario::Step(uint32_t step)
{
    const uint32_t steps = m_config.rampSteps;
    const uint32_t level = step < steps ? step + 1 : 2 * steps - 1 - step;
    m_rate = GetPeakRate() * level / steps;
    m_load->SetRate(m_rate);
}

bool
PollerScenario::Receive(Ptr<NetDevice>,
                        Ptr<const Packet> packet,
                        uint16_t protocol,
                        const Address& from)
{
    if (m_counts)
    {
        m_flows.Count(*packet, protocol);
        return true;
    }
    if (m_forwards)
    {
        // Nobody else holds it.
        m_nic->Send(ConstCast<Packet>(packet), from, protocol);
    }
    return true;
}

void
PollerScenario::OnDeliver(uint32_t, Ptr<const Packet> packet, Time delay)
{
    m_delays.Add(delay.GetNanoSeconds());
    if (m_config.txLatency)
    {
        m_inside[PeekPointer(packet)] = Simulator::Now() - delay;
    }
}

void
PollerScenario::OnSent(Ptr<const Packet> packet)
{
    const auto found = m_inside.find(PeekPointer(packet));
    m_txDelays.Add((Simulator::Now() - found->second).GetNanoSeconds());
    m_inside.erase(found);
}

void
PollerScenario::Sample()
{
    std::ofstream& out = m_output->File("samples.csv");
    const auto poller = m_nic->GetPoller();
    const int64_t now = Simulator::Now().GetNanoSeconds();
    const double seconds = m_config.sampleInterval * 1e-9;
    const auto row = [&](const char* series, const std::string& key, double value) {
        out << now << "," << series << "," << key << "," << value << "\n";
    };
    const uint64_t delivered = m_nic->GetDelivered();
    const Time cpu = poller->GetCpuTime();
    row("offered_mpps", "", m_rate / 1e6);
    row("throughput_mpps", "", (delivered - m_lastDelivered) / seconds / 1e6);
    row("cpu_percent", "", 100 * (cpu - m_lastCpu).GetSeconds() / seconds);
    m_lastDelivered = delivered;
    m_lastCpu = cpu;
    const auto metronome = DynamicCast<MetronomePoller>(poller);
    for (uint32_t q = 0; q < m_nic->GetNQueues(); ++q)
    {
        row("ring_packets", std::to_string(q), m_nic->GetQueueSize(q));
        if (metronome)
        {
            const double rho = metronome->GetController().QueueAt(q).Load();
            row("rho", std::to_string(q), rho);
            const schedlab::MetronomeRule rule(m_config.metronome);
            row("t_short_us", std::to_string(q), rule.ShortTimeout(rho) / 1e3);
        }
    }
    Simulator::Schedule(FromNs(m_config.sampleInterval), &PollerScenario::Sample, this);
}

void
PollerScenario::ShowProgress(uint32_t percent)
{
    *m_progress << "progress " << percent << " " << Simulator::Now().GetSeconds() * 1e3
                << std::endl;
    Simulator::Schedule(FromNs(m_config.duration / 20),
                        &PollerScenario::ShowProgress,
                        this,
                        percent + 5);
}

void
PollerScenario::CheckConservation() const
{
    uint64_t received = 0;
    uint64_t gone = m_nic->GetDelivered() + m_nic->GetInService() + m_nic->GetRingDrops();
    for (uint32_t q = 0; q < m_nic->GetNQueues(); ++q)
    {
        received += m_nic->GetQueueCounters(q).received;
        gone += m_nic->GetQueueSize(q);
    }
    if (received != gone || received != m_load->GetArrived())
    {
        throw std::runtime_error("packets do not add up: " + std::to_string(m_load->GetArrived()) +
                                 " arrived, " + std::to_string(received) + " received, " +
                                 std::to_string(gone) + " accounted for");
    }
}

void
PollerScenario::WriteMetronome(const schedlab::MetronomeController& controller,
                               double overshoot,
                               double rho,
                               Json& to) const
{
    schedlab::MetronomeQueue::Counters all;
    Json queues = Json::array();
    for (uint32_t q = 0; q < controller.Params().queues; ++q)
    {
        const auto& seen = controller.QueueAt(q).Seen();
        all.wins += seen.wins;
        all.fails += seen.fails;
        all.releases += seen.releases;
        all.vacation += seen.vacation;
        all.vacation2 += seen.vacation2;
        all.busy += seen.busy;
        all.loadSum += seen.loadSum;
        all.shortSum += seen.shortSum;
        all.maxVacation = std::max(all.maxVacation, seen.maxVacation);
        const double wins = std::max<double>(seen.wins, 1);
        queues.push_back({{"queue", q},
                          {"wins", seen.wins},
                          {"fails", seen.fails},
                          {"mean_vacation_us", seen.vacation / wins / 1e3},
                          {"max_vacation_us", seen.maxVacation / 1e3},
                          {"rho_estimate", seen.loadSum / std::max<double>(seen.releases, 1)}});
    }
    const double wins = std::max<double>(all.wins, 1);
    const double releases = std::max<double>(all.releases, 1);
    const double shortMean = all.shortSum / releases;
    const double load = rho >= 0 ? rho : all.loadSum / releases;
    to["mean_vacation_us"] = all.vacation / wins / 1e3;
    to["max_vacation_us"] = all.maxVacation / 1e3;
    to["residual_vacation_us"] = all.vacation2 / std::max<double>(2.0 * all.vacation, 1) / 1e3;
    to["mean_busy_us"] = all.busy / releases / 1e3;
    to["rho_estimate"] = all.loadSum / releases;
    to["t_short_us"] = shortMean / 1e3;
    to["busy_tries_percent"] = 100 * all.fails / std::max<double>(all.wins + all.fails, 1);
    to["wins"] = all.wins;
    to["fails"] = all.fails;
    to["queues_detail"] = queues;
    if (load < 1 && shortMean > 0)
    {
        const schedlab::MetronomeParams& m = m_config.metronome;
        const double threads = static_cast<double>(m.threads) / m.queues;
        const double tShort = shortMean + overshoot;
        const double tLong = m.tLong + overshoot;
        const schedlab::MetronomeTheory theory(threads, load, tShort, tLong);
        const schedlab::VacationLaw paper(threads, 1 - load, tShort, tLong);
        const double queuesN = m.queues;
        to["theory"] = {
            {"paper_vacation_us", paper.Mean() / 1e3},
            {"vacation_us", theory.MeanVacation() / 1e3},
            {"residual_vacation_us", theory.MeanResidual() / 1e3},
            {"busy_tries_percent", 100 * theory.BusyTries()},
            {"wakeups_per_s", queuesN * theory.WakeRate() * 1e9},
            {"cpu_percent",
             100 * queuesN * theory.Cpu(m_config.cWake.value_or(schedlab::ServiceCost().wake))}};
    }
}

PollerScenario::Json
PollerScenario::RunFluid()
{
    auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(1);
    const auto uniform = [random]() { return random->GetValue(); };
    const schedlab::SleepLaw law(m_config.sleep);
    std::vector<double> loads = m_config.rho;
    if (loads.empty())
    {
        const double service = *m_config.cPkt + *m_config.cByte * m_config.frameBytes;
        const double share = m_config.rateMpps / m_config.metronome.queues * service / 1e3;
        loads.assign(m_config.metronome.queues, share);
    }
    schedlab::MetronomeFluid<decltype(uniform)> fluid(m_config.metronome,
                                                      loads,
                                                      law,
                                                      std::llround(m_config.cPoll.value_or(0)),
                                                      uniform);
    for (uint32_t percent = 5; percent <= 100; percent += 5)
    {
        fluid.RunUntil(std::llround(m_config.duration * percent / 100));
        if (m_progress)
        {
            *m_progress << "progress " << percent << " " << m_config.duration * percent / 1e8
                        << std::endl;
        }
    }
    Json summary;
    double mean = 0;
    for (const double load : loads)
    {
        mean += load / loads.size();
    }
    WriteMetronome(fluid.Controller(), law.MeanOvershoot(), mean, summary);
    const double wakes = summary["wins"].get<double>() + summary["fails"].get<double>();
    double busy = 0;
    std::vector<int64_t> vacations;
    for (uint32_t q = 0; q < m_config.metronome.queues; ++q)
    {
        busy += fluid.Controller().QueueAt(q).Seen().busy;
        vacations.insert(vacations.end(), fluid.Vacations(q).begin(), fluid.Vacations(q).end());
    }
    const double wake = m_config.cWake.value_or(schedlab::ServiceCost().wake);
    summary["wakeups_per_s"] = wakes / m_config.duration * 1e9;
    summary["cpu_percent"] = 100 * (busy + wake * wakes) / m_config.duration;
    summary["latency_mean_us"] =
        summary["residual_vacation_us"].get<double>() + m_config.pathLatency / 1e3;
    for (const auto& [name, share] :
         {std::pair{"latency_p50_us", .5}, {"latency_p99_us", .99}, {"latency_max_us", 1.}})
    {
        summary[name] =
            (decltype(fluid)::WaitQuantile(vacations, share) + m_config.pathLatency) / 1e3;
    }
    summary["ring_drops"] = 0;
    return summary;
}

PollerScenario::Json
PollerScenario::RunPackets(ScenarioOutput& output)
{
    Simulator::SetScheduler(ObjectFactory("ns3::RadixHeapScheduler"));
    Build();
    if (m_progress)
    {
        Simulator::Schedule(Time(0), &PollerScenario::ShowProgress, this, 0);
    }
    if (m_config.sampleInterval > 0)
    {
        Simulator::Schedule(FromNs(m_config.sampleInterval), &PollerScenario::Sample, this);
    }
    output.File("samples.csv") << "time_ns,series,key,value\n";
    Simulator::Stop(FromNs(m_config.duration));
    Simulator::Run();
    CheckConservation();

    const auto poller = m_nic->GetPoller();
    const auto counters = poller->GetCounters();
    const double seconds = m_config.duration * 1e-9;
    Json summary;
    summary["offered_mpps"] = m_load->GetArrived() / seconds / 1e6;
    summary["throughput_mpps"] = m_nic->GetDelivered() / seconds / 1e6;
    summary["cpu_percent"] = 100 * poller->GetCpuTime().GetSeconds() / seconds;
    summary["wakeups_per_s"] = poller->GetWakeUps() / seconds;
    m_delays.Write("latency", m_config.pathLatency, summary);
    if (m_config.txLatency)
    {
        m_txDelays.Write("tx_latency", m_config.pathLatency, summary);
        summary["tx_left"] = m_inside.size();
    }
    summary["received"] = m_load->GetArrived();
    summary["delivered"] = m_nic->GetDelivered();
    summary["ring_drops"] = m_nic->GetRingDrops();
    summary["loss_percent"] =
        100.0 * m_nic->GetRingDrops() / std::max<double>(m_load->GetArrived(), 1);
    summary["polls"] = counters.polls;
    summary["empty_polls"] = counters.emptyPolls;
    summary["bursts"] = counters.bursts;
    summary["interrupts_per_s"] = counters.interrupts / seconds;
    summary["watts"] = m_node->GetObject<HostCpu>()->GetJoules() / seconds;
    Json peaks = Json::array();
    for (uint32_t q = 0; q < m_nic->GetNQueues(); ++q)
    {
        peaks.push_back(m_nic->GetQueueCounters(q).peak);
    }
    summary["ring_peaks"] = peaks;
    if (m_counts)
    {
        summary["flows_seen"] = m_flows.GetNFlows();
        summary["packets_counted"] = m_flows.GetTotal().packets;
    }
    if (const auto metronome = DynamicCast<MetronomePoller>(poller))
    {
        const double service = m_config.cPkt.value_or(0) + *m_config.cByte * m_config.frameBytes;
        const double rho = m_rate * service * 1e-9 / m_config.metronome.queues;
        WriteMetronome(metronome->GetController(),
                       schedlab::SleepLaw(m_config.sleep).MeanOvershoot(),
                       m_config.profile == "ramp" ? -1 : rho,
                       summary);
    }
    for (std::size_t i = 0; i < m_hogs.size(); ++i)
    {
        summary["hogs"].push_back(
            {{"work_percent", 100 * m_hogs[i]->GetWork().GetSeconds() / seconds},
             {"slowdown", m_hogs[i]->GetSlowdown()}});
    }
    return summary;
}

void
PollerScenario::Run(ScenarioOutput& output, std::ostream* progress)
{
    m_output = &output;
    m_progress = progress;
    const auto startWall = std::chrono::steady_clock::now();
    const std::clock_t startCpu = std::clock();
    const Json summary = m_config.arrivals == "fluid" ? RunFluid() : RunPackets(output);
    output.Write("summary.json", summary);

    const BuildInfo build = BuildInfo::Get();
    Json manifest;
    manifest["schema_version"] = 1;
    manifest["program"] = "schedlab-poller";
    manifest["config"] = m_parameters;
    manifest["threads"] = m_config.metronome.threads;
    manifest["ns3_version"] = build.ns3Version;
    manifest["suite_version"] = build.suiteVersion;
    manifest["build_type"] = build.buildType;
    manifest["sanitize"] = build.sanitize;
    manifest["commit"] = build.commit;
    manifest["events"] = m_config.arrivals == "fluid" ? 0 : Simulator::GetEventCount();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - startWall;
    manifest["wall_seconds"] = wall.count();
    manifest["cpu_seconds"] = static_cast<double>(std::clock() - startCpu) / CLOCKS_PER_SEC;
    manifest["warnings"] = Json::array();
    output.Write("manifest.json", manifest);
}

} // namespace ns3
