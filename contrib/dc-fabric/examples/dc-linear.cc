/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A host offers four times what its link carries: prints where the packets were lost.
 */

#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/dc-linear-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string disc = "ns3::FifoQueueDisc";
    CommandLine cmd(__FILE__);
    cmd.AddValue("disc", "TypeId of the queue disc on every port", disc);
    cmd.Parse(argc, argv);

    DcLinearHelper fabric(DataRate("10Gbps"), MicroSeconds(1));
    fabric.InstallStack(InternetStackHelper());
    fabric.InstallQueueDiscs(DC_ALL_PORTS, ObjectFactory(disc));
    fabric.AssignAddresses();

    const Ptr<Socket> receiver =
        Socket::CreateSocket(fabric.GetHost(1), UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    const Ptr<Socket> sender =
        Socket::CreateSocket(fabric.GetHost(0), UdpSocketFactory::GetTypeId());
    sender->Connect(InetSocketAddress(fabric.GetHostAddress(1), 9));
    const auto send = [sender] { sender->Send(Create<Packet>(1460)); };
    for (int i = 0; i < 10000; ++i)
    {
        Simulator::Schedule(NanoSeconds(298 * i), send); // 1490 bytes each, 40 Gbit/s
    }
    Simulator::Run();

    for (const DcPort& port : fabric.GetPorts())
    {
        const QueueDisc::Stats& stats = DcFabricHelper::GetQueueDisc(port)->GetStats();
        std::cout << port.name << ": " << stats.nTotalReceivedPackets << " packets, "
                  << stats.nTotalDroppedPackets << " dropped\n";
    }
    Simulator::Destroy();
    return 0;
}
