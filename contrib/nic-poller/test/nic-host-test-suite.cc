/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-host.h"

#include "ns3/basic-energy-source.h"
#include "ns3/cpu-device-energy-model.h"
#include "ns3/cpu-hog.h"
#include "ns3/host-nic-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/metronome-poller.h"
#include "ns3/nic-flow-counter.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/socket.h"
#include "ns3/test.h"
#include "ns3/udp-socket-factory.h"

#include <cmath>
#include <map>

using namespace ns3;

namespace ns3
{
namespace nic_energy
{
using Basic = BasicEnergySource;
} // namespace nic_energy
} // namespace ns3

namespace
{

/** Two hosts and a router, all with polled cards: routes, ARP and addresses work over them. */
class NicRoutesTest : public TestCase
{
  public:
    explicit NicRoutesTest(const std::string& poller)
        : TestCase("packets cross a router of polled cards, " + poller),
          m_poller(poller)
    {
    }

  private:
    void Receive(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++m_received;
        }
    }

    void DoRun() override
    {
        NodeContainer nodes(3);
        InternetStackHelper().Install(nodes);
        HostNicHelper cards(m_poller);
        Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
        Ipv4InterfaceContainer far;
        NetDeviceContainer all;
        for (uint32_t hop = 0; hop < 2; ++hop)
        {
            auto channel = CreateObject<SimpleChannel>();
            NetDeviceContainer ends;
            for (uint32_t side = 0; side < 2; ++side)
            {
                auto device = CreateObject<SimpleNetDevice>();
                device->SetAddress(Mac48Address::Allocate());
                device->SetChannel(channel);
                nodes.Get(hop + side)->AddDevice(device);
                ends.Add(cards.Install(device));
            }
            far = addresses.Assign(ends);
            all.Add(ends);
            addresses.NewNetwork();
        }
        HostNicHelper::PopulateRoutes(nodes);
        NS_TEST_EXPECT_MSG_GT(HostNicHelper::AssignStreams(all, 1), 7, "streams");
        auto sink = Socket::CreateSocket(nodes.Get(2), UdpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        sink->SetRecvCallback(MakeCallback(&NicRoutesTest::Receive, this));
        auto source = Socket::CreateSocket(nodes.Get(0), UdpSocketFactory::GetTypeId());
        source->Connect(InetSocketAddress(far.GetAddress(1), 9));
        for (int i = 0; i < 100; ++i)
        {
            // The first one waits for both links' address resolution, which ns-3 delays at random.
            const Time at = MicroSeconds(i == 0 ? 0 : 30000 + 50 * i);
            Simulator::ScheduleWithContext(0, at, [source] { source->Send(Create<Packet>(100)); });
        }
        Simulator::Stop(MilliSeconds(40));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, 100, "datagrams at the far host");
        const auto router = DynamicCast<HostNicNetDevice>(all.Get(1));
        NS_TEST_EXPECT_MSG_GT(router->GetDelivered(), 99, "packets through the router's card");
        Simulator::Destroy();
    }

    std::string m_poller;   // TypeId
    uint32_t m_received{0}; // datagrams
};

/** The energy framework is drawn what the processor uses. */
class NicEnergyTest : public TestCase
{
  public:
    NicEnergyTest()
        : TestCase("an energy source loses what the processor uses")
    {
    }

  private:
    void DoRun() override
    {
        NicTestHost host("ns3::MetronomePoller", {}, {}, {{"Rate", "1e6"}});
        auto source = CreateObject<nic_energy::Basic>();
        source->SetAttribute("BasicEnergySourceInitialEnergyJ", DoubleValue(100));
        source->SetNode(host.node);
        auto model = CreateObject<CpuDeviceEnergyModel>();
        model->SetCpu(host.cpu);
        model->SetEnergySource(source);
        source->AppendDeviceEnergyModel(model);
        host.Run(MilliSeconds(50));
        const double used = 100 - source->GetRemainingEnergy();
        NS_TEST_EXPECT_MSG_EQ_TOL(used, host.cpu->GetJoules(), 0.01 * used, "J");
        NS_TEST_EXPECT_MSG_EQ(model->GetTotalEnergyConsumption(), host.cpu->GetJoules(), "J");
        // 20 W and four cores between idle and running.
        NS_TEST_EXPECT_MSG_GT(host.cpu->GetJoules(), 0.05 * (20 + 4 * .7), "J");
        NS_TEST_EXPECT_MSG_LT(host.cpu->GetJoules(), 0.05 * (20 + 4 * 7.1), "J");
        model->Dispose();
        source->Dispose();
    }
};

/** A lock holder that is taken off its core keeps the lock. */
class NicPreemptedHolderTest : public TestCase
{
  public:
    NicPreemptedHolderTest()
        : TestCase("a preempted holder keeps its lock, and the others fail")
    {
    }

  private:
    void DoRun() override
    {
        // Overload: thread 0 or another one serves without end, and a hog shares each core.
        NicTestHost host("ns3::MetronomePoller", {{"CPkt", "200"}}, {}, {{"Rate", "7e6"}});
        host.cpu->SetAttribute("Cores", UintegerValue(3));
        host.cpu->SetCoreAttribute("SchedLatency", TimeValue(MilliSeconds(2)));
        host.cpu->SetCoreAttribute("MinGranularity", TimeValue(MicroSeconds(250)));
        for (uint32_t core = 0; core < 3; ++core)
        {
            CreateObject<CpuHog>()->Install(host.cpu, core, host.node->GetId());
        }
        host.Run(MilliSeconds(24));
        const auto metronome = DynamicCast<MetronomePoller>(host.poller);
        const auto& seen = metronome->GetController().QueueAt(0).Seen();
        NS_TEST_EXPECT_MSG_LT(seen.wins, 30, "the lock changes hands without need");
        // The holder has half of its core, and nobody else serves.
        const double rate = 0.5 * 32 / (20 + 32 * 200.) * 1e9;
        NS_TEST_EXPECT_MSG_EQ_TOL(host.device->GetDelivered() / 0.024,
                                  rate,
                                  0.06 * rate,
                                  "service");
        NS_TEST_EXPECT_MSG_EQ(host.Conserves(), true, "a packet is missing");
    }
};

/** Packets of many flows go to queues by their hash, each flow to one. */
class NicRssTest : public TestCase
{
  public:
    NicRssTest()
        : TestCase("receive side scaling keeps a flow on a queue and uses all queues")
    {
    }

  private:
    void Enqueue(uint32_t queue, Ptr<const Packet> packet)
    {
        constexpr uint16_t IPV4 = 0x0800;
        const uint32_t hash = RssClassifier::Hash(*packet, IPV4);
        const auto known = m_queueOf.emplace(hash, queue);
        m_wrong += known.first->second != queue;
        m_flows.Count(*packet, IPV4);
    }

    void DoRun() override
    {
        NicTestHost host("ns3::BusyPoller",
                         {},
                         {{"Queues", "4"}},
                         {{"Rate", "2e6"}, {"Flows", "512"}});
        host.device->TraceConnectWithoutContext("RxEnqueue",
                                                MakeCallback(&NicRssTest::Enqueue, this));
        host.Run(MilliSeconds(2));
        NS_TEST_EXPECT_MSG_EQ(m_wrong, 0, "a flow changed its queue");
        NS_TEST_EXPECT_MSG_EQ(m_flows.GetNFlows(), 512, "flows");
        NS_TEST_EXPECT_MSG_EQ(m_flows.GetOthers(), 0, "packets of no flow");
        NS_TEST_EXPECT_MSG_EQ(m_flows.GetTotal().packets, host.generator->GetArrived(), "packets");
        for (uint32_t q = 0; q < 4; ++q)
        {
            const double share =
                1.0 * host.device->GetQueueCounters(q).received / host.generator->GetArrived();
            NS_TEST_EXPECT_MSG_EQ_TOL(share, 0.25, 0.1, "share of a queue");
        }
    }

    std::map<uint32_t, uint32_t> m_queueOf; // by hash
    uint32_t m_wrong{0};                    // packets on another queue than their flow's
    NicFlowCounter m_flows;                 // counts by flow
};

/** The nic-host test suite. */
class NicHostTestSuite : public TestSuite
{
  public:
    NicHostTestSuite()
        : TestSuite("nic-host", Type::UNIT)
    {
        for (const char* poller :
             {"ns3::MetronomePoller", "ns3::BusyPoller", "ns3::NapiPoller", "ns3::EmptyPollPoller"})
        {
            AddTestCase(new NicRoutesTest(poller));
        }
        AddTestCase(new NicEnergyTest);
        AddTestCase(new NicPreemptedHolderTest);
        AddTestCase(new NicRssTest);
    }
};

NicHostTestSuite g_nicHostTestSuite; // registers itself

} // namespace
