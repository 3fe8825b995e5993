/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-network.h"
#include "rank-test-utils.h"

#include "ns3/rank-queue-disc-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * The helper that installs rank discs.
 */

namespace ns3
{
namespace tests
{
namespace
{

class InstallTest : public TestCase
{
  public:
    InstallTest()
        : TestCase("a second installation replaces the first, even in a running simulation")
    {
    }

  private:
    void DoRun() override
    {
        RankQueueDiscHelper helper("ns3::PifoQueueDisc");
        helper.SetRanker("ns3::FcfsRanker");
        helper.SetProbes(true);
        Chain chain({"1Gbps", "1Gbps", "1Gbps"}, helper);
        NS_TEST_EXPECT_MSG_EQ(helper.GetProbes().size(), 3, "a probe on each disc");
        const auto node = chain.nodes.Get(0);
        const auto layer = node->GetObject<TrafficControlLayer>();
        const auto device = chain.forward.Get(0);
        NS_TEST_EXPECT_MSG_EQ((layer->GetRootQueueDiscOnDevice(device) == chain.discs.Get(0)),
                              true,
                              "assigning addresses leaves the disc");
        const auto sink = Listen(chain.nodes.Get(3), 9);
        const auto flow = Create<UdpFlow>(node, chain.address, 9, std::nullopt);
        Simulator::Schedule(Seconds(1), &UdpFlow::Send, flow, 10, MilliSeconds(1));
        RankQueueDiscHelper second("ns3::PpqaQueueDisc");
        second.SetRanker("ns3::StfqRanker");
        Ptr<QueueDisc> replaced;
        Simulator::Schedule(Seconds(1) + MicroSeconds(4500),
                            [&] { replaced = second.Install(NetDeviceContainer(device)).Get(0); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(chain.discs.Get(0)->GetStats().nTotalSentPackets, 5, "before");
        NS_TEST_EXPECT_MSG_EQ(replaced->GetStats().nTotalSentPackets, 5, "after");
        NS_TEST_EXPECT_MSG_EQ(chain.discs.Get(2)->GetStats().nTotalSentPackets, 10, "none is lost");
        NS_TEST_EXPECT_MSG_EQ(helper.GetProbes()[2]->GetTotals().served, 10, "probed");

        const auto refused = [](auto f) {
            try
            {
                f();
            }
            catch (const std::invalid_argument& error)
            {
                return std::string(error.what()).find('\n') == std::string::npos;
            }
            return false;
        };
        NS_TEST_EXPECT_MSG_EQ(refused([] { RankQueueDiscHelper("ns3::NoQueueDisc"); }), true, "");
        NS_TEST_EXPECT_MSG_EQ(refused([] { RankQueueDiscHelper("ns3::Node"); }), true, "");
        NS_TEST_EXPECT_MSG_EQ(refused([&] { helper.SetRanker("ns3::NoRanker"); }), true, "");
        NS_TEST_EXPECT_MSG_EQ(refused([&] { helper.SetAttribute("MaxSice", StringValue("1p")); }),
                              true,
                              "");
        Simulator::Destroy();
    }
};

/** The suite. */
class RankQueueDiscHelperTestSuite : public TestSuite
{
  public:
    RankQueueDiscHelperTestSuite()
        : TestSuite("rank-queue-disc-helper", Type::SYSTEM)
    {
        AddTestCase(new InstallTest);
    }
};

RankQueueDiscHelperTestSuite g_rankQueueDiscHelperTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
