/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dc-linear-helper.h"
#include "ns3/device-port-monitor.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/throughput-sampler.h"
#include "ns3/udp-socket-factory.h"

#include <sstream>

using namespace ns3;

namespace
{

/** A host that sends datagrams into a disc of ten packets, watched. */
class Overload
{
  public:
    /** @param far index of the port whose end is taken for the end of the watched link */
    explicit Overload(std::size_t far)
    {
        m_fabric.InstallStack(InternetStackHelper());
        ObjectFactory fifo("ns3::FifoQueueDisc");
        fifo.Set("MaxSize", StringValue("10p"));
        m_fabric.InstallQueueDiscs(DC_ALL_PORTS, fifo);
        m_fabric.AssignAddresses();
        const DcPort& port = m_fabric.GetPorts()[0];
        const PortMonitor::Port watched{port.node,
                                        port.name,
                                        "host-egress",
                                        port.device->GetIfIndex(),
                                        port.device->GetNode()->GetId(),
                                        port.peer->GetNode()->GetId(),
                                        true,
                                        true,
                                        port.delay,
                                        static_cast<double>(port.rate.GetBitRate())};
        monitor = Create<DevicePortMonitor>(watched,
                                            port.device,
                                            m_fabric.GetPorts()[far].peer,
                                            DcFabricHelper::GetQueueDisc(port),
                                            nullptr);
        // Without a receiver the host would answer, and answers are packets too.
        m_receiver = Socket::CreateSocket(m_fabric.GetHost(1), UdpSocketFactory::GetTypeId());
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
        m_sender = Socket::CreateSocket(m_fabric.GetHost(0), UdpSocketFactory::GetTypeId());
        m_sender->Connect(InetSocketAddress(m_fabric.GetHostAddress(1), 9));
        // The first two go ahead by a nanosecond each, into the device and its queue: from ns-3.38
        // on a device that took a packet says so in an event of its own, after what is sent in this
        // one.
        Simulator::Schedule(NanoSeconds(0), &Overload::Send, this, 1);
        Simulator::Schedule(NanoSeconds(1), &Overload::Send, this, 1);
        Simulator::Schedule(NanoSeconds(2), &Overload::Send, this, 98);
    }

    ~Overload()
    {
        Simulator::Destroy();
    }

    Ptr<DevicePortMonitor> monitor;

  private:
    void Send(int packets)
    {
        for (int i = 0; i < packets; ++i)
        {
            m_sender->Send(Create<Packet>(1220)); // 1250 bytes on the wire take 100 ns
        }
    }

    DcLinearHelper m_fabric;
    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
};

class PortMonitorTest : public TestCase
{
  public:
    PortMonitorTest()
        : TestCase("a port's packets add up, while they are queued and afterwards")
    {
    }

  private:
    void DoRun() override
    {
        Overload overload(0);
        const DevicePortMonitor& port = *overload.monitor;
        // One packet is sent, one waits in the device, ten in the disc.
        Simulator::Stop(NanoSeconds(50));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.CheckConservation(), "", "while queued");
        NS_TEST_EXPECT_MSG_EQ(port.GetIn(), 100, "in");
        NS_TEST_EXPECT_MSG_EQ(port.GetOut(), 2, "out");
        NS_TEST_EXPECT_MSG_EQ(port.GetQueued(), 10, "queued");
        NS_TEST_EXPECT_MSG_EQ(port.GetNDropped(), 88, "dropped");
        NS_TEST_EXPECT_MSG_EQ(port.GetOnWire(), 1, "on the wire");
        NS_TEST_EXPECT_MSG_EQ(port.GetArrived(), 0, "arrived");
        Simulator::Stop(NanoSeconds(100000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(port.CheckConservation(), "", "afterwards");
        NS_TEST_EXPECT_MSG_EQ(port.GetOut(), 12, "out");
        NS_TEST_EXPECT_MSG_EQ(port.GetArrived(), 12, "arrived");
        NS_TEST_EXPECT_MSG_EQ(port.GetOnWire(), 0, "on the wire");
        NS_TEST_EXPECT_MSG_EQ(port.GetPeakPackets(), 10, "peak");
        NS_TEST_EXPECT_MSG_EQ(port.GetPeakBytes(), 12480, "peak");
        const auto drops = port.GetDrops();
        NS_TEST_ASSERT_MSG_EQ(drops.size(), 1, "reasons");
        NS_TEST_EXPECT_MSG_EQ(drops.begin()->first, "queue_disc_limit_exceeded", "reason");
        NS_TEST_EXPECT_MSG_EQ(drops.begin()->second, 88, "dropped");
        // The disc fills at 2 ns and empties by one packet each 100 ns.
        NS_TEST_EXPECT_MSG_EQ_TOL(port.GetMeanPackets(),
                                  (100 * 55 - 2 * 10) / 100050.0,
                                  1e-6,
                                  "mean");
        NS_TEST_EXPECT_MSG_EQ_TOL(port.GetUtilisation(), 12 * 100 / 100050.0, 1e-6, "utilisation");
    }
};

class LostPacketTest : public TestCase
{
  public:
    LostPacketTest()
        : TestCase("packets that do not arrive where they should are noticed")
    {
    }

  private:
    void DoRun() override
    {
        // The end of another link is taken for the end of this one.
        Overload overload(1);
        Simulator::Stop(NanoSeconds(1100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(overload.monitor->CheckConservation(), "", "still on the wire");
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(overload.monitor->GetOnWire(), 12, "on the wire");
        NS_TEST_EXPECT_MSG_NE(overload.monitor->CheckConservation(), "", "noticed");
    }
};

class JainTest : public TestCase
{
  public:
    JainTest()
        : TestCase("Jain's index, and windows of flows that join and leave")
    {
    }

  private:
    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(ThroughputSampler::Jain({3, 3, 3}), 1, 1e-12, "equal");
        NS_TEST_EXPECT_MSG_EQ_TOL(ThroughputSampler::Jain({5, 0, 0, 0}),
                                  0.25,
                                  1e-12,
                                  "one of four");
        NS_TEST_EXPECT_MSG_EQ_TOL(ThroughputSampler::Jain({1, 2}), 0.9, 1e-12, "1:2");
        NS_TEST_EXPECT_MSG_EQ(ThroughputSampler::Jain({0, 0}), 1, "nobody has more than another");

        std::ostringstream samples;
        const auto sampler = Create<ThroughputSampler>(MicroSeconds(1), samples);
        const auto a = Create<DcFlow>();
        a->id = 1;
        const auto b = Create<DcFlow>();
        b->id = 2;
        b->weight = 2;
        sampler->Start();
        sampler->Join(a);
        a->arrivedBytes = 1000;
        Simulator::Schedule(NanoSeconds(1500), &ThroughputSampler::Join, sampler, b);
        Simulator::Schedule(NanoSeconds(2500), &JainTest::Arrive, a, b);
        Simulator::Schedule(NanoSeconds(3500), &ThroughputSampler::Leave, sampler, b);
        Simulator::Stop(NanoSeconds(4500));
        Simulator::Run();
        Simulator::Destroy();
        // Neither flow counts in the window that it joins in.
        const auto& fairness = sampler->GetFairness();
        NS_TEST_EXPECT_MSG_EQ(fairness.all.size(), 3, "windows with a flow");
        NS_TEST_ASSERT_MSG_EQ(fairness.byFlows.count(2), 1, "windows with two flows");
        NS_TEST_EXPECT_MSG_EQ_TOL(fairness.byFlows.at(2)[0], 0.9, 1e-12, "1000 and 2000 bytes");
        NS_TEST_EXPECT_MSG_EQ_TOL(sampler->GetWeightedFairness().byFlows.at(2)[0],
                                  1,
                                  1e-12,
                                  "as the weights are");
        NS_TEST_EXPECT_MSG_EQ(samples.str(),
                              "1000,throughput_bps,1,8e+09\n"
                              "2000,throughput_bps,1,0\n"
                              "2000,throughput_bps,2,0\n"
                              "2000,jain,,1\n"
                              "2000,weighted_jain,,1\n"
                              "3000,throughput_bps,1,8e+09\n"
                              "3000,throughput_bps,2,1.6e+10\n"
                              "3000,jain,,0.9\n"
                              "3000,weighted_jain,,1\n"
                              "4000,throughput_bps,1,0\n"
                              "4000,jain,,1\n"
                              "4000,weighted_jain,,1\n",
                              "samples");
    }

    static void Arrive(Ptr<DcFlow> a, Ptr<DcFlow> b)
    {
        a->arrivedBytes += 1000;
        b->arrivedBytes += 2000;
    }
};

class PortMonitorTestSuite : public TestSuite
{
  public:
    PortMonitorTestSuite()
        : TestSuite("port-monitor", Type::UNIT)
    {
        AddTestCase(new PortMonitorTest);
        AddTestCase(new LostPacketTest);
        AddTestCase(new JainTest);
    }
};

PortMonitorTestSuite g_portMonitorTestSuite; //!< registers the suite

} // namespace
