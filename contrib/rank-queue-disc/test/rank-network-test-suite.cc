/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-test-utils.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pfabric-rank-tagger.h"
#include "ns3/pointer.h"
#include "ns3/rank-queue-disc-helper.h"
#include "ns3/rank-tag.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Rank discs, rankers and the tagger between real sockets, over two routers.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** Sender, two routers and receiver in a row; disc i is on the device towards the receiver. */
struct Chain
{
    /**
     * @param rates of the three links
     * @param helper installs the discs
     * @param deviceQueue length of the device queues before that
     */
    Chain(const std::vector<std::string>& rates,
          RankQueueDiscHelper& helper,
          const std::string& deviceQueue = "100p")
    {
        nodes.Create(4);
        InternetStackHelper().Install(nodes);
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        for (uint32_t i = 0; i < 3; ++i)
        {
            SimpleNetDeviceHelper link;
            link.SetNetDevicePointToPointMode(true);
            link.SetDeviceAttribute("DataRate", StringValue(rates[i]));
            link.SetChannelAttribute("Delay", StringValue("10us"));
            link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(deviceQueue));
            const auto devices = link.Install(NodeContainer(nodes.Get(i), nodes.Get(i + 1)));
            forward.Add(devices.Get(0));
            if (i == 0)
            {
                discs.Add(helper.Install(devices.Get(0))); // before addresses are assigned
            }
            address = addresses.Assign(devices).GetAddress(1);
            addresses.NewNetwork();
            if (i > 0)
            {
                discs.Add(helper.Install(devices.Get(0))); // after, in place of the default
            }
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    }

    NodeContainer nodes;        //!< sender, two routers, receiver
    NetDeviceContainer forward; //!< the devices that send towards the receiver
    QueueDiscContainer discs;   //!< their root discs
    Ipv4Address address;        //!< of the receiver
};

/** Sends packets of UDP at a steady rate, from a port that has a rank. */
struct UdpFlow : public SimpleRefCount<UdpFlow>
{
    UdpFlow(Ptr<Node> node, Ipv4Address to, uint16_t port, std::optional<uint64_t> rank)
        : socket(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId())),
          rank(rank)
    {
        socket->Connect(InetSocketAddress(to, port));
    }

    /** Sends packets of 1000 bytes with their headers, an interval apart. */
    void Send(int count, Time interval)
    {
        const auto packet = Create<Packet>(972);
        if (rank)
        {
            packet->AddPacketTag(RankTag(*rank));
        }
        socket->Send(packet);
        if (count > 1)
        {
            Simulator::Schedule(interval, &UdpFlow::Send, Ptr<UdpFlow>(this), count - 1, interval);
        }
    }

    Ptr<Socket> socket;           //!< connected to the receiver
    std::optional<uint64_t> rank; //!< what the packets are tagged with
};

/** Has a node take packets at a port. */
Ptr<Socket>
Listen(Ptr<Node> node, uint16_t port)
{
    const auto socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
    return socket;
}

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

/** One TCP flow of known size, with pFabric's ranks or without. */
struct TcpFlow : public SimpleRefCount<TcpFlow>
{
    TcpFlow(const Chain& chain, uint16_t port, uint32_t size, Ptr<PfabricRankTagger> tagger)
        : left(size)
    {
        sink = Socket::CreateSocket(chain.nodes.Get(3), TcpSocketFactory::GetTypeId());
        sink->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
        sink->Listen();
        sink->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket> from) {
                    while (const auto packet = from->Recv())
                    {
                        received += packet->GetSize();
                    }
                }));
            }));
        source = Socket::CreateSocket(chain.nodes.Get(0), TcpSocketFactory::GetTypeId());
        source->SetAttribute("SegmentSize", UintegerValue(1000));
        source->Bind();
        if (tagger)
        {
            tagger->TagSender(source, size);
            tagger->TagReceiver(sink);
        }
        source->SetSendCallback(
            Callback<void, Ptr<Socket>, uint32_t>([this](Ptr<Socket>, uint32_t) { Write(); }));
        source->SetConnectCallback(Callback<void, Ptr<Socket>>([this](Ptr<Socket>) { Write(); }),
                                   MakeNullCallback<void, Ptr<Socket>>());
        source->Connect(InetSocketAddress(chain.address, port));
    }

    /** Gives the socket what it takes, and closes it in the end. */
    void Write()
    {
        while (left > 0 && source->GetTxAvailable() > 0)
        {
            const int sent = source->Send(Create<Packet>(std::min(left, source->GetTxAvailable())));
            left -= std::max(0, sent);
        }
        if (left == 0)
        {
            source->Close();
        }
    }

    Ptr<Socket> sink;      //!< listens
    Ptr<Socket> source;    //!< sends
    uint32_t left;         //!< bytes not given to the socket yet
    uint32_t received = 0; //!< bytes received
};

class EveryRankArrivesTest : public TestCase
{
  public:
    EveryRankArrivesTest(const std::vector<uint32_t>& sizes)
        : TestCase("each packet of a TCP flow has one rank at each hop, sent again or not"),
          m_sizes(sizes)
    {
    }

  private:
    void Run(bool tag, PfabricRankTagger::UnitType unit)
    {
        RankQueueDiscHelper helper("ns3::PifoQueueDisc");
        Chain chain({"1Gbps", "1Gbps", "500Mbps"}, helper);
        // The ACKs too pass rank discs on their way back.
        for (uint32_t i = 1; i < 4; ++i)
        {
            chain.discs.Add(helper.Install(NetDeviceContainer(chain.nodes.Get(i)->GetDevice(1))));
        }
        const auto errors = CreateObject<RateErrorModel>();
        errors->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
        errors->SetAttribute("ErrorRate", StringValue("0.01"));
        errors->AssignStreams(1);
        chain.nodes.Get(3)->GetDevice(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        for (uint32_t i = 0; i < 3; ++i)
        {
            chain.discs.Get(i)->TraceConnectWithoutContext(
                "Ranked",
                Callback<void, Ptr<const QueueDiscItem>, uint64_t>(
                    [this](Ptr<const QueueDiscItem>, uint64_t rank) {
                        m_largest = std::max(m_largest, rank);
                    }));
        }
        const auto tagger = CreateObject<PfabricRankTagger>();
        tagger->SetAttribute("Unit",
                             StringValue(unit == PfabricRankTagger::BYTES ? "Bytes" : "Packets"));
        std::vector<Ptr<TcpFlow>> flows;
        Simulator::Schedule(Seconds(1), [&] {
            for (std::size_t i = 0; i < m_sizes.size(); ++i)
            {
                flows.push_back(
                    Create<TcpFlow>(chain, 1000 + i, m_sizes[i], tag ? tagger : nullptr));
            }
        });
        Simulator::Stop(Seconds(100));
        m_largest = 0;
        Simulator::Run();
        for (std::size_t i = 0; i < m_sizes.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(flows[i]->received, m_sizes[i], "flow " << i << " is complete");
        }
        Simulator::Destroy();
    }

    void DoRun() override
    {
        const uint64_t largest = *std::max_element(m_sizes.begin(), m_sizes.end());
        Run(true, PfabricRankTagger::BYTES);
        NS_TEST_EXPECT_MSG_EQ(m_largest, largest, "the first segment has the flow's size");
        Run(true, PfabricRankTagger::PACKETS);
        NS_TEST_EXPECT_MSG_EQ(m_largest, (largest + 999) / 1000, "or its number of segments");
        std::string error;
        try
        {
            Run(false, PfabricRankTagger::BYTES);
        }
        catch (const std::runtime_error& e)
        {
            error = e.what();
        }
        NS_TEST_EXPECT_MSG_NE(error.find("has no rank"), std::string::npos, "it says: " << error);
        Simulator::Destroy();
    }

    std::vector<uint32_t> m_sizes; //!< bytes of each flow
    uint64_t m_largest{0};         //!< the largest rank seen at a hop
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
        AddTestCase(new InstallTest);
        AddTestCase(new SenderOverloadTest);
        AddTestCase(new EveryRankArrivesTest({10000, 300000, 1000000}));
    }
};

RankNetworkTestSuite g_rankNetworkTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
