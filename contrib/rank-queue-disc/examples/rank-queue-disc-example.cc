/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Two UDP senders of packets of 200 and 1400 bytes, each at three quarters of the link's rate,
 * share a link under P3PO with start-time fair queueing: both get half of it, whatever their packet
 * size.
 *
 * Try --disc=ns3::RankFifoQueueDisc, or --ranker=ns3::FcfsRanker.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/inversion-probe.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string disc = "ns3::P3poQueueDisc";
    std::string ranker = "ns3::StfqRanker";
    CommandLine cmd(__FILE__);
    cmd.AddValue("disc", "TypeId of the queue disc", disc);
    cmd.AddValue("ranker", "TypeId of the ranker", ranker);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    TrafficControlHelper control;
    control.SetRootQueueDisc(disc, "Ranker", StringValue(ranker));
    Ptr<QueueDisc> queue = control.Install(devices.Get(0)).Get(0);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    auto probe = CreateObject<InversionProbe>();
    probe->Attach(queue);

    Ptr<PacketSink> sinks[2];
    for (uint16_t i = 0; i < 2; ++i)
    {
        const InetSocketAddress to(interfaces.GetAddress(1), 9000 + i);
        PacketSinkHelper sink("ns3::UdpSocketFactory", to);
        sinks[i] = DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
        OnOffHelper source("ns3::UdpSocketFactory", to);
        source.SetConstantRate(DataRate("75Mbps"), i == 0 ? 200 : 1400);
        source.Install(nodes.Get(0));
    }
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    std::cout << "received: " << sinks[0]->GetTotalRx() * 8e-6 << " Mb in small packets, "
              << sinks[1]->GetTotalRx() * 8e-6 << " Mb in large ones, "
              << probe->GetTotals().inversions << " inversions\n"
              << queue->GetStats();
    Simulator::Destroy();
    return 0;
}
