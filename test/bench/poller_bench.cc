/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * CPU time for a packet that a host receives at 14.88 million a second, with a plain device and
 * with a polled card over it (counter ns_per_packet), over a point-to-point link and straight from
 * a generator; and the events of idle pollers (counters events and wakeups, for 10 simulated ms).
 */

#include "bench-main.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/host-nic-helper.h"
#include "ns3/nic-load-net-device.h"
#include "ns3/node.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <ctime>

using namespace ns3;

namespace
{

constexpr double RATE = 14.88e6;
constexpr uint16_t PROTOCOL = 0x0800;

/** Counts what the host is given. */
struct Sink
{
    void Receive(Ptr<NetDevice>,
                 Ptr<const Packet>,
                 uint16_t,
                 const Address&,
                 const Address&,
                 NetDevice::PacketType)
    {
        ++packets;
    }

    uint64_t packets{0}; // so far
};

/** Sends packets at equal distances. */
struct Source
{
    void Send()
    {
        due += 1e9 / RATE;
        Simulator::Schedule(NanoSeconds(static_cast<int64_t>(due)) - Simulator::Now(),
                            &Source::Send,
                            this);
        device->Send(Create<Packet>(46), device->GetBroadcast(), PROTOCOL);
    }

    Ptr<NetDevice> device; // where to
    double due{0};         // the next one, in ns
};

/** Puts a card over the device unless the kind is plain. */
Ptr<NetDevice>
Over(Ptr<NetDevice> device, const std::string& poller)
{
    return poller.empty() ? device : Ptr<NetDevice>(HostNicHelper(poller).Install(device));
}

void
Simulate(benchmark::State& state, bool link, const std::string& poller)
{
    double seconds = 0;
    double packets = 0;
    for (auto _ : state)
    {
        NodeContainer nodes(2);
        Sink sink;
        Source source;
        Ptr<NetDevice> below;
        if (link)
        {
            PointToPointHelper helper;
            helper.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
            const auto devices = helper.Install(nodes);
            source.device = devices.Get(0);
            below = devices.Get(1);
            Simulator::ScheduleWithContext(0, NanoSeconds(0), &Source::Send, &source);
        }
        else
        {
            auto load = CreateObject<NicLoadNetDevice>();
            load->SetAttribute("Rate", DoubleValue(RATE));
            nodes.Get(1)->AddDevice(load);
            below = load;
        }
        const auto device = Over(below, poller);
        nodes.Get(1)->RegisterProtocolHandler(MakeCallback(&Sink::Receive, &sink),
                                              PROTOCOL,
                                              device);
        Simulator::Stop(MilliSeconds(10));
        const std::clock_t start = std::clock();
        Simulator::Run();
        seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        packets += sink.packets;
        Simulator::Destroy();
    }
    state.counters["ns_per_packet"] = seconds / packets * 1e9;
}

void
Idle(benchmark::State& state, const std::string& poller)
{
    double events = 0;
    double wakeUps = 0;
    for (auto _ : state)
    {
        auto node = CreateObject<Node>();
        auto load = CreateObject<NicLoadNetDevice>();
        load->SetAttribute("Rate", DoubleValue(0));
        node->AddDevice(load);
        const auto nic = HostNicHelper(poller).Install(load);
        const uint64_t before = Simulator::GetEventCount();
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        events = Simulator::GetEventCount() - before;
        wakeUps = nic->GetPoller()->GetWakeUps();
        Simulator::Destroy();
    }
    state.counters["events"] = events;
    state.counters["wakeups"] = wakeUps;
}

BENCHMARK_CAPTURE(Simulate, link_plain, true, "");
BENCHMARK_CAPTURE(Simulate, link_metronome, true, "ns3::MetronomePoller");
BENCHMARK_CAPTURE(Simulate, link_busy, true, "ns3::BusyPoller");
BENCHMARK_CAPTURE(Simulate, generator_plain, false, "");
BENCHMARK_CAPTURE(Simulate, generator_metronome, false, "ns3::MetronomePoller");
BENCHMARK_CAPTURE(Simulate, generator_busy, false, "ns3::BusyPoller");
BENCHMARK_CAPTURE(Idle, metronome, "ns3::MetronomePoller");
BENCHMARK_CAPTURE(Idle, busy, "ns3::BusyPoller");
BENCHMARK_CAPTURE(Idle, napi, "ns3::NapiPoller");
BENCHMARK_CAPTURE(Idle, empty_poll, "ns3::EmptyPollPoller");

} // namespace

int
main(int argc, char** argv)
{
    return schedlab::RunBenchmarks(argc, argv);
}
