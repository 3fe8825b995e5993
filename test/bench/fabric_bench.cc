/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * CPU time for a packet to go over one link, in nanoseconds (counter ns_per_hop): the bare event
 * loop with the two events that a port needs at most, the light fabric under several queue discs
 * and event schedulers, and the native stack. The light runs carry web search flows at 90 % load
 * over 9 x 16 hosts; the native one carries flows over the linear topology.
 */

#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/dc-flow-table.h"
#include "ns3/dc-linear-helper.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/global-value.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/light-run.h"
#include "ns3/simulator.h"
#include "ns3/size-cdf.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"
#include "ns3/workload-files.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <ctime>
#include <random>

using namespace ns3;

namespace
{

constexpr uint32_t HOSTS = 144;
constexpr double LOAD = 0.9;
constexpr int FLOWS = 300;
constexpr uint16_t SINK_PORT = 5000;

double
CpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void
Report(benchmark::State& state, double seconds, double hops)
{
    state.counters["ns_per_hop"] = seconds / hops * 1e9;
    state.counters["hops"] = hops;
}

std::vector<LightFlow>
WebSearchFlows()
{
    const schedlab::SizeCdf sizes =
        WorkloadFiles::LoadSizes("websearch", schedlab::SizeCdf::LINEAR);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    std::exponential_distribution<double> gap(LOAD * 100e9 * HOSTS / (8 * sizes.Mean()) * 1e-9);
    std::vector<LightFlow> flows;
    double start = 0;
    for (uint64_t id = 0; id < FLOWS; ++id)
    {
        start += gap(random);
        const uint32_t source = random() % HOSTS;
        const uint32_t destination = (source + 1 + random() % (HOSTS - 1)) % HOSTS;
        flows.push_back({id,
                         static_cast<int64_t>(start),
                         source,
                         destination,
                         std::max<uint64_t>(1, sizes.Quantile(uniform(random)))});
    }
    return flows;
}

/** Events that do nothing but schedule the next: a hop is one of 120 ns and one of 1 us. */
class Hopper
{
  public:
    explicit Hopper(uint64_t& left)
        : m_left(left)
    {
    }

    void Send()
    {
        Simulator::Schedule(NanoSeconds(120), &Hopper::Arrive, this);
    }

  private:
    void Arrive()
    {
        if (m_left > 0)
        {
            --m_left;
            Simulator::Schedule(MicroSeconds(1), &Hopper::Send, this);
        }
    }

    uint64_t& m_left;
};

void
BareLoop(benchmark::State& state, const std::string& scheduler)
{
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));
    constexpr uint64_t hops = 2000000;
    for (auto _ : state)
    {
        uint64_t left = hops;
        std::vector<Hopper> hoppers(1000, Hopper(left));
        for (uint32_t i = 0; i < hoppers.size(); ++i)
        {
            Simulator::Schedule(NanoSeconds(i), &Hopper::Send, &hoppers[i]);
        }
        const double begin = CpuSeconds();
        Simulator::Run();
        Report(state, CpuSeconds() - begin, hops);
        Simulator::Destroy();
    }
}

void
Light(benchmark::State& state,
      const std::string& scheduler,
      const std::string& disc,
      const std::vector<std::string>& settings)
{
    GlobalValue::Bind("SchedulerType", StringValue(scheduler));
    LightRunConfig config;
    config.plan = schedlab::FabricPlan::LeafSpine({9, 4, 16, 1, {}, {400000000000, 1000}});
    config.disc = disc;
    config.discSettings = settings;
    config.transport.variant = schedlab::LightTransportParams::PFABRIC;
    config.flows = WebSearchFlows();
    for (auto _ : state)
    {
        const LightRunResult result = RunLight(config, nullptr);
        Report(state, result.cpuSeconds, result.packetHops);
    }
}

void
Native(benchmark::State& state)
{
    GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
    DcTcpProfile profile;
    profile.congestion = TypeId::LookupByName("ns3::TcpNewReno");
    profile.Apply();
    for (auto _ : state)
    {
        DcLinearHelper fabric;
        fabric.InstallStack(InternetStackHelper());
        ObjectFactory fifo("ns3::FifoQueueDisc");
        fifo.Set("MaxSize", StringValue("1088p"));
        fabric.InstallQueueDiscs(DC_ALL_PORTS, fifo);
        fabric.AssignAddresses();
        auto table = Create<DcFlowTable>();
        auto source = CreateObject<DcFlowSource>();
        source->SetTable(table);
        fabric.GetHost(0)->AddApplication(source);
        auto sink = CreateObject<DcFlowSink>();
        sink->SetTable(table);
        sink->SetAttribute("Port", UintegerValue(SINK_PORT));
        fabric.GetHost(1)->AddApplication(sink);
        auto flow = Create<DcFlow>();
        flow->id = 1;
        flow->dst = 1;
        flow->size = 20000000;
        const Address peer = InetSocketAddress(fabric.GetHostAddress(1), SINK_PORT);
        Simulator::Schedule(MicroSeconds(1), &DcFlowSource::StartFlow, source, flow, peer);
        const double begin = CpuSeconds();
        Simulator::Run();
        const double seconds = CpuSeconds() - begin;
        double hops = 0;
        for (const DcPort& port : fabric.GetPorts())
        {
            hops += DcFabricHelper::GetQueueDisc(port)->GetStats().nTotalSentPackets;
        }
        Report(state, seconds, hops);
        Simulator::Destroy();
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    const auto add = [](const std::string& name, auto function, auto... arguments) {
        benchmark::RegisterBenchmark(("Fabric/" + name).c_str(), function, arguments...)
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
    };
    const std::string radix = "ns3::RadixHeapScheduler";
    const std::string map = "ns3::MapScheduler";
    using Settings = std::vector<std::string>;
    add("BareLoop/Map", BareLoop, map);
    add("BareLoop/RadixHeap", BareLoop, radix);
    add("LightFifo/RadixHeap", Light, radix, "ns3::FifoQueueDisc", Settings{"MaxSize=1088p"});
    add("LightFifo/Map", Light, map, "ns3::FifoQueueDisc", Settings{"MaxSize=1088p"});
    add("LightP3po/RadixHeap", Light, radix, "ns3::P3poQueueDisc", Settings{});
    add("LightP3poStfq/RadixHeap",
        Light,
        radix,
        "ns3::P3poQueueDisc",
        Settings{"Ranker=ns3::StfqRanker"});
    add("Native", Native);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
