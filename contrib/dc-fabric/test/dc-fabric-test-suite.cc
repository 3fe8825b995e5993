/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/dc-linear-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9; //!< of the receiving socket

/** Sends datagrams over a fabric and notes when they arrive. */
class DatagramTest
{
  public:
    DatagramTest(DcFabricHelper& fabric, uint32_t from, uint32_t to)
    {
        m_receiver = Socket::CreateSocket(fabric.GetHost(to), UdpSocketFactory::GetTypeId());
        m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
        m_receiver->SetRecvCallback(MakeCallback(&DatagramTest::OnReceive, this));
        m_sender = Socket::CreateSocket(fabric.GetHost(from), UdpSocketFactory::GetTypeId());
        m_sender->Connect(InetSocketAddress(fabric.GetHostAddress(to), PORT));
    }

    void Send(uint32_t packets, uint32_t payload)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_sender->Send(Create<Packet>(payload));
        }
    }

    uint32_t received{0}; //!< datagrams
    Time last;            //!< when the last one arrived

  private:
    void OnReceive(Ptr<Socket> socket)
    {
        while (socket->Recv())
        {
            ++received;
            last = Simulator::Now();
        }
    }

    Ptr<Socket> m_sender;
    Ptr<Socket> m_receiver;
};

ObjectFactory
Fifo(const std::string& size)
{
    ObjectFactory factory("ns3::FifoQueueDisc");
    factory.Set("MaxSize", StringValue(size));
    return factory;
}

class LinearShapeTest : public TestCase
{
  public:
    LinearShapeTest()
        : TestCase("the linear topology has two hosts, a switch and four named ports")
    {
    }

  private:
    void DoRun() override
    {
        DcLinearHelper fabric(DataRate("10Gbps"), MicroSeconds(3), QueueSize("2p"), 1400);
        NS_TEST_ASSERT_MSG_EQ(fabric.GetNHosts(), 2, "hosts");
        NS_TEST_ASSERT_MSG_EQ(fabric.GetSwitches().GetN(), 1, "switches");
        NS_TEST_ASSERT_MSG_EQ(fabric.GetPorts().size(), 4, "ports");
        const std::vector<std::string> names{"h0->s0", "s0->h0", "h1->s0", "s0->h1"};
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            const DcPort& port = fabric.GetPorts()[i];
            NS_TEST_EXPECT_MSG_EQ(port.name, names[i], "name");
            NS_TEST_EXPECT_MSG_EQ(port.portClass,
                                  (i % 2 ? DC_SWITCH_EGRESS : DC_HOST_EGRESS),
                                  "class of " << port.name);
            NS_TEST_EXPECT_MSG_EQ(port.device->GetQueue()->GetMaxSize(),
                                  QueueSize("2p"),
                                  "device queue");
            NS_TEST_EXPECT_MSG_EQ(port.device->GetMtu(), 1400, "MTU");
            NS_TEST_EXPECT_MSG_EQ(port.peer->GetChannel(), port.device->GetChannel(), "one link");
        }
        // Twice, each way: 3 us, and 1400 and 40 bytes at 10 Gbit/s.
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBaseRtt(), NanoSeconds(2 * (6000 + 1120 + 32)), "RTT");
        Simulator::Destroy();
    }
};

class OneWayTest : public TestCase
{
  public:
    OneWayTest()
        : TestCase("a packet takes exactly the two delays and two serializations")
    {
    }

  private:
    void DoRun() override
    {
        DcLinearHelper fabric(DataRate("10Gbps"), MicroSeconds(3));
        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_ALL_PORTS, Fifo("100p"));
        fabric.AssignAddresses();
        DatagramTest datagrams(fabric, 0, 1);
        // 1000 bytes with UDP, IP and PPP headers.
        Simulator::ScheduleNow(&DatagramTest::Send, &datagrams, 1, 970);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(datagrams.received, 1, "arrived");
        NS_TEST_EXPECT_MSG_EQ(datagrams.last, NanoSeconds(2 * (3000 + 800)), "one-way delay");
        Simulator::Destroy();
    }
};

/** When queue discs are installed, relative to the addresses. */
enum Order
{
    BEFORE,
    AFTER,
    BOTH
};

class InstallOrderTest : public TestCase
{
  public:
    InstallOrderTest(Order order, const std::string& name)
        : TestCase("queue discs installed " + name + " decide which packets are lost"),
          m_order(order)
    {
    }

  private:
    void DoRun() override
    {
        DcLinearHelper fabric;
        fabric.InstallStack(InternetStackHelper());
        if (m_order != AFTER)
        {
            fabric.InstallQueueDiscs(DC_HOST_EGRESS, Fifo(m_order == BEFORE ? "10p" : "500p"));
        }
        fabric.AssignAddresses();
        if (m_order != BEFORE)
        {
            fabric.InstallQueueDiscs(DC_HOST_EGRESS, Fifo("10p"));
        }
        fabric.InstallQueueDiscs(DC_SWITCH_EGRESS, Fifo("20p"));

        DatagramTest datagrams(fabric, 0, 1);
        Simulator::ScheduleNow(&DatagramTest::Send, &datagrams, 100, 1000);
        Simulator::Run();
        // Ten wait in the disc, one in the device, one is being sent; the switch never queues.
        NS_TEST_EXPECT_MSG_EQ(datagrams.received, 12, "arrived");
        for (const DcPort& port : fabric.GetPorts())
        {
            const Ptr<QueueDisc> disc = DcFabricHelper::GetQueueDisc(port);
            const bool sender = port.name == "h0->s0";
            NS_TEST_EXPECT_MSG_EQ(disc->GetInstanceTypeId().GetName(),
                                  "ns3::FifoQueueDisc",
                                  "disc of " << port.name);
            NS_TEST_EXPECT_MSG_EQ(disc->GetMaxSize(),
                                  QueueSize(port.portClass == DC_HOST_EGRESS ? "10p" : "20p"),
                                  "size at " << port.name);
            NS_TEST_EXPECT_MSG_EQ(disc->GetStats().nTotalDroppedPackets,
                                  (sender ? 88 : 0),
                                  "drops at " << port.name);
            NS_TEST_EXPECT_MSG_EQ(port.device->GetQueue()->GetTotalDroppedPackets(),
                                  0,
                                  "the device never drops, at " << port.name);
        }
        Simulator::Destroy();
    }

    Order m_order;
};

class InstallTooEarlyTest : public TestCase
{
  public:
    InstallTooEarlyTest()
        : TestCase("queue discs before the stack are an error")
    {
    }

  private:
    void DoRun() override
    {
        DcLinearHelper fabric;
        bool thrown = false;
        try
        {
            fabric.InstallQueueDiscs(DC_ALL_PORTS, Fifo("10p"));
        }
        catch (const std::logic_error&)
        {
            thrown = true;
        }
        NS_TEST_EXPECT_MSG_EQ(thrown, true, "an error");
        Simulator::Destroy();
    }
};

class DcFabricTestSuite : public TestSuite
{
  public:
    DcFabricTestSuite()
        : TestSuite("dc-fabric", Type::UNIT)
    {
        AddTestCase(new LinearShapeTest);
        AddTestCase(new OneWayTest);
        AddTestCase(new InstallOrderTest(BEFORE, "before the addresses"));
        AddTestCase(new InstallOrderTest(AFTER, "after the addresses"));
        AddTestCase(new InstallOrderTest(BOTH, "twice"));
        AddTestCase(new InstallTooEarlyTest);
    }
};

DcFabricTestSuite g_dcFabricTestSuite; //!< registers the suite

} // namespace
