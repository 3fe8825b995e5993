/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-test-support.h"

#include "ns3/dc-linear-helper.h"
#include "ns3/point-to-point-channel.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

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
        const std::vector<std::string> names{"host0>leaf0",
                                             "leaf0>host0",
                                             "host1>leaf0",
                                             "leaf0>host1"};
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            const DcPort& port = fabric.GetPorts()[i];
            NS_TEST_EXPECT_MSG_EQ(port.name, names[i], "name");
            NS_TEST_EXPECT_MSG_EQ(port.portClass,
                                  (i % 2 ? DC_LEAF_DOWN : DC_HOST_EGRESS),
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
        fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("100p"));
        fabric.AssignAddresses();
        DcDatagrams datagrams(fabric, 0, 1);
        // 1000 bytes with UDP, IP and PPP headers.
        Simulator::ScheduleNow(&DcDatagrams::Send, &datagrams, 1, 970);
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
            fabric.InstallQueueDiscs(DC_HOST_EGRESS, DcFifo(m_order == BEFORE ? "10p" : "500p"));
        }
        fabric.AssignAddresses();
        if (m_order != BEFORE)
        {
            fabric.InstallQueueDiscs(DC_HOST_EGRESS, DcFifo("10p"));
        }
        fabric.InstallQueueDiscs(DC_SWITCH_EGRESS, DcFifo("20p"));

        DcDatagrams datagrams(fabric, 0, 1);
        Simulator::ScheduleNow(&DcDatagrams::Send, &datagrams, 100, 1000);
        Simulator::Run();
        // Ten wait in the disc, one in the device, one is being sent; the switch never queues.
        NS_TEST_EXPECT_MSG_EQ(datagrams.received, 12, "arrived");
        for (const DcPort& port : fabric.GetPorts())
        {
            const Ptr<QueueDisc> disc = DcFabricHelper::GetQueueDisc(port);
            const bool sender = port.name == "host0>leaf0";
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
            fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("10p"));
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
