/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * TCP flows of several senders meet at the port of a switch, where a scheduler orders them, on
 * their way to a host whose network card is polled. Prints how much of a packet's delay is the
 * queue's and how much the poller's: `polled-receivers --help`.
 */

#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/host-nic-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/queue-disc.h"
#include "ns3/rank-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/stfq-ranker.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/** A mean that is not finished. */
struct Mean
{
    void Add(double value)
    {
        sum += value;
        ++count;
    }

    double Get() const
    {
        return count > 0 ? sum / count : 0;
    }

    double sum{0};     // of all
    uint64_t count{0}; // how many
};

Mean g_queue;  // time in the switch's queue, us
Mean g_poller; // time in the receive ring and its service, us

void
InQueue(Time sojourn)
{
    g_queue.Add(sojourn.GetSeconds() * 1e6);
}

void
InRing(uint32_t, Ptr<const Packet>, Time delay)
{
    g_poller.Add(delay.GetSeconds() * 1e6);
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string poller = "ns3::MetronomePoller";
    std::string scheduler = "ns3::P3poQueueDisc";
    uint32_t senders = 4;
    double milliseconds = 20;
    uint32_t txBatch = 1;
    CommandLine cmd(__FILE__);
    cmd.AddValue("poller", "TypeId of the poller, or none for a plain device", poller);
    cmd.AddValue("scheduler", "TypeId of the queue disc at the switch", scheduler);
    cmd.AddValue("senders", "number of senders, a flow each", senders);
    cmd.AddValue("txBatch",
                 "packets, acknowledgements here, that a polling thread collects before they leave",
                 txBatch);
    cmd.AddValue("milliseconds", "simulated time", milliseconds);
    cmd.Parse(argc, argv);

    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(1)));

    NodeContainer hosts(senders);
    auto middle = CreateObject<Node>();
    auto receiver = CreateObject<Node>();
    InternetStackHelper stack;
    stack.Install(hosts);
    stack.Install(NodeContainer(middle, receiver));

    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    link.SetChannelAttribute("Delay", StringValue("1us"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    for (uint32_t i = 0; i < senders; ++i)
    {
        addresses.Assign(link.Install(hosts.Get(i), middle));
        addresses.NewNetwork();
    }
    const NetDeviceContainer last = link.Install(middle, receiver);
    TrafficControlHelper control;
    control.SetRootQueueDisc(scheduler);
    const auto disc = control.Install(last.Get(0)).Get(0);
    if (const auto ranked = DynamicCast<RankQueueDisc>(disc))
    {
        ranked->SetRanker(CreateObject<StfqRanker>());
    }
    disc->TraceConnectWithoutContext("SojournTime", MakeCallback(&InQueue));

    NetDeviceContainer ends(last.Get(0));
    Ptr<HostNicNetDevice> nic;
    if (poller != "none")
    {
        HostNicHelper cards(poller);
        cards.SetDeviceAttribute("TxBatch", UintegerValue(txBatch));
        nic = cards.Install(last.Get(1));
        nic->TraceConnectWithoutContext("Deliver", MakeCallback(&InRing));
    }
    ends.Add(nic ? Ptr<NetDevice>(nic) : last.Get(1));
    const auto interfaces = addresses.Assign(ends);
    NodeContainer all(hosts, NodeContainer(middle, receiver));
    HostNicHelper::PopulateRoutes(all);

    const Address target = InetSocketAddress(interfaces.GetAddress(1), 9);
    auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", target).Install(receiver);
    BulkSendHelper bulk("ns3::TcpSocketFactory", target);
    bulk.SetAttribute("SendSize", UintegerValue(1448));
    bulk.Install(hosts);
    const Time end = MilliSeconds(1) * milliseconds;
    Simulator::Stop(end);
    Simulator::Run();

    const double bytes = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << std::fixed << std::setprecision(2) << scheduler << " and "
              << (nic ? poller : "a plain device") << ", " << senders
              << " flows: " << bytes * 8 / end.GetSeconds() / 1e9 << " Gbit/s\n"
              << "  in the switch's queue  " << g_queue.Get() << " us\n"
              << "  until the host has it  " << g_poller.Get() << " us\n"
              << "  of both, the poller's  "
              << 100 * g_poller.Get() / std::max(g_queue.Get() + g_poller.Get(), 1e-9) << " %\n";
    if (nic)
    {
        std::cout << "  CPU of the poller      "
                  << 100 * nic->GetPoller()->GetCpuTime().GetSeconds() / end.GetSeconds() << " %, "
                  << nic->GetRingDrops() << " packets lost in the ring\n";
    }
    Simulator::Destroy();
}
