/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_PAIR_H
#define DC_FLOW_PAIR_H

#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/object-vector.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"

#include <vector>

namespace ns3
{

/** Two hosts on a link of 1 Gbit/s with a source on one and a sink on the other. */
class DcFlowPair
{
  public:
    explicit DcFlowPair(uint32_t buffer, uint32_t segment = 1448)
        : table(Create<DcFlowTable>())
    {
        DcTcpProfile profile;
        profile.congestion = TcpNewReno::GetTypeId();
        profile.segmentSize = segment;
        profile.bufferSize = buffer;
        profile.Apply();
        nodes.Create(2);
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        link.SetChannelAttribute("Delay", StringValue("10us"));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("100p"));
        devices = link.Install(nodes);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        peer = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 5000);
        source = CreateObject<DcFlowSource>();
        source->SetTable(table);
        nodes.Get(0)->AddApplication(source);
        sink = CreateObject<DcFlowSink>();
        sink->SetTable(table);
        nodes.Get(1)->AddApplication(sink);
        table->SetEndCallback(MakeCallback(&DcFlowPair::OnEnd, this));
    }

    ~DcFlowPair()
    {
        Simulator::Destroy();
    }

    void Start(uint32_t id, uint64_t size)
    {
        const auto flow = Create<DcFlow>();
        flow->id = id;
        flow->dst = 1;
        flow->size = size;
        source->StartFlow(flow, peer);
    }

    /** @return sockets that a node's TCP still knows, the listening one included */
    uint32_t CountSockets(uint32_t node) const
    {
        ObjectVectorValue sockets;
        nodes.Get(node)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        return sockets.GetN();
    }

    NodeContainer nodes;
    NetDeviceContainer devices;
    Address peer;
    Ptr<DcFlowTable> table;
    Ptr<DcFlowSource> source;
    Ptr<DcFlowSink> sink;
    std::vector<Ptr<const DcFlow>> ended; //!< in order of their ends

  private:
    void OnEnd(Ptr<const DcFlow> flow)
    {
        ended.push_back(flow);
    }
};

} // namespace ns3

#endif /* DC_FLOW_PAIR_H */
