/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-test-support.h"

#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/dc-linear-helper.h"
#include "ns3/fabric-load.h"
#include "ns3/queue.h"
#include "ns3/test.h"

using namespace ns3;

namespace
{

/** A host offers 40 Gbit/s to its port of 10 Gbit/s. */
class SenderOverloadTest : public TestCase
{
  public:
    SenderOverloadTest()
        : TestCase("a host that offers four times its link loses three quarters, all at its port")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t packets = 10000;
        DcLinearHelper fabric(DataRate("10Gbps"));
        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("100p"));
        fabric.AssignAddresses();
        DcDatagrams datagrams(fabric, 0, 1);
        for (uint32_t i = 0; i < packets; ++i)
        {
            // 1500 bytes with UDP, IP and PPP headers.
            Simulator::Schedule(NanoSeconds(300 * i), &DcDatagrams::Send, &datagrams, 1, 1470);
        }
        Simulator::Run();
        std::map<DcPortClass, uint32_t> drops;
        for (const DcPort& port : fabric.GetPorts())
        {
            drops[port.portClass] +=
                DcFabricHelper::GetQueueDisc(port)->GetStats().nTotalDroppedPackets;
            NS_TEST_EXPECT_MSG_EQ(port.device->GetQueue()->GetTotalDroppedPackets(),
                                  0,
                                  "the device never drops, at " << port.name);
        }
        NS_TEST_EXPECT_MSG_EQ_TOL(drops[DC_HOST_EGRESS], 0.75 * packets, 0.02 * packets, "drops");
        NS_TEST_EXPECT_MSG_EQ(drops[DC_LEAF_DOWN], 0, "drops at the switch");
        NS_TEST_EXPECT_MSG_EQ(datagrams.received + drops[DC_HOST_EGRESS], packets, "conserved");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSentBytes(DC_LEAF_DOWN),
                              1498 * datagrams.received,
                              "bytes sent by the switch");
        Simulator::Destroy();
    }
};

/** Datagrams between all ordered pairs of hosts. */
class ClassLoadTest : public TestCase
{
  public:
    ClassLoadTest()
        : TestCase("what classes of links carry is as schedlab::FabricLoad says")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({3, 2, 4, 1, {}, {400000000000, 1000}});
        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("100p"));
        fabric.AssignAddresses();
        uint32_t pairs = 0;
        for (uint32_t from = 0; from < 12; ++from)
        {
            for (uint32_t to = 0; to < 12; ++to)
            {
                if (from != to)
                {
                    const auto socket = DcSender(fabric, from, to);
                    Simulator::Schedule(MicroSeconds(10 * pairs++),
                                        [socket] { socket->Send(Create<Packet>(972)); });
                }
            }
        }
        // Nobody listens, so that each datagram is answered by one of ICMP.
        const uint64_t bytes = uint64_t{pairs} * (1000 + 56);
        Simulator::Run();
        const schedlab::EcmpRoutes routes(fabric.GetPlan(), 1);
        for (auto portClass : {schedlab::PortClass::HOST_EGRESS,
                               schedlab::PortClass::LEAF_DOWN,
                               schedlab::PortClass::LEAF_UP,
                               schedlab::PortClass::SPINE})
        {
            const auto load = schedlab::FabricLoad::Of(fabric.GetPlan(), routes, portClass);
            const uint32_t bit = 1U << static_cast<uint32_t>(portClass);
            const std::string name = schedlab::PortClassName(portClass);
            NS_TEST_EXPECT_MSG_EQ(fabric.GetCapacity(bit), load.bitsPerSecond, "rate of " << name);
            NS_TEST_EXPECT_MSG_EQ_TOL(fabric.GetSentBytes(bit),
                                      bytes * load.crossings,
                                      1e-6 * bytes,
                                      "bytes sent by " << name);
        }
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSentBytes(DC_SWITCH_EGRESS | DC_HOST_EGRESS),
                              fabric.GetSentBytes(DC_ALL_PORTS),
                              "all ports");
        Simulator::Destroy();
    }
};

class DcLoadTestSuite : public TestSuite
{
  public:
    DcLoadTestSuite()
        : TestSuite("dc-load", Type::UNIT)
    {
        AddTestCase(new SenderOverloadTest);
        AddTestCase(new ClassLoadTest);
    }
};

DcLoadTestSuite g_dcLoadTestSuite; //!< registers the suite

} // namespace
