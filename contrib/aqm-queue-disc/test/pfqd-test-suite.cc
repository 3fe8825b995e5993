/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aqm-test-utils.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/packet-view.h"
#include "ns3/packet.h"
#include "ns3/pfqd-queue-disc.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

/**
 * @file
 * @ingroup aqm-queue-disc-tests
 * PfqdQueueDisc alone: what it takes a packet for, its books, its wake-ups, its attributes.
 */

namespace ns3
{
namespace tests
{
namespace
{

using schedlab::PacketClass;

/** @return a disc, initialized */
Ptr<PfqdQueueDisc>
MakePfqd(const Settings& settings = {})
{
    auto disc = DynamicCast<PfqdQueueDisc>(MakeDisc("PfqdQueueDisc", settings));
    disc->Initialize();
    return disc;
}

class ClassTest : public TestCase
{
  public:
    ClassTest()
        : TestCase("packets of ns-3 are taken for what they are")
    {
    }

  private:
    void DoRun() override
    {
        for (auto make : {MakeIpv4Item, MakeIpv6Item})
        {
            const auto kindOf = [&](uint8_t protocol, uint8_t flags, uint32_t payload) {
                TestPacket like;
                like.protocol = protocol;
                like.tcpFlags = flags;
                like.payload = payload;
                return PacketView::Of(make(like), 0).kind;
            };
            const bool isV4 = make == &MakeIpv4Item;
            const auto expect = [&](PacketClass got, PacketClass wanted, const char* what) {
                NS_TEST_EXPECT_MSG_EQ(int(got), int(wanted), what << (isV4 ? " 4" : " 6"));
            };
            expect(kindOf(6, TcpHeader::SYN, 0), PacketClass::NEW, "SYN");
            expect(kindOf(6, TcpHeader::SYN | TcpHeader::ACK, 0), PacketClass::NEW, "SYN-ACK");
            expect(kindOf(6, TcpHeader::ACK, 0), PacketClass::CTL, "ACK");
            expect(kindOf(6, TcpHeader::ACK, 1), PacketClass::DATA, "data");
            expect(kindOf(6, TcpHeader::FIN | TcpHeader::ACK, 0), PacketClass::DATA, "FIN");
            expect(kindOf(isV4 ? 1 : 58, 0, 8), PacketClass::CTL, "ICMP");
            expect(kindOf(50, 0, 900), PacketClass::DATA, "ESP");
            TestPacket dns;
            dns.destinationPort = 53;
            expect(PacketView::Of(make(dns), 0).kind, PacketClass::CTL, "DNS");
            // All fragments of a datagram are of one flow, which has no ports.
            TestPacket other = dns;
            other.sourcePort = 1001;
            const auto whole = PacketView::Of(make(dns), 0);
            NS_TEST_EXPECT_MSG_EQ((whole.key == PacketView::Of(make(other), 0).key),
                                  false,
                                  "ports");
            dns.moreFragments = true;
            const auto first = PacketView::Of(make(dns), 0);
            dns.fragmentOffset = 1480;
            const auto second = PacketView::Of(make(dns), 0);
            dns.moreFragments = false;
            const auto last = PacketView::Of(make(dns), 0);
            expect(first.kind, PacketClass::DATA, "first fragment");
            expect(last.kind, PacketClass::DATA, "last fragment");
            NS_TEST_EXPECT_MSG_EQ((first.key == second.key && first.key == last.key),
                                  true,
                                  "3-tuple");
            NS_TEST_EXPECT_MSG_EQ(first.hash, last.hash, "and one hash");
            NS_TEST_EXPECT_MSG_EQ(first.key.sourcePort, 0, "no port");
        }
        NS_TEST_EXPECT_MSG_EQ(int(PacketView::Of(MakeArpItem(), 0).kind),
                              int(PacketClass::CTL),
                              "ARP");
        // A tunnel: the outer addresses make the flow, whatever is inside.
        TestPacket tunnel;
        tunnel.protocol = 4;
        const auto one = PacketView::Of(MakeIpv4Item(tunnel), 0);
        tunnel.payload = 20;
        const auto two = PacketView::Of(MakeIpv4Item(tunnel), 0);
        NS_TEST_EXPECT_MSG_EQ((one.key == two.key), true, "one flow");
        tunnel.source = "10.0.0.9";
        const auto three = PacketView::Of(MakeIpv4Item(tunnel), 0);
        NS_TEST_EXPECT_MSG_EQ((one.key == three.key), false, "another source");
    }
};

class BooksTest : public TestCase
{
  public:
    BooksTest()
        : TestCase("losses and marks are counted under their reasons")
    {
    }

  private:
    void DoRun() override
    {
        auto disc = MakePfqd({{"MaxQueue", "9000B"}, {"EcnThreshold", "3000"}, {"NewLimit", "1"}});
        TestPacket syn;
        syn.protocol = 6;
        syn.tcpFlags = TcpHeader::SYN;
        syn.payload = 0;
        NS_TEST_EXPECT_MSG_EQ(disc->Enqueue(MakeIpv4Item(syn)), true, "one SYN");
        NS_TEST_EXPECT_MSG_EQ(disc->Enqueue(MakeIpv4Item(syn)), false, "no other");
        TestPacket data;
        data.payload = 1472;
        for (int i = 0; i < 4; ++i)
        {
            disc->Enqueue(MakeIpv4Item(data));
        }
        data.ecn = 2;
        for (int flow = 0; flow < 3; ++flow)
        {
            data.sourcePort = 2000 + flow;
            for (int i = 0; i < 3; ++i)
            {
                disc->Enqueue(MakeIpv6Item(data));
            }
        }
        const auto& stats = disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(PfqdQueueDisc::NEW_FULL), 1, "SYN");
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(PfqdQueueDisc::HEAD_DROP), 2, "not ECT");
        NS_TEST_EXPECT_MSG_GT(stats.GetNDroppedPackets(PfqdQueueDisc::OVERLIMIT_DROP), 0, "cap");
        uint32_t ce = 0;
        const auto count = [&ce](Ptr<QueueDiscItem> item) { ce += EcnOf(item) == 3; };
        while (auto peeked = disc->Peek())
        {
            auto item = disc->Dequeue();
            NS_TEST_EXPECT_MSG_EQ(item, peeked, "what was peeked");
            count(item);
        }
        NS_TEST_EXPECT_MSG_GT(ce, 0, "some were marked");
        NS_TEST_EXPECT_MSG_EQ(ce, stats.GetNMarkedPackets(PfqdQueueDisc::ECN_LIMIT_MARK), "marks");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalReceivedPackets, 15, "all came");
        NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPackets + stats.nTotalDequeuedPackets -
                                  stats.nTotalDroppedPacketsAfterDequeue,
                              15,
                              "and went");
        disc->Dispose();
        Simulator::Destroy();
    }
};

/** A device for a disc, as the traffic control layer sees it. */
struct Below
{
    /** @param disc not initialized @param rate of the device @param nQueues of the device */
    Below(Ptr<QueueDisc> disc, const std::string& rate, uint8_t nQueues = 1)
    {
        device = CreateObject<SimpleNetDevice>();
        device->SetAttribute("DataRate", StringValue(rate));
        queues = CreateObjectWithAttributes<NetDeviceQueueInterface>("NTxQueues",
                                                                     UintegerValue(nQueues));
        device->AggregateObject(queues);
        disc->SetNetDeviceQueueInterface(queues);
        disc->SetSendCallback([this](Ptr<QueueDiscItem>) { sent.push_back(Simulator::Now()); });
    }

    ~Below()
    {
        queues->Dispose();
    }

    Ptr<SimpleNetDevice> device;         //!< the device
    Ptr<NetDeviceQueueInterface> queues; //!< what stops the disc
    std::vector<Time> sent;              //!< when packets were sent
};

class PeekTest : public TestCase
{
  public:
    PeekTest()
        : TestCase("a look at the next packet changes nothing")
    {
    }

  private:
    void DoRun() override
    {
        auto disc = MakePfqd();
        TestPacket data;
        disc->Enqueue(MakeIpv4Item(data));
        for (int i = 0; i < 3; ++i)
        {
            NS_TEST_EXPECT_MSG_NE(disc->Peek(), nullptr, "there is one");
        }
        TestPacket syn;
        syn.protocol = 6;
        syn.tcpFlags = TcpHeader::SYN;
        auto urgent = MakeIpv4Item(syn);
        disc->Enqueue(urgent);
        NS_TEST_EXPECT_MSG_EQ(disc->Peek(), urgent, "which is overtaken");
        NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 2, "both are queued");
        NS_TEST_EXPECT_MSG_EQ(disc->Dequeue(), urgent, "and the SYN leaves first");
        disc->Dispose();

        // A device of two queues, of which that of the packet is stopped, gives it back.
        auto stopped = MakeDisc("PfqdQueueDisc");
        {
            Below below(stopped, "1Gbps", 2);
            stopped->Initialize();
            auto back = MakeIpv4Item(data);
            stopped->Enqueue(back);
            stopped->Enqueue(MakeIpv4Item(syn));
            stopped->Enqueue(MakeIpv4Item(data));
            NS_TEST_EXPECT_MSG_EQ(EcnOf(stopped->Dequeue()), 0, "the SYN");
            below.queues->GetTxQueue(0)->Stop();
            stopped->Run();
            NS_TEST_EXPECT_MSG_EQ(stopped->GetStats().nTotalRequeuedPackets, 1, "given back");
            stopped->Enqueue(MakeIpv4Item(syn));
            NS_TEST_EXPECT_MSG_EQ(stopped->Peek(), back, "which is sent next, even so");
            NS_TEST_EXPECT_MSG_EQ(stopped->Peek(), back, "still");
            stopped->Dispose();
        }
        Simulator::Destroy();
    }
};

class WakeTest : public TestCase
{
  public:
    WakeTest()
        : TestCase("the disc sends by itself when a packet may leave, and ends with that pending")
    {
    }

  private:
    void DoRun() override
    {
        auto disc = MakeDisc("PfqdQueueDisc", {{"ContractedRate", "8Mbps"}});
        {
            Below below(disc, "1Gbps");
            disc->Initialize();
            TestPacket data;
            data.payload = 972; // 1 ms at 8 Mb/s
            for (int i = 0; i < 4; ++i)
            {
                disc->Enqueue(MakeIpv4Item(data));
            }
            disc->Run();
            Simulator::Stop(MicroSeconds(2500));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(below.sent.size(), 3, "two wake-ups");
            NS_TEST_EXPECT_MSG_EQ(below.sent[1], MilliSeconds(1), "the first");
            NS_TEST_EXPECT_MSG_EQ(below.sent[2], MilliSeconds(2), "the second");
            // A device that is stopped keeps the disc, and its wake-ups, quiet.
            below.queues->GetTxQueue(0)->Stop();
            Simulator::Stop(MicroSeconds(2500));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(below.sent.size(), 3, "stopped");
            below.queues->GetTxQueue(0)->Start();
            disc->Run();
            NS_TEST_EXPECT_MSG_EQ(below.sent.size(), 4, "started again");
            for (int i = 0; i < 2; ++i)
            {
                disc->Enqueue(MakeIpv4Item(data));
            }
            disc->Run();
            disc->Dispose();
        }
        Simulator::Run();
        Simulator::Destroy();
    }
};

class AttributesTest : public TestCase
{
  public:
    AttributesTest()
        : TestCase("attributes have effects, and senseless ones are refused")
    {
    }

  private:
    void DoRun() override
    {
        auto asked = MakeDisc("PfqdQueueDisc");
        {
            Below below(asked, "1Gbps");
            asked->Initialize();
            NS_TEST_EXPECT_MSG_EQ(DynamicCast<PfqdQueueDisc>(asked)->GetEcnLimit(),
                                  625000,
                                  "rate of the device");
            asked->Dispose();
        }
        const auto limit = [](const Settings& settings) {
            return MakePfqd(settings)->GetEcnLimit();
        };
        NS_TEST_EXPECT_MSG_EQ(limit({}), 65536, "the default");
        NS_TEST_EXPECT_MSG_EQ(limit({{"EcnThreshold", "10KB"}}), 10000, "threshold");
        NS_TEST_EXPECT_MSG_EQ(limit({{"PortRate", "200Mbps"}}), 125000, "rate");
        NS_TEST_EXPECT_MSG_EQ(limit({{"PortRate", "200Mbps"}, {"EcnSojourn", "10ms"}}),
                              250000,
                              "sojourn");
        NS_TEST_EXPECT_MSG_EQ(limit({{"MaxQueue", "20000"}, {"LimitBufferFraction", "0.5"}}),
                              10000,
                              "share of the buffer");
        auto numbers = MakePfqd();
        numbers->SetAttribute("MaxQueue", UintegerValue(5000));
        UintegerValue value;
        numbers->GetAttribute("MaxQueue", value);
        NS_TEST_EXPECT_MSG_EQ(value.Get(), 5000, "a number is a number of bytes");
        const auto limited = MakePfqd({{"MaxQueue", "9KB"}, {"NewLimit", "2p"}});
        NS_TEST_EXPECT_MSG_EQ(limited->GetMaxSize(), QueueSize("9000B"), "and is told");

        const auto served = [](const Settings& settings, int packets) {
            auto disc = MakePfqd(settings);
            TestPacket data;
            for (int i = 0; i < packets; ++i)
            {
                data.sourcePort = i % 2;
                disc->Enqueue(MakeIpv4Item(data));
            }
            std::string order;
            while (auto item = disc->Dequeue())
            {
                order += char('0' + PacketView::Of(item, 0).key.sourcePort);
            }
            return order;
        };
        NS_TEST_EXPECT_MSG_EQ(served({{"Buckets", "1"}}, 4), "0101", "arrival");
        NS_TEST_EXPECT_MSG_EQ(served({{"ContractedRate", "1Mbps"}}, 6), "01", "rate");

        NS_TEST_EXPECT_MSG_NE(
            WhyRefused(MakeDisc("PfqdQueueDisc", {{"BurstWindow", "2s"}})).find("BurstWindow"),
            std::string::npos,
            "burst window of the demotion time");
        NS_TEST_EXPECT_MSG_NE(
            WhyRefused(MakeDisc("PfqdQueueDisc", {{"Buckets", "3"}})).find("power of two"),
            std::string::npos,
            "buckets");
        Simulator::Destroy();
    }
};

/** The suite. */
class PfqdTestSuite : public TestSuite
{
  public:
    PfqdTestSuite()
        : TestSuite("pfqd", Type::UNIT)
    {
        AddTestCase(new ClassTest);
        AddTestCase(new BooksTest);
        AddTestCase(new PeekTest);
        AddTestCase(new WakeTest);
        AddTestCase(new AttributesTest);
    }
};

PfqdTestSuite g_pfqdTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
