/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tcp-rate-test-support.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/pointer.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

SharedLinkTest::SharedLinkTest(const Setup& config)
    : flows(config.congestion.size()),
      m_config(config)
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(10'000'000));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(10'000'000));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(1));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Config::SetDefault("ns3::TcpSocketState::MaxPacingRate", StringValue("10Gbps"));

    NodeContainer routers;
    routers.Create(2);
    NodeContainer senders;
    senders.Create(flows.size());
    NodeContainer receivers;
    receivers.Create(flows.size());
    InternetStackHelper().InstallAll();
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");

    const uint64_t packet = 1500;
    const auto bdp = config.rateBps / 8 * config.rtt.GetSeconds();
    const auto packets = static_cast<uint32_t>(config.bufferBdp * bdp / packet);
    SimpleNetDeviceHelper link;
    link.SetNetDevicePointToPointMode(true);
    link.SetChannelAttribute("Delay", TimeValue(config.rtt / 2));
    link.SetDeviceAttribute("DataRate", StringValue(std::to_string(config.rateBps) + "bps"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    const auto shared = link.Install(routers);
    TrafficControlHelper control;
    control.SetRootQueueDisc(config.disc);
    m_disc = control.Install(shared.Get(0)).Get(0);
    m_disc->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, std::max(packets, 4u)));
    for (const auto& [name, value] : config.discSet)
    {
        m_disc->SetAttribute(name, StringValue(value));
    }
    addresses.Assign(shared);
    if (config.loss > 0)
    {
        auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        errors->SetAttribute("ErrorRate", DoubleValue(config.loss));
        errors->AssignStreams(1);
        shared.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    }

    link.SetChannelAttribute("Delay", TimeValue(NanoSeconds(0)));
    link.SetDeviceAttribute("DataRate", StringValue("40Gbps"));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("100000p"));
    link.DisableFlowControl(); // so that no queue disc is put there
    std::vector<Ipv4Address> to;
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        addresses.NewNetwork();
        addresses.Assign(link.Install(NodeContainer(senders.Get(i), routers.Get(0))));
        addresses.NewNetwork();
        const auto far = link.Install(NodeContainer(receivers.Get(i), routers.Get(1)));
        to.push_back(addresses.Assign(far).GetAddress(0));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    for (std::size_t i = 0; i < flows.size(); ++i)
    {
        AddFlow(i, senders.Get(i), receivers.Get(i), to[i]);
    }
}

SharedLinkTest::~SharedLinkTest()
{
    flows.clear();
    m_disc = nullptr;
    Simulator::Destroy();
    Config::Reset();
}

void
SharedLinkTest::AddFlow(std::size_t index, Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address to)
{
    const TypeId congestion = TypeId::LookupByName(m_config.congestion[index]);
    for (const auto& node : {sender, receiver})
    {
        node->GetObject<TcpL4Protocol>()->SetAttribute("SocketType", TypeIdValue(congestion));
    }
    auto listener = Socket::CreateSocket(receiver, TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 5000));
    listener->Listen();
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                MakeBoundCallback(&SharedLinkTest::Accept, this, index));

    Flow& flow = flows[index];
    flow.left = m_config.bytes > 0 ? m_config.bytes : UINT64_MAX;
    flow.socket = Socket::CreateSocket(sender, TcpSocketFactory::GetTypeId());
    flow.socket->Bind();
    flow.socket->SetSendCallback(MakeBoundCallback(&SharedLinkTest::Feed, this, index));
    flow.socket->TraceConnectWithoutContext("CongestionWindow",
                                            MakeBoundCallback(&SharedLinkTest::OnCwnd, &flow));
    flow.socket->TraceConnectWithoutContext("CongState",
                                            MakeBoundCallback(&SharedLinkTest::OnCongState, &flow));
    PointerValue ops;
    flow.socket->GetAttribute("CongestionOps", ops);
    ops.Get<TcpCongestionOps>()->TraceConnectWithoutContext(
        "State",
        MakeBoundCallback(&SharedLinkTest::OnState, &flow));
    // They differ in the phase of their packets only.
    Simulator::Schedule(MicroSeconds(40 * index), [this, index, to] {
        flows[index].socket->Connect(InetSocketAddress(to, 5000));
    });
}

void
SharedLinkTest::OnCwnd(Flow* flow, uint32_t, uint32_t cwnd)
{
    flow->maxCwnd = std::max(flow->maxCwnd, cwnd);
}

void
SharedLinkTest::OnCongState(Flow* flow,
                            TcpSocketState::TcpCongState_t,
                            TcpSocketState::TcpCongState_t state)
{
    flow->timeouts += state == TcpSocketState::CA_LOSS ? 1 : 0;
}

void
SharedLinkTest::OnState(Flow* flow, uint32_t, uint32_t state)
{
    flow->states.push_back(state);
}

void
SharedLinkTest::Feed(SharedLinkTest* test, std::size_t index, Ptr<Socket> socket, uint32_t room)
{
    Flow& flow = test->flows[index];
    const auto bytes = static_cast<uint32_t>(std::min<uint64_t>(room, flow.left));
    if (bytes > 0 && socket->Send(Create<Packet>(bytes)) > 0)
    {
        flow.left -= bytes;
    }
}

void
SharedLinkTest::Accept(SharedLinkTest* test, std::size_t index, Ptr<Socket> s, const Address&)
{
    s->SetRecvCallback(MakeBoundCallback(&SharedLinkTest::Receive, test, index));
}

void
SharedLinkTest::Receive(SharedLinkTest* test, std::size_t index, Ptr<Socket> socket)
{
    Flow& flow = test->flows[index];
    while (Ptr<Packet> packet = socket->Recv())
    {
        flow.received += packet->GetSize();
    }
    if (test->m_config.bytes > 0 && flow.received == test->m_config.bytes)
    {
        flow.finished = Simulator::Now();
    }
}

void
SharedLinkTest::Run(Time from, Time until)
{
    m_from = from;
    m_until = until;
    Simulator::Schedule(from, [this] {
        for (auto& flow : flows)
        {
            flow.mark = flow.received;
        }
    });
    Simulator::Stop(until);
    Simulator::Run();
}

uint32_t
SharedLinkTest::Marks() const
{
    return m_disc->GetStats().nTotalMarkedPackets;
}

double
SharedLinkTest::Share(std::size_t flow) const
{
    const double seconds = (m_until - m_from).GetSeconds();
    return (flows[flow].received - flows[flow].mark) * 8 / seconds / m_config.rateBps;
}

} // namespace ns3
