/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aqm-test-utils.h"

#include "ns3/fq-pacing-queue-disc.h"
#include "ns3/pacing-tag.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/test.h"

/**
 * @file
 * @ingroup aqm-queue-disc-tests
 * FqPacingQueueDisc: what it reads from packets, its reasons, its one timer.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** @return a packet of a rate, of 1028 bytes */
Ptr<QueueDiscItem>
Paced(uint64_t rate, Time departure = Time(0))
{
    auto item = MakeIpv4Item({});
    PacingTag tag(rate);
    tag.SetDeparture(departure);
    item->GetPacket()->AddPacketTag(tag);
    return item;
}

/** @return a disc, initialized, that notes when it sends */
Ptr<QueueDisc>
Sending(const Settings& settings, std::vector<Time>& sent)
{
    auto disc = MakeDisc("FqPacingQueueDisc", settings);
    disc->SetSendCallback([&sent](Ptr<QueueDiscItem>) { sent.push_back(Simulator::Now()); });
    disc->Initialize();
    return disc;
}

class TimesTest : public TestCase
{
  public:
    TimesTest()
        : TestCase("packets leave at their rate, or when they ask to")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Time> sent;
        auto disc = Sending({{"Quantum", "1028"}, {"InitialQuantum", "1028"}}, sent);
        for (int i = 0; i < 3; ++i)
        {
            disc->Enqueue(Paced(8'224'000)); // 1 ms each
        }
        disc->Run();
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 3, "all left");
        NS_TEST_EXPECT_MSG_EQ(sent[2], MilliSeconds(2), "at their rate");
        disc->Dispose();
        Simulator::Destroy();

        sent.clear();
        auto edt = Sending({{"Horizon", "1s"}}, sent);
        edt->Enqueue(Paced(0, MilliSeconds(5)));
        NS_TEST_EXPECT_MSG_EQ(edt->Enqueue(Paced(0, Seconds(2))), false, "beyond the horizon");
        NS_TEST_EXPECT_MSG_EQ(edt->GetStats().GetNDroppedPackets(FqPacingQueueDisc::HORIZON_DROP),
                              1,
                              "reason");
        edt->Run();
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(sent.size(), 1, "the other left");
        NS_TEST_EXPECT_MSG_EQ(sent[0], MilliSeconds(5), "when it asked to");
        edt->Enqueue(Paced(0, Simulator::Now() + MilliSeconds(5)));
        edt->Run();
        edt->Dispose(); // with a wake-up pending
        Simulator::Run();
        Simulator::Destroy();
    }
};

class BandsTest : public TestCase
{
  public:
    BandsTest()
        : TestCase("the priority of a socket chooses the band")
    {
    }

  private:
    void DoRun() override
    {
        std::vector<Time> sent;
        auto disc = Sending({{"Limit", "1"}}, sent);
        NS_TEST_EXPECT_MSG_EQ(disc->GetMaxSize(), QueueSize("3p"), "three bands");
        const auto taken = [&](uint8_t value) {
            auto item = MakeIpv4Item({});
            SocketPriorityTag priority;
            priority.SetPriority(value);
            item->GetPacket()->AddPacketTag(priority);
            return disc->Enqueue(item);
        };
        NS_TEST_EXPECT_MSG_EQ(disc->Enqueue(MakeIpv4Item({})), true, "no priority: medium");
        NS_TEST_EXPECT_MSG_EQ(taken(0), false, "0 is medium");
        NS_TEST_EXPECT_MSG_EQ(taken(6), true, "6 is high");
        NS_TEST_EXPECT_MSG_EQ(taken(7), false, "7 too");
        NS_TEST_EXPECT_MSG_EQ(taken(1), true, "1 is low");
        const auto& stats = disc->GetStats();
        NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(FqPacingQueueDisc::BAND_LIMIT_DROP), 2, "");
        disc->Dispose();
        auto flow = Sending({{"FlowLimit", "2"}}, sent);
        for (int i = 0; i < 3; ++i)
        {
            flow->Enqueue(MakeIpv4Item({}));
        }
        NS_TEST_EXPECT_MSG_EQ(
            flow->GetStats().GetNDroppedPackets(FqPacingQueueDisc::FLOW_LIMIT_DROP),
            1,
            "a flow has a limit");
        flow->Dispose();
        Simulator::Destroy();
    }
};

class FqPacingAttributesTest : public TestCase
{
  public:
    FqPacingAttributesTest()
        : TestCase("attributes have effects, and senseless ones are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto leaveAtOnce = [](const Settings& settings) {
            std::vector<Time> sent;
            auto disc = Sending(settings, sent);
            for (int i = 0; i < 50; ++i)
            {
                disc->Enqueue(Paced(1'000'000));
            }
            disc->Run();
            disc->Dispose();
            return sent.size();
        };
        NS_TEST_EXPECT_MSG_EQ(leaveAtOnce({}), 15, "ten MTU");
        NS_TEST_EXPECT_MSG_EQ(leaveAtOnce({{"InitialQuantum", "2056"}}), 2, "two packets");
        NS_TEST_EXPECT_MSG_EQ(leaveAtOnce({{"Pacing", "false"}}), 50, "no rates");
        NS_TEST_EXPECT_MSG_EQ(leaveAtOnce({{"FlowMaxRate", "500kbps"}}), 1, "a low rate");
        NS_TEST_EXPECT_MSG_EQ(leaveAtOnce({{"LowRateThreshold", "1Mbps"}}), 1, "what is low");
        for (const auto& [name, value] : Settings{{"Limit", "0"},
                                                  {"FlowLimit", "0"},
                                                  {"Horizon", "0s"},
                                                  {"RefillDelay", "-1s"},
                                                  {"CeThreshold", "-1s"},
                                                  {"LowWeight", "0"}})
        {
            const std::string why = WhyRefused(MakeDisc("FqPacingQueueDisc", {{name, value}}));
            NS_TEST_EXPECT_MSG_EQ(why.find("ns3::FqPacingQueueDisc: "), 0, name << "=" << value);
        }
        // Late by 2 ms, for others went first.
        std::vector<Time> sent;
        auto disc = Sending({{"CeThreshold", "1ms"}}, sent);
        auto item = MakeIpv6Item({17, 1, 1, 0, 100, 2});
        PacingTag tag;
        tag.SetDeparture(MilliSeconds(1));
        item->GetPacket()->AddPacketTag(tag);
        disc->Enqueue(item);
        Simulator::Schedule(MilliSeconds(3), &QueueDisc::Run, disc);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(
            disc->GetStats().GetNMarkedPackets(FqPacingQueueDisc::CE_THRESHOLD_MARK),
            1,
            "late packets are marked");
        disc->Dispose();
        Simulator::Destroy();
    }
};

/** The suite. */
class FqPacingTestSuite : public TestSuite
{
  public:
    FqPacingTestSuite()
        : TestSuite("fq-pacing", Type::UNIT)
    {
        AddTestCase(new TimesTest);
        AddTestCase(new BandsTest);
        AddTestCase(new FqPacingAttributesTest);
    }
};

FqPacingTestSuite g_fqPacingTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
