/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-test-support.h"

#include "ns3/dc-dumbbell-helper.h"
#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/test.h"

#include <set>

using namespace ns3;

namespace
{

/** @return number of ports of each class */
std::map<DcPortClass, uint32_t>
CountPorts(const DcFabricHelper& fabric)
{
    std::map<DcPortClass, uint32_t> count;
    for (const DcPort& port : fabric.GetPorts())
    {
        ++count[port.portClass];
    }
    return count;
}

class LeafSpineShapeTest : public TestCase
{
  public:
    LeafSpineShapeTest()
        : TestCase("the default leaf-spine has 144 hosts, 13 switches and 360 ports")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric;
        NS_TEST_ASSERT_MSG_EQ(fabric.GetNHosts(), 144, "hosts");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetHosts().GetN(), 144, "hosts");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetLeaves().GetN(), 9, "leaves");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSpines().GetN(), 4, "spines");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSwitches().GetN(), 13, "switches");
        const std::map<DcPortClass, uint32_t> expected{{DC_HOST_EGRESS, 144},
                                                       {DC_LEAF_DOWN, 144},
                                                       {DC_LEAF_UP, 36},
                                                       {DC_SPINE, 36}};
        NS_TEST_EXPECT_MSG_EQ((CountPorts(fabric) == expected), true, "ports of each class");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetPathLength(0, 15), 2, "hops within a leaf");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetPathLength(0, 16), 4, "hops between leaves");
        // 8 us of delay; 1500 and 40 bytes twice at 100 Gbit/s and twice at 400 Gbit/s, each
        // rounded to whole nanoseconds.
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBaseRtt(),
                              NanoSeconds(8000 + 2 * (120 + 3 + 30 + 1)),
                              "round-trip time");

        for (uint32_t host = 0; host < 144; ++host)
        {
            const DcPort& down = fabric.GetLeafDownPort(host);
            NS_TEST_EXPECT_MSG_EQ(down.peer, fabric.GetHostPort(host).device, "of one link");
            NS_TEST_EXPECT_MSG_EQ(down.device->GetNode(),
                                  fabric.GetLeaf(fabric.GetLeafOf(host)),
                                  "leaf of host " << host);
        }
        for (uint32_t leaf = 0; leaf < 9; ++leaf)
        {
            for (uint32_t spine = 0; spine < 4; ++spine)
            {
                const DcPort& up = fabric.GetUpPort(leaf, spine);
                const DcPort& down = fabric.GetSpinePort(leaf, spine);
                NS_TEST_EXPECT_MSG_EQ(up.device->GetNode(), fabric.GetLeaf(leaf), "leaf");
                NS_TEST_EXPECT_MSG_EQ(down.device->GetNode(), fabric.GetSpine(spine), "spine");
                NS_TEST_EXPECT_MSG_EQ(up.peer, down.device, "of one link");
                NS_TEST_EXPECT_MSG_EQ(up.rate, DataRate("400Gbps"), "rate");
            }
        }
        NS_TEST_EXPECT_MSG_EQ(fabric.GetUpPort(2, 3).name, "leaf2>spine3", "name");
        Simulator::Destroy();
    }
};

class ParallelLinksShapeTest : public TestCase
{
  public:
    ParallelLinksShapeTest()
        : TestCase("parallel links are found by index and by the nodes they join")
    {
    }

  private:
    void DoRun() override
    {
        const DcLeafSpineHelper fabric({3, 2, 4, 3, {}, {}});
        const auto between = fabric.GetPortsBetween(fabric.GetLeaf(1), fabric.GetSpine(1));
        NS_TEST_ASSERT_MSG_EQ(between.size(), 3, "parallel links");
        for (uint32_t i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(between[i], &fabric.GetUpPort(1, 1, i), "by index");
            NS_TEST_EXPECT_MSG_EQ(between[i]->name, "leaf1>spine1#" + std::to_string(i), "name");
        }
        bool thrown = false;
        try
        {
            fabric.GetUpPort(1, 1, 3);
        }
        catch (const std::out_of_range&)
        {
            thrown = true;
        }
        NS_TEST_EXPECT_MSG_EQ(thrown, true, "an index too large is an error");
        Simulator::Destroy();
    }
};

class AddressesTest : public TestCase
{
  public:
    AddressesTest()
        : TestCase("each host and port has an address of its own, host i base + 4 i + 1")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({9, 4, 16, 2, {}, {}});
        fabric.InstallStack(InternetStackHelper());
        fabric.AssignAddresses("10.128.0.0");
        std::set<uint32_t> seen;
        for (uint32_t host = 0; host < fabric.GetNHosts(); ++host)
        {
            NS_TEST_EXPECT_MSG_EQ(fabric.GetHostAddress(host),
                                  Ipv4Address(0x0a800001 + 4 * host),
                                  "address of host " << host);
        }
        for (const DcPort& port : fabric.GetPorts())
        {
            const auto ipv4 = port.device->GetNode()->GetObject<Ipv4>();
            const int32_t interface = ipv4->GetInterfaceForDevice(port.device);
            seen.insert(ipv4->GetAddress(interface, 0).GetLocal().Get());
        }
        NS_TEST_EXPECT_MSG_EQ(seen.size(), 2 * (144 + 72), "addresses");
        bool thrown = false;
        try
        {
            fabric.AssignAddresses();
        }
        catch (const std::logic_error&)
        {
            thrown = true;
        }
        NS_TEST_EXPECT_MSG_EQ(thrown, true, "addresses given twice are an error");
        Simulator::Destroy();
    }
};

class SystemsTest : public TestCase
{
  public:
    SystemsTest()
        : TestCase("a leaf and its hosts have one rank of the distributed simulator")
    {
    }

  private:
    void DoRun() override
    {
        const DcLeafSpineHelper all({3, 2, 4, 1, {}, {}});
        // Three ranks would make remote links, which only the distributed simulator carries.
        for (uint32_t i = 0; i < all.GetNHosts(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(all.GetHost(i)->GetSystemId(), 0, "by default one rank");
        }
        const std::vector<uint32_t> ranks = DcLeafSpineHelper::DealSystems({4, 3, 2, 1, {}, {}}, 2);
        const std::vector<uint32_t> expected{0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0};
        NS_TEST_EXPECT_MSG_EQ((ranks == expected), true, "hosts, leaves, spines");
        Simulator::Destroy();
    }
};

class DumbbellTest : public TestCase
{
  public:
    DumbbellTest()
        : TestCase("the dumbbell delays a packet by its sender's round-trip time and the "
                   "bottleneck alone")
    {
    }

  private:
    void DoRun() override
    {
        DcDumbbellHelper::Params params;
        params.senders = 2;
        params.receivers = 3;
        params.bottleneck = DataRate("1Gbps");
        params.rtt = {MilliSeconds(10), MilliSeconds(40)};
        DcDumbbellHelper fabric(params);
        NS_TEST_ASSERT_MSG_EQ(fabric.GetNHosts(), 5, "hosts");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSwitches().GetN(), 2, "routers");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBottleneck().name, "leaf0>leaf1", "bottleneck");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBottleneck().portClass, DC_SPINE, "its class");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetReceiver(2), fabric.GetHost(4), "the last receiver");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetSender(1), fabric.GetHost(1), "the last sender");
        // 1500 and 40 bytes at 1 Gbit/s.
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBaseRtt(0, 2), NanoSeconds(10000000 + 12320), "RTT");
        NS_TEST_EXPECT_MSG_EQ(fabric.GetBaseRtt(1, 4), NanoSeconds(40000000 + 12320), "RTT");

        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_SPINE, DcFifo("100p"));
        fabric.AssignAddresses();
        DcDatagrams datagrams(fabric, 1, fabric.GetReceiverIndex(2));
        Simulator::ScheduleNow(&DcDatagrams::Send, &datagrams, 50, 970); // 1000 bytes, 8 us
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(datagrams.received, 50, "arrived");
        NS_TEST_EXPECT_MSG_EQ(datagrams.last, NanoSeconds(20000000 + 50 * 8000), "delay");
        NS_TEST_EXPECT_MSG_EQ(
            DcFabricHelper::GetQueueDisc(fabric.GetBottleneck())->GetStats().nTotalReceivedPackets,
            50,
            "all wait at the bottleneck");
        Simulator::Destroy();
    }
};

/** Everyone sends to someone: all hosts of the default fabric can be reached. */
class EveryHostTest : public TestCase
{
  public:
    EveryHostTest()
        : TestCase("each of 144 hosts reaches another over 2 or 4 hops")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric;
        fabric.InstallStack(InternetStackHelper());
        fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("10p"));
        fabric.AssignAddresses();
        std::vector<std::unique_ptr<DcDatagrams>> all;
        uint64_t hops = 0;
        for (uint32_t from = 0; from < 144; ++from)
        {
            const uint32_t to = (from + 5) % 144;
            all.push_back(std::make_unique<DcDatagrams>(fabric, from, to));
            hops += fabric.GetLeafOf(from) == fabric.GetLeafOf(to) ? 2 : 4;
            // One by one, so that none waits.
            Simulator::Schedule(MicroSeconds(10 * from),
                                &DcDatagrams::Send,
                                all.back().get(),
                                1,
                                1470);
        }
        Simulator::Run();
        uint64_t sent = 0;
        for (const DcPort& port : fabric.GetPorts())
        {
            sent += DcFabricHelper::GetQueueDisc(port)->GetStats().nTotalDequeuedPackets;
        }
        NS_TEST_EXPECT_MSG_EQ(sent, hops, "packet-hops");
        for (uint32_t from = 0; from < 144; ++from)
        {
            const bool near = fabric.GetLeafOf(from) == fabric.GetLeafOf((from + 5) % 144);
            NS_TEST_EXPECT_MSG_EQ(all[from]->received, 1, "arrived from host " << from);
            NS_TEST_EXPECT_MSG_EQ(all[from]->last,
                                  NanoSeconds(10000 * from + (near ? 2240 : 4300)),
                                  "when");
        }
        Simulator::Destroy();
    }
};

class DcTopologiesTestSuite : public TestSuite
{
  public:
    DcTopologiesTestSuite()
        : TestSuite("dc-topologies", Type::UNIT)
    {
        AddTestCase(new LeafSpineShapeTest);
        AddTestCase(new ParallelLinksShapeTest);
        AddTestCase(new AddressesTest);
        AddTestCase(new SystemsTest);
        AddTestCase(new DumbbellTest);
        AddTestCase(new EveryHostTest);
    }
};

DcTopologiesTestSuite g_dcTopologiesTestSuite; //!< registers the suite

} // namespace
