/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-network.h"
#include "rank-test-utils.h"

#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/rank-queue-disc-helper.h"
#include "ns3/rank-tag.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Rank discs between real sockets, over two routers.
 */

namespace ns3
{
namespace tests
{
namespace
{

class TagsThroughHopsTest : public TestCase
{
  public:
    TagsThroughHopsTest()
        : TestCase("a tag lives through hops: TagRanker keeps it, STFQ writes its own")
    {
    }

  private:
    /** @return the ranks on the packets received in the end, of a sender that tags 77 */
    static std::set<uint64_t> Received(const std::string& ranker)
    {
        RankQueueDiscHelper helper("ns3::P3poQueueDisc");
        helper.SetRanker(ranker);
        Chain chain({"100Mbps", "100Mbps", "10Mbps"}, helper);
        std::set<uint64_t> ranks;
        const auto sink = Listen(chain.nodes.Get(3), 9);
        sink->SetRecvCallback(Callback<void, Ptr<Socket>>([&ranks](Ptr<Socket> socket) {
            while (const auto packet = socket->Recv())
            {
                RankTag tag;
                packet->PeekPacketTag(tag);
                ranks.insert(tag.GetRank());
            }
        }));
        const auto flow = Create<UdpFlow>(chain.nodes.Get(0), chain.address, 9, 77);
        Simulator::Schedule(Seconds(1), &UdpFlow::Send, flow, 20, MicroSeconds(100));
        Simulator::Run();
        Simulator::Destroy();
        return ranks;
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ((Received("ns3::TagRanker") == std::set<uint64_t>{77}), true, "kept");
        const auto rewritten = Received("ns3::StfqRanker");
        NS_TEST_EXPECT_MSG_EQ(rewritten.size(), 20, "each packet has a start tag of its own");
        NS_TEST_EXPECT_MSG_EQ(*rewritten.rbegin(), 19000, "of the last hop, 1000 bytes apart");
    }
};

class DeviceQueueTest : public TestCase
{
  public:
    DeviceQueueTest()
        : TestCase("a long device queue hides the disc: the helper shortens it or warns")
    {
    }

  private:
    /** @return better packets overtaken on the wire out of a port that two ranks overload */
    uint64_t Inversions(std::optional<QueueSize> deviceQueue, bool& warns)
    {
        RankQueueDiscHelper helper("ns3::PifoQueueDisc");
        helper.SetAttribute("MaxSize", StringValue("100p"));
        helper.SetDeviceQueue(deviceQueue);
        Chain chain({"1Gbps", "1Gbps", "10Mbps"}, helper);
        warns = !RankQueueDiscHelper::GetDeviceWarning(chain.forward.Get(2)).empty();
        // The order on the wire against what waits behind it, device queue included.
        auto waiting = std::make_shared<std::multiset<uint64_t>>();
        auto inversions = std::make_shared<uint64_t>(0);
        const auto count = [waiting](Ptr<const QueueDiscItem> item) {
            waiting->insert(RankOf(item));
        };
        chain.discs.Get(2)->TraceConnectWithoutContext(
            "Enqueue",
            Callback<void, Ptr<const QueueDiscItem>>(count));
        chain.discs.Get(2)->TraceConnectWithoutContext(
            "DropAfterDequeue",
            Callback<void, Ptr<const QueueDiscItem>, const char*>(
                [waiting](Ptr<const QueueDiscItem> item, const char*) {
                    waiting->erase(waiting->find(RankOf(item)));
                }));
        PointerValue queue;
        chain.forward.Get(2)->GetAttribute("TxQueue", queue);
        queue.Get<Queue<Packet>>()->TraceConnectWithoutContext(
            "Dequeue",
            Callback<void, Ptr<const Packet>>([waiting, inversions](Ptr<const Packet> packet) {
                RankTag tag;
                packet->PeekPacketTag(tag);
                waiting->erase(waiting->find(tag.GetRank()));
                *inversions += std::distance(waiting->begin(), waiting->lower_bound(tag.GetRank()));
            }));
        std::vector<Ptr<Socket>> sinks;
        for (const uint16_t port : {1, 2})
        {
            sinks.push_back(Listen(chain.nodes.Get(3), port));
            const auto flow =
                Create<UdpFlow>(chain.nodes.Get(0), chain.address, port, port == 1 ? 0 : 7);
            Simulator::Schedule(Seconds(1) + MicroSeconds(port),
                                &UdpFlow::Send,
                                flow,
                                500,
                                MicroSeconds(port == 1 ? 1610 : 700));
        }
        Simulator::Run();
        Simulator::Destroy();
        return *inversions;
    }

    void DoRun() override
    {
        bool warns;
        const uint64_t one = Inversions(QueueSize("1p"), warns);
        NS_TEST_EXPECT_MSG_EQ(warns, false, "1p");
        const uint64_t two = Inversions(QueueSize("2p"), warns);
        NS_TEST_EXPECT_MSG_EQ(warns, false, "2p");
        const uint64_t hundred = Inversions(std::nullopt, warns);
        NS_TEST_EXPECT_MSG_EQ(warns, true, "100p, left as it was");
        NS_TEST_EXPECT_MSG_GT(hundred, 10 * (one + 1), "a long device queue inverts");
        NS_TEST_EXPECT_MSG_GT(hundred, 5 * (two + 1), "a long device queue inverts");

        NodeContainer nodes(2);
        SimpleNetDeviceHelper link;
        link.DisableFlowControl();
        const auto devices = link.Install(nodes);
        NS_TEST_EXPECT_MSG_EQ(RankQueueDiscHelper::GetDeviceWarning(devices.Get(0)).empty(),
                              false,
                              "no flow control");
        RankQueueDiscHelper helper;
        std::string error;
        try
        {
            helper.Install(devices);
        }
        catch (const std::logic_error& e)
        {
            error = e.what();
        }
        NS_TEST_EXPECT_MSG_NE(error.find("internet stack"), std::string::npos, error);
        Simulator::Destroy();
    }
};

class SenderOverloadTest : public TestCase
{
  public:
    SenderOverloadTest()
        : TestCase("a sender four times too fast loses three quarters at its own port, none later")
    {
    }

  private:
    void DoRun() override
    {
        RankQueueDiscHelper helper("ns3::P3poQueueDisc");
        helper.SetRanker("ns3::StfqRanker");
        Chain chain({"10Mbps", "10Mbps", "10Mbps"}, helper);
        const auto sink = Listen(chain.nodes.Get(3), 9);
        const auto flow = Create<UdpFlow>(chain.nodes.Get(0), chain.address, 9, std::nullopt);
        const int count = 12000;
        Simulator::Schedule(Seconds(1), &UdpFlow::Send, flow, count, MicroSeconds(200));
        Simulator::Run();
        const auto lost = chain.discs.Get(0)->GetStats().nTotalDroppedPackets;
        const auto queued = chain.discs.Get(0)->GetMaxSize().GetValue();
        NS_TEST_EXPECT_MSG_EQ_TOL(lost, 0.75 * count - queued, 0.02 * count, "lost by the host");
        NS_TEST_EXPECT_MSG_EQ(chain.discs.Get(1)->GetStats().nTotalDroppedPackets, 0, "hop 1");
        NS_TEST_EXPECT_MSG_EQ(chain.discs.Get(2)->GetStats().nTotalDroppedPackets, 0, "hop 2");
        NS_TEST_EXPECT_MSG_EQ(chain.discs.Get(2)->GetStats().nTotalSentPackets,
                              count - lost,
                              "the rest arrives");
        Simulator::Destroy();
    }
};

/** The suite. */
class RankNetworkTestSuite : public TestSuite
{
  public:
    RankNetworkTestSuite()
        : TestSuite("rank-network", Type::SYSTEM)
    {
        AddTestCase(new TagsThroughHopsTest);
        AddTestCase(new DeviceQueueTest);
        AddTestCase(new SenderOverloadTest);
    }
};

RankNetworkTestSuite g_rankNetworkTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
