/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * CPU time for a packet to go over one link, in nanoseconds (counter ns_per_hop): the bare event
 * loop with two events for a hop, the light fabric under several queue discs and event schedulers,
 * and the native stack. The light runs carry web search flows at 90 % load over 9 x 16 hosts; the
 * native one carries the first of them.
 *
 * With the environment variable SCHEDLAB_BENCH_FULL there are long runs too: 20,000 web search
 * flows, a million small ones, and 1,024 hosts. What the first of them will take is predicted from
 * the packet-hops that its flows need at least (counter expected_hops of Expect20000).
 *
 * Every run has a process of its own, whose memory is the counter resident_mb.
 */

#include "isolated-run.h"
#include "web-search-arrivals.h"

#include "ns3/dc-flow-helper.h"
#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/ecmp-routes.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/light-run.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <benchmark/benchmark.h>
#include <cstdlib>
#include <ctime>

using namespace ns3;

namespace
{

constexpr uint64_t FLOWS = 300;
constexpr uint64_t NATIVE_FLOWS = 20; // the first of the same list
constexpr uint64_t LONG_FLOWS = 20000;
const schedlab::FabricPlan::LeafSpineParams PAPER{9, 4, 16, 1, {}, {400000000000, 1000}};

/** What a run counted. */
struct Counts
{
    double seconds;          //!< CPU time of the events
    double hops;             //!< packets put on a link
    double events;           //!< events of the simulator
    double flows = 0;        //!< flows completed
    double setupSeconds = 0; //!< CPU time before the events
    double flowCapacity = 0; //!< places for flows
};

double
CpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/** Does a run for each iteration and reports it. */
template <typename Function>
void
Measure(benchmark::State& state, Function run)
{
    for (auto _ : state)
    {
        const auto done = schedlab::RunIsolated(run);
        const Counts& counts = done.result;
        state.SetIterationTime(counts.seconds);
        state.counters["ns_per_hop"] = counts.seconds / counts.hops * 1e9;
        state.counters["events_per_hop"] = counts.events / counts.hops;
        state.counters["hops"] = counts.hops;
        state.counters["flows"] = counts.flows;
        state.counters["flow_capacity"] = counts.flowCapacity;
        state.counters["setup_s"] = counts.setupSeconds;
        state.counters["resident_mb"] = done.residentMb;
    }
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
    Measure(state, [&scheduler] {
        GlobalValue::Bind("SchedulerType", StringValue(scheduler));
        constexpr uint64_t hops = 2000000;
        uint64_t left = hops;
        std::vector<Hopper> hoppers(1000, Hopper(left));
        for (uint32_t i = 0; i < hoppers.size(); ++i)
        {
            Simulator::Schedule(NanoSeconds(i), &Hopper::Send, &hoppers[i]);
        }
        const double begin = CpuSeconds();
        Simulator::Run();
        const double seconds = CpuSeconds() - begin;
        return Counts{seconds, hops, 1. * Simulator::GetEventCount()};
    });
}

/** A run of the light fabric. */
struct LightBench
{
    std::string name;                                   //!< of the benchmark
    std::string scheduler{"ns3::RadixHeapScheduler"};   //!< TypeId of the event scheduler
    std::string disc;                                   //!< TypeId of the queue discs
    std::vector<std::string> settings{};                //!< their attributes
    schedlab::FabricPlan::LeafSpineParams shape{PAPER}; //!< topology
    uint64_t flows{FLOWS};                              //!< how many flows
    uint64_t flowBytes{0};                              //!< size of each; 0: web search
    double load{0.9};                                   //!< of the hosts' links
    bool netbench{false};                               //!< rules of NetBench, cut off after 1 s
};

void
Light(benchmark::State& state, const LightBench& bench)
{
    Measure(state, [&bench] {
        GlobalValue::Bind("SchedulerType", StringValue(bench.scheduler));
        LightRunConfig config;
        config.plan = schedlab::FabricPlan::LeafSpine(bench.shape);
        config.disc = bench.disc;
        config.discSettings = bench.settings;
        config.transport.variant = schedlab::LightTransportParams::PFABRIC;
        config.transport.netbench = bench.netbench;
        config.idleBypass = bench.netbench;
        config.stopNs = bench.netbench ? 1000000000 : 0;
        schedlab::WebSearchArrivals arrivals(config.plan.nHosts,
                                             bench.load,
                                             bench.shape.access.bitsPerSecond,
                                             bench.flows);
        config.source = [&] {
            auto flow = arrivals();
            if (flow && bench.flowBytes > 0)
            {
                flow->sizeBytes = bench.flowBytes;
            }
            return flow;
        };
        double done = 0;
        const LightRunResult r =
            RunLight(config, [&done](const LightFlowRecord& f) { done += f.done; });
        return Counts{r.cpuSeconds,
                      1. * r.packetHops,
                      1. * r.events,
                      done,
                      r.setupSeconds,
                      1. * r.flowCapacity};
    });
}

/**
 * Reports the packet-hops of a list of flows when nothing is lost: data and as many
 * acknowledgements, and three packets of the handshake, over the links between the two hosts.
 */
void
Expect(benchmark::State& state)
{
    const auto plan = schedlab::FabricPlan::LeafSpine(PAPER);
    const schedlab::EcmpRoutes routes(plan, 1);
    const uint64_t mss = schedlab::LightTransportParams().mss;
    for (auto _ : state)
    {
        double hops = 0;
        schedlab::WebSearchArrivals arrivals(plan.nHosts,
                                             0.9,
                                             PAPER.access.bitsPerSecond,
                                             LONG_FLOWS);
        while (const auto flow = arrivals())
        {
            const uint64_t packets = (flow->sizeBytes + mss - 1) / mss;
            hops += (2 * packets + 3) * routes.Path(flow->source, flow->destination, 0).hops;
        }
        state.SetIterationTime(0);
        state.counters["expected_hops"] = hops;
    }
}

Counts
RunNative()
{
    GlobalValue::Bind("SchedulerType", StringValue("ns3::MapScheduler"));
    DcTcpProfile profile;
    profile.congestion = TypeId::LookupByName("ns3::TcpNewReno");
    profile.Apply();
    DcLeafSpineHelper fabric(PAPER);
    fabric.InstallStack(InternetStackHelper());
    ObjectFactory fifo("ns3::FifoQueueDisc");
    fifo.Set("MaxSize", StringValue("1088p"));
    fabric.InstallQueueDiscs(DC_ALL_PORTS, fifo);
    fabric.AssignAddresses();
    DcFlowHelper flows;
    double done = 0;
    flows.SetEndCallback([&done](Ptr<const DcFlow>) { ++done; });
    const uint32_t hosts = PAPER.leaves * PAPER.hostsPerLeaf;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        flows.Install(fabric.GetHost(host), fabric.GetHostAddress(host));
    }
    schedlab::WebSearchArrivals arrivals(hosts, 0.9, PAPER.access.bitsPerSecond, NATIVE_FLOWS);
    while (const auto next = arrivals())
    {
        auto flow = Create<DcFlow>();
        flow->id = next->id;
        flow->src = next->source;
        flow->dst = next->destination;
        flow->size = next->sizeBytes;
        Simulator::Schedule(NanoSeconds(next->startNs), &DcFlowHelper::Start, &flows, flow);
    }
    const double begin = CpuSeconds();
    Simulator::Run();
    const double seconds = CpuSeconds() - begin;
    double hops = 0;
    for (const DcPort& port : fabric.GetPorts())
    {
        hops += DcFabricHelper::GetQueueDisc(port)->GetStats().nTotalSentPackets;
    }
    return {seconds, hops, 1. * Simulator::GetEventCount(), done};
}

} // namespace

int
main(int argc, char* argv[])
{
    const auto add =
        [](const std::string& name, int repetitions, auto function, auto... arguments) {
            benchmark::RegisterBenchmark(("Fabric/" + name).c_str(), function, arguments...)
                ->Iterations(1)
                ->Repetitions(repetitions)
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond);
        };
    add("BareLoop/Map", 3, BareLoop, "ns3::MapScheduler");
    add("BareLoop/RadixHeap", 3, BareLoop, "ns3::RadixHeapScheduler");
    const std::string map = "ns3::MapScheduler";
    const std::string radix = "ns3::RadixHeapScheduler";
    const std::string fifo = "ns3::FifoQueueDisc";
    const std::string p3po = "ns3::P3poQueueDisc";
    const std::vector<std::string> fifoSize{"MaxSize=1088p"};
    const std::vector<std::string> stfq{"Ranker=ns3::StfqRanker"};
    for (const LightBench& bench :
         std::initializer_list<LightBench>{{"LightFifo/RadixHeap", radix, fifo, fifoSize},
                                           {"LightFifo/Map", map, fifo, fifoSize},
                                           {"LightP3po/RadixHeap", radix, p3po},
                                           {"LightP3poStfq/RadixHeap", radix, p3po, stfq}})
    {
        add(bench.name, 3, Light, bench);
    }
    // The set-up and the load of NetBench's pFabric run, 987,600 B at 3,600 flows a second.
    LightBench netbench{"NetbenchRun", radix, "ns3::PifoQueueDisc", {"MaxSize=80p"}};
    netbench.shape.access = {1000000000, 20};
    netbench.shape.core = {4000000000, 20};
    netbench.netbench = true;
    netbench.load = 0.1975;
    netbench.flows = 2078;
    add(netbench.name, 3, Light, netbench);
    add("Expect20000", 1, Expect);
    add("Native", 1, [](benchmark::State& state) { Measure(state, RunNative); });
    if (std::getenv("SCHEDLAB_BENCH_FULL"))
    {
        for (const LightBench& bench : std::initializer_list<LightBench>{
                 {"Flows20000", radix, p3po, stfq, PAPER, LONG_FLOWS},
                 {"SmallFlows100000", radix, p3po, stfq, PAPER, 100000, 1},
                 {"SmallFlows1000000", radix, p3po, stfq, PAPER, 1000000, 1},
                 {"Hosts1024", radix, p3po, stfq, {64, 16, 16, 1, {}, {400000000000, 1000}}, 500}})
        {
            add(bench.name, 1, Light, bench);
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
