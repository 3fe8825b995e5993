/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aqm-test-utils.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node-container.h"
#include "ns3/pacing-tag.h"
#include "ns3/pacing-tagger.h"
#include "ns3/packet-view.h"
#include "ns3/packet.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/udp-socket-factory.h"

#include <stdexcept>

/**
 * @file
 * @ingroup aqm-queue-disc-tests
 * PacingTagger and the host mode of PfqdQueueDisc between real sockets.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** A sender with a disc on its device, and a receiver that takes all. */
class HostTest : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /** @param settings of the disc */
    void Build(const Settings& settings)
    {
        m_nodes = NodeContainer(2);
        InternetStackHelper().Install(m_nodes);
        SimpleNetDeviceHelper link;
        link.SetNetDevicePointToPointMode(true);
        link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
        link.SetChannelAttribute("Delay", StringValue("1ms"));
        link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
        const auto devices = link.Install(m_nodes);
        TrafficControlHelper control;
        control.SetRootQueueDisc("ns3::PfqdQueueDisc");
        m_disc = control.Install(devices.Get(0)).Get(0);
        for (const auto& [name, value] : settings)
        {
            m_disc->SetAttribute(name, StringValue(value));
        }
        Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
        m_to = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 80);
        m_disc->TraceConnectWithoutContext("Dequeue", MakeCallback(&HostTest::Left, this));
        m_listener = Socket::CreateSocket(m_nodes.Get(1), TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 80));
        m_listener->Listen();
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeCallback(&HostTest::Accepted, this));
    }

    /** @return a socket that will send so many bytes */
    Ptr<Socket> Connect(uint32_t bytes)
    {
        auto socket = Socket::CreateSocket(m_nodes.Get(0), TcpSocketFactory::GetTypeId());
        socket->SetAttribute("SegmentSize", StringValue("1000"));
        socket->SetAttribute("Timestamp", BooleanValue(false));
        Simulator::Schedule(MilliSeconds(1), [socket, to = m_to] { socket->Connect(to); });
        Simulator::Schedule(MilliSeconds(10),
                            [socket, bytes] { socket->Send(Create<Packet>(bytes)); });
        return socket;
    }

    /** Notes a packet of data that leaves the disc. */
    void Left(Ptr<const QueueDiscItem> item)
    {
        if (PacketView::Of(item, 0).kind != schedlab::PacketClass::DATA)
        {
            return;
        }
        PacingTag tag;
        m_tagged += item->GetPacket()->PeekPacketTag(tag) ? 1 : 0;
        m_rate = tag.GetBitRate();
        m_origin = tag.GetOrigin();
        m_left.push_back(Simulator::Now());
    }

    /** Takes all that comes. */
    void Accepted(Ptr<Socket> socket, const Address&)
    {
        m_accepted = socket;
        socket->SetRecvCallback(MakeCallback(&HostTest::Received, this));
    }

    /** Reads all that there is. */
    void Received(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            m_received += packet->GetSize();
        }
    }

    NodeContainer m_nodes;    //!< sender and receiver
    Ptr<QueueDisc> m_disc;    //!< of the sender
    Address m_to;             //!< of the receiver
    Ptr<Socket> m_listener;   //!< of the receiver
    Ptr<Socket> m_accepted;   //!< of the receiver
    uint32_t m_received{0};   //!< bytes
    uint32_t m_tagged{0};     //!< packets of data with a tag
    uint64_t m_rate{0};       //!< in the last tag
    uint32_t m_origin{0};     //!< in the last tag
    std::vector<Time> m_left; //!< when packets of data left
};

class FixedRateTest : public HostTest
{
  public:
    FixedRateTest()
        : HostTest("a host's disc paces a socket at the rate in its tags; a router's does not")
    {
    }

  private:
    void DoRun() override
    {
        for (const bool isHost : {true, false})
        {
            m_left.clear();
            m_tagged = m_received = 0;
            Build({{"Mode", isHost ? "Host" : "Router"}});
            // A segment is 1040 bytes, so it lasts 1 ms.
            PacingTagger::Install(Connect(8000), DataRate("8.32Mbps"));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(m_received, 8000, "all arrived");
            NS_TEST_ASSERT_MSG_EQ(m_left.size(), 8, "in eight segments");
            NS_TEST_EXPECT_MSG_EQ(m_tagged, 8, "each with a tag");
            NS_TEST_EXPECT_MSG_EQ(m_rate, 8320000, "that says the rate");
            NS_TEST_EXPECT_MSG_EQ(m_origin, m_nodes.Get(0)->GetId(), "and from where");
            const Time gap = m_left[1] - m_left[0];
            if (isHost)
            {
                NS_TEST_EXPECT_MSG_EQ(gap, MilliSeconds(1), "between two segments");
            }
            else
            {
                NS_TEST_EXPECT_MSG_LT(gap, MicroSeconds(100), "as fast as the link");
            }
            Simulator::Destroy();
        }
    }
};

class SocketRateTest : public HostTest
{
  public:
    SocketRateTest()
        : HostTest("tags follow the socket's pacing rate, and only TCP has one")
    {
    }

  private:
    void DoRun() override
    {
        Build({{"Mode", "Host"}, {"MaxQueue", "1"}, {"EcnThreshold", "1"}});
        auto socket = Connect(200000);
        socket->SetAttribute("SndBufSize", StringValue("1000000"));
        PacingTagger::Install(socket);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, 200000, "all arrived");
        NS_TEST_EXPECT_MSG_EQ(m_tagged, m_left.size(), "every packet has a tag");
        NS_TEST_EXPECT_MSG_EQ(m_rate, 0, "a socket that does not pace sets no rate");
        NS_TEST_EXPECT_MSG_EQ(m_disc->GetStats().nTotalDroppedPackets, 0, "nothing is dropped");
        Simulator::Destroy();

        m_tagged = m_received = 0;
        m_left.clear();
        Build({{"Mode", "Host"}});
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(true));
        auto pacing = Connect(200000);
        Config::SetDefault("ns3::TcpSocketState::EnablePacing", BooleanValue(false));
        // The rate follows the window from the first acknowledgment on.
        pacing->SetAttribute("SndBufSize", StringValue("1000000"));
        PacingTagger::Install(pacing);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received, 200000, "all arrived");
        NS_TEST_EXPECT_MSG_GT(m_rate, 0, "a socket that paces sets one");
        Simulator::Destroy();

        bool refused = false;
        try
        {
            auto node = CreateObject<Node>();
            InternetStackHelper().Install(node);
            PacingTagger::Install(Socket::CreateSocket(node, UdpSocketFactory::GetTypeId()));
        }
        catch (const std::invalid_argument&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, true, "UDP has no pacing rate");
        Simulator::Destroy();
    }
};

class LocalTest : public HostTest
{
  public:
    LocalTest()
        : HostTest("a host tells its packets from those it forwards")
    {
    }

  private:
    void DoRun() override
    {
        Build({{"Mode", "Host"}, {"MaxQueue", "2000"}});
        m_nodes.Get(0)->GetObject<TrafficControlLayer>()->Initialize();
        m_disc->Initialize();
        const auto lost = [&](const std::string& source, Ptr<Node> tagged) {
            const auto before = m_disc->GetStats().nTotalDroppedPackets;
            for (int i = 0; i < 4; ++i)
            {
                TestPacket like;
                like.source = source;
                auto item = MakeIpv4Item(like);
                if (tagged)
                {
                    PacingTagger::Tag(item->GetPacket(), DataRate(0), tagged);
                }
                m_disc->Enqueue(item);
            }
            return m_disc->GetStats().nTotalDroppedPackets - before;
        };
        NS_TEST_EXPECT_MSG_EQ(lost("10.0.0.1", nullptr), 0, "its own address");
        NS_TEST_EXPECT_MSG_EQ(lost("10.9.9.9", m_nodes.Get(0)), 0, "its own tag");
        NS_TEST_EXPECT_MSG_EQ(lost("10.9.9.9", nullptr), 3, "another address");
        NS_TEST_EXPECT_MSG_EQ(lost("10.9.9.9", m_nodes.Get(1)), 4, "another's tag");
        Simulator::Destroy();
    }
};

/** The suite. */
class PacingTaggerTestSuite : public TestSuite
{
  public:
    PacingTaggerTestSuite()
        : TestSuite("pacing-tagger", Type::UNIT)
    {
        AddTestCase(new FixedRateTest);
        AddTestCase(new SocketRateTest);
        AddTestCase(new LocalTest);
    }
};

PacingTaggerTestSuite g_pacingTaggerTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
