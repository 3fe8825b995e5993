/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-test-support.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/dc-leaf-spine-helper.h"
#include "ns3/test.h"

#include <algorithm>
#include <set>

using namespace ns3;

namespace
{

using Paths = std::map<uint16_t, std::vector<uint32_t>>;

/**
 * Sends datagrams from host 0 to the last host of a fabric.
 * @param fabric the fabric
 * @param flows number of flows, each of a source port of its own
 * @param packets datagrams of each flow
 * @param payload bytes of each datagram
 * @return the ports they took, by source port
 */
Paths
SendFlows(DcFabricHelper& fabric, uint32_t flows, uint32_t packets, uint32_t payload = 100)
{
    fabric.InstallStack(InternetStackHelper());
    fabric.InstallQueueDiscs(DC_ALL_PORTS, DcFifo("100000p"));
    fabric.AssignAddresses();
    const uint32_t last = fabric.GetNHosts() - 1;
    const DcReceiver receiver(fabric, last);
    const DcPathTrace trace(fabric);
    std::vector<Ptr<Socket>> sockets;
    for (uint32_t i = 0; i < flows; ++i)
    {
        sockets.push_back(DcSender(fabric, 0, last));
    }
    // One after the other, so that the ports of a packet's path are next to each other.
    for (uint32_t i = 0; i < flows * packets; ++i)
    {
        const Ptr<Socket> socket = sockets[i % flows];
        Simulator::Schedule(MicroSeconds(10 * i),
                            [socket, payload] { socket->Send(Create<Packet>(payload)); });
    }
    Simulator::Run();
    Paths paths = trace.paths;
    if (receiver.bytes != uint64_t{flows} * packets * payload)
    {
        paths.clear();
    }
    Simulator::Destroy();
    return paths;
}

/** @return how many flows took each port as their n-th */
std::map<uint32_t, uint32_t>
CountPorts(const Paths& paths, uint32_t n)
{
    std::map<uint32_t, uint32_t> count;
    for (const auto& [flow, ports] : paths)
    {
        ++count[ports.at(n)];
    }
    return count;
}

class SpreadTest : public TestCase
{
  public:
    SpreadTest()
        : TestCase("a thousand flows spread evenly over the spines, by chi-square")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({2, 4, 2, 1, {}, {}});
        const auto count = CountPorts(SendFlows(fabric, 1000, 1), 1);
        NS_TEST_ASSERT_MSG_EQ(count.size(), 4, "spines in use");
        double chiSquare = 0;
        for (const auto& [port, flows] : count)
        {
            chiSquare += (flows - 250.0) * (flows - 250.0) / 250;
        }
        // The 99.9 % quantile of three degrees of freedom.
        NS_TEST_EXPECT_MSG_LT(chiSquare, 16.27, "chi-square");
    }
};

class OnePathTest : public TestCase
{
  public:
    OnePathTest()
        : TestCase("all packets of a flow take one path, the one of schedlab::EcmpRoutes")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({2, 4, 2, 2, {}, {}});
        fabric.SetEcmpSeed(77);
        const schedlab::EcmpRoutes routes(fabric.GetPlan(), 77);
        const Paths paths = SendFlows(fabric, 100, 5);
        NS_TEST_ASSERT_MSG_EQ(paths.size(), 100, "flows");
        for (const auto& [flow, ports] : paths)
        {
            NS_TEST_ASSERT_MSG_EQ(ports.size(), 20, "hops of five packets");
            const schedlab::FiveTuple tuple{0x0a000001, 0x0a000001 + 4 * 3, flow, DC_TEST_PORT, 17};
            const schedlab::EcmpPath path = routes.Path(0, 3, tuple.Hash());
            for (uint32_t i = 0; i < 20; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(ports[i], path.ports[i % 4], "hop " << i << " of " << flow);
            }
        }
    }
};

class ParallelLinksTest : public TestCase
{
  public:
    ParallelLinksTest()
        : TestCase("a leaf and a spine joined by four links use all four, both ways up and down")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({2, 1, 2, 4, {}, {}});
        const Paths paths = SendFlows(fabric, 400, 1);
        for (uint32_t hop : {1, 2})
        {
            const auto count = CountPorts(paths, hop);
            NS_TEST_ASSERT_MSG_EQ(count.size(), 4, "links in use at hop " << hop);
            for (const auto& [port, flows] : count)
            {
                // A hundred, give or take four standard deviations.
                NS_TEST_EXPECT_MSG_EQ_TOL(flows, 100., 35., "flows of port " << port);
            }
        }
        // A flow's link down does not follow from its link up, for each node has its own salt.
        std::set<std::pair<uint32_t, uint32_t>> pairs;
        for (const auto& [flow, ports] : paths)
        {
            pairs.emplace(ports[1], ports[2]);
        }
        NS_TEST_EXPECT_MSG_EQ(pairs.size(), 16, "pairs of links");
    }
};

class SeedTest : public TestCase
{
  public:
    SeedTest()
        : TestCase("the ECMP seed makes the choices")
    {
    }

  private:
    static Paths Run(uint64_t seed)
    {
        DcLeafSpineHelper fabric({2, 4, 2, 1, {}, {}});
        fabric.SetEcmpSeed(seed);
        return SendFlows(fabric, 50, 1);
    }

    void DoRun() override
    {
        const Paths one = Run(1);
        NS_TEST_ASSERT_MSG_EQ(one.size(), 50, "flows");
        NS_TEST_EXPECT_MSG_EQ((Run(1) == one), true, "the same seed, the same paths");
        NS_TEST_EXPECT_MSG_EQ((Run(2) == one), false, "another seed, other paths");
    }
};

class SprayTest : public TestCase
{
  public:
    SprayTest()
        : TestCase("packets are sprayed over all spines only if told to")
    {
    }

  private:
    void DoRun() override
    {
        for (bool spray : {false, true})
        {
            Config::SetDefault("ns3::DcEcmpRouting::Spray", BooleanValue(spray));
            DcLeafSpineHelper fabric({2, 4, 2, 1, {}, {}});
            const Paths paths = SendFlows(fabric, 1, 100);
            NS_TEST_ASSERT_MSG_EQ(paths.size(), 1, "flows");
            std::map<uint32_t, int> count;
            for (std::size_t i = 1; i < 400; i += 4)
            {
                ++count[paths.begin()->second.at(i)];
            }
            NS_TEST_EXPECT_MSG_EQ(count.size(), (spray ? 4 : 1), "spines in use");
        }
        Config::SetDefault("ns3::DcEcmpRouting::Spray", BooleanValue(false));
    }
};

class FragmentsTest : public TestCase
{
  public:
    FragmentsTest()
        : TestCase("the fragments of a datagram arrive, all over one path")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({2, 4, 2, 1, {}, {}});
        const Paths paths = SendFlows(fabric, 1, 1, 60000);
        NS_TEST_ASSERT_MSG_EQ(paths.empty(), false, "all bytes arrive");
        std::set<uint32_t> ports;
        for (const auto& [flow, taken] : paths)
        {
            ports.insert(taken.begin(), taken.end());
        }
        NS_TEST_EXPECT_MSG_EQ(ports.size(), 4, "ports in use");
    }
};

class NoRouteTest : public TestCase
{
  public:
    NoRouteTest()
        : TestCase("a host reaches itself, and nothing outside the fabric")
    {
    }

  private:
    void DoRun() override
    {
        DcLeafSpineHelper fabric({2, 4, 2, 1, {}, {}});
        fabric.InstallStack(InternetStackHelper());
        fabric.AssignAddresses();
        DcDatagrams self(fabric, 1, 1);
        Simulator::ScheduleNow(&DcDatagrams::Send, &self, 3, 100);
        const auto lost = DcSender(fabric, 0, 1);
        for (const char* address : {"9.255.255.255", "10.0.0.17", "192.168.0.1"})
        {
            const InetSocketAddress outside(Ipv4Address(address), DC_TEST_PORT);
            NS_TEST_EXPECT_MSG_EQ(lost->SendTo(Create<Packet>(10), 0, outside), -1, address);
            NS_TEST_EXPECT_MSG_EQ(lost->GetErrno(), Socket::ERROR_NOROUTETOHOST, address);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(self.received, 3, "from itself");
        Simulator::Destroy();
    }
};

class DcEcmpRoutingTestSuite : public TestSuite
{
  public:
    DcEcmpRoutingTestSuite()
        : TestSuite("dc-ecmp-routing", Type::UNIT)
    {
        AddTestCase(new SpreadTest);
        AddTestCase(new OnePathTest);
        AddTestCase(new ParallelLinksTest);
        AddTestCase(new SeedTest);
        AddTestCase(new SprayTest);
        AddTestCase(new FragmentsTest);
        AddTestCase(new NoRouteTest);
    }
};

DcEcmpRoutingTestSuite g_dcEcmpRoutingTestSuite; //!< registers the suite

} // namespace
