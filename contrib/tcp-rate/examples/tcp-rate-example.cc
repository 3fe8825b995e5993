/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup tcp-rate
 * Ten seconds of one flow over 20 Mb/s and 20 ms: tcp-rate-example --congestion=ns3::TcpErc
 */

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-rate-congestion.h"
#include "ns3/uinteger.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string congestion = "ns3::TcpBbr3";
    CommandLine command(__FILE__);
    command.AddValue("congestion", "TypeId of the congestion control", congestion);
    command.Parse(argc, argv);

    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue(congestion));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4'000'000));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4'000'000));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));

    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("20Mbps"));
    link.SetChannelAttribute("Delay", StringValue("10ms"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    const auto devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(devices); // with FqCoDelQueueDisc on both ends

    const InetSocketAddress to(interfaces.GetAddress(1), 5000);
    auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(1));
    BulkSendHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(0));
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    const double bits = 8.0 * DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    std::cout << congestion << ": " << bits / 10e6 << " Mb/s\n";
    Simulator::Destroy();
    return 0;
}
