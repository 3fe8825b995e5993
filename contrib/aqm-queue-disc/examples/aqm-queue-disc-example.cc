/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A TCP transfer and a UDP flood of twice the link's rate share a link under PFQD: the flood loses
 * its own packets, and TCP has half of the link.
 *
 * Try --disc=ns3::FifoQueueDisc.
 */

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string disc = "ns3::PfqdQueueDisc";
    CommandLine cmd(__FILE__);
    cmd.AddValue("disc", "TypeId of the queue disc", disc);
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("20Mbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    TrafficControlHelper control;
    control.SetRootQueueDisc(disc);
    Ptr<QueueDisc> queue = control.Install(devices.Get(0)).Get(0);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Ipv4Address receiver = addresses.Assign(devices).GetAddress(1);

    const auto sinkOf = [&](const std::string& protocol, uint16_t port) {
        PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), port));
        return DynamicCast<PacketSink>(sink.Install(nodes.Get(1)).Get(0));
    };
    const auto tcp = sinkOf("ns3::TcpSocketFactory", 80);
    const auto udp = sinkOf("ns3::UdpSocketFactory", 9);
    BulkSendHelper transfer("ns3::TcpSocketFactory", InetSocketAddress(receiver, 80));
    transfer.Install(nodes.Get(0));
    OnOffHelper flood("ns3::UdpSocketFactory", InetSocketAddress(receiver, 9));
    flood.SetConstantRate(DataRate("40Mbps"), 1472);
    flood.Install(nodes.Get(0)).Start(Seconds(1));
    Simulator::Stop(Seconds(2.5));
    Simulator::Run();
    const double before = 20; // Mb that TCP may have sent before the flood
    std::cout << "received: " << tcp->GetTotalRx() * 8e-6 << " Mb by TCP (up to " << before
              << " of them before the flood), " << udp->GetTotalRx() * 8e-6 << " Mb of the flood\n"
              << queue->GetStats();
    Simulator::Destroy();
    return 0;
}
