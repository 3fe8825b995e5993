/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_NETWORK_H
#define RANK_NETWORK_H

#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/rank-queue-disc-helper.h"
#include "ns3/rank-tag.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-socket-factory.h"

#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Two routers between two hosts, and what is sent over them.
 */

namespace ns3
{
namespace tests
{

/** Sender, two routers and receiver in a row; disc i is on the device towards the receiver. */
struct Chain
{
    /**
     * @param rates of the three links
     * @param helper installs the discs
     * @param deviceQueue length of the device queues before that
     */
    Chain(const std::vector<std::string>& rates,
          RankQueueDiscHelper& helper,
          const std::string& deviceQueue = "100p")
    {
        nodes.Create(4);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        for (uint32_t i = 0; i < 3; ++i)
        {
            SimpleNetDeviceHelper link;
            link.SetNetDevicePointToPointMode(true);
            link.SetDeviceAttribute("DataRate", StringValue(rates[i]));
            link.SetChannelAttribute("Delay", StringValue("10us"));
            link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(deviceQueue));
            const auto devices = link.Install(NodeContainer(nodes.Get(i), nodes.Get(i + 1)));
            forward.Add(devices.Get(0));
            if (i == 0)
            {
                discs.Add(helper.Install(devices.Get(0))); // before addresses are assigned
            }
            address = addresses.Assign(devices).GetAddress(1);
            addresses.NewNetwork();
            if (i > 0)
            {
                discs.Add(helper.Install(devices.Get(0))); // after, in place of the default
            }
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    NodeContainer nodes;        //!< sender, two routers, receiver
    NetDeviceContainer forward; //!< the devices that send towards the receiver
    QueueDiscContainer discs;   //!< their root discs
    Ipv4Address address;        //!< of the receiver
};

/** Sends packets of UDP at a steady rate, from a port that has a rank. */
struct UdpFlow : public SimpleRefCount<UdpFlow>
{
    UdpFlow(Ptr<Node> node, Ipv4Address to, uint16_t port, std::optional<uint64_t> rank)
        : socket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId())),
          rank(rank)
    {
        socket->Connect(InetSocketAddress(to, port));
    }

    /** Sends packets of 1000 bytes with their headers, an interval apart. */
    void Send(int count, Time interval)
    {
        const auto packet = Create<Packet>(972);
        if (rank)
        {
            packet->AddPacketTag(RankTag(*rank));
        }
        socket->Send(packet);
        if (count > 1)
        {
            Simulator::Schedule(interval, &UdpFlow::Send, Ptr<UdpFlow>(this), count - 1, interval);
        }
    }

    Ptr<Socket> socket;           //!< connected to the receiver
    std::optional<uint64_t> rank; //!< what the packets are tagged with
};

/** Has a node take packets at a port. */
inline Ptr<Socket>
Listen(Ptr<Node> node, uint16_t port)
{
    const auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    return socket;
}

} // namespace tests
} // namespace ns3

#endif /* RANK_NETWORK_H */
