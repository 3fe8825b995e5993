/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-test-utils.h"

#include "ns3/fcfs-ranker.h"
#include "ns3/packet.h"
#include "ns3/pifo-queue-disc.h"
#include "ns3/pointer.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/stfq-ranker.h"
#include "ns3/string.h"
#include "ns3/tag-ranker.h"
#include "ns3/test.h"

#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * The rankers and how a disc holds them.
 */

namespace ns3
{
namespace tests
{
namespace
{

/** @return what an exception of type E says when f runs, empty if it throws none */
template <typename E, typename F>
std::string
WhatOf(F f)
{
    try
    {
        f();
    }
    catch (const E& error)
    {
        return error.what();
    }
    return "";
}

Ptr<RankQueueDisc>
Pifo(const std::string& limit, const std::string& ranker)
{
    const auto disc = MakeDisc(PifoQueueDisc::GetTypeId(), limit, {{"Ranker", ranker}});
    disc->Initialize();
    return disc;
}

class FcfsTest : public TestCase
{
  public:
    FcfsTest()
        : TestCase("FcfsRanker ranks by the time of arrival in nanoseconds")
    {
    }

  private:
    void DoRun() override
    {
        const auto disc = Pifo("10p", "ns3::FcfsRanker");
        for (const int ns : {5, 1000, 1000, 70000})
        {
            Simulator::Schedule(NanoSeconds(ns), [disc] { disc->Enqueue(MakeItem(std::nullopt)); });
        }
        Simulator::Run();
        for (const uint64_t rank : {5, 1000, 1000, 70000})
        {
            NS_TEST_EXPECT_MSG_EQ(RankOf(disc->Dequeue()), rank, "rank");
        }
        Simulator::Destroy();
    }
};

class StfqDiscTest : public TestCase
{
  public:
    StfqDiscTest()
        : TestCase("StfqRanker hears of services, refusals, push-outs and the end of a busy period")
    {
    }

  private:
    void DoRun() override
    {
        const auto disc = Pifo("3p", "ns3::StfqRanker[Weights=1=2]");
        const Ptr<StfqRanker> ranker = DynamicCast<StfqRanker>(disc->GetRanker());
        std::vector<uint64_t> ranks;
        disc->TraceConnectWithoutContext(
            "Ranked",
            Callback<void, Ptr<const QueueDiscItem>, uint64_t>(
                [&ranks](Ptr<const QueueDiscItem>, uint64_t rank) { ranks.push_back(rank); }));
        const auto enqueue = [&](uint32_t flow) {
            return disc->Enqueue(MakeItem(std::nullopt, 100, flow));
        };
        enqueue(1);                                                      // rank 0
        enqueue(1);                                                      // rank 50: weight 2
        enqueue(1);                                                      // rank 100
        NS_TEST_EXPECT_MSG_EQ(enqueue(1), false, "rank 150 is refused"); // rank 150, taken back
        enqueue(2);                                                      // rank 0, pushes 100 out
        enqueue(1);                                                      // rank 150, refused
        while (disc->Dequeue())
        {
        }
        NS_TEST_EXPECT_MSG_EQ(ranker->GetVirtualTime(), 150, "V is the largest finish");
        enqueue(3);
        enqueue(1);
        const std::vector<uint64_t> expected{0, 50, 100, 150, 0, 100, 150, 150};
        NS_TEST_EXPECT_MSG_EQ((ranks == expected), true, "ranks");
        Simulator::Destroy();
    }
};

class WeightsTest : public TestCase
{
  public:
    WeightsTest()
        : TestCase("weights by text, by call and by callback; a bad one is refused in one line")
    {
    }

  private:
    /** @return where the second packet of a flow starts, 1000 bytes / weight after the first */
    static uint64_t Second(Ptr<StfqRanker> ranker, uint32_t flow)
    {
        ranker->Rank(MakeItem(std::nullopt, 1000, flow), flow, Time());
        return *ranker->Rank(MakeItem(std::nullopt, 1000, flow), flow, Time());
    }

    void DoRun() override
    {
        const auto ranker = CreateObject<StfqRanker>();
        ranker->SetAttribute("Weights", StringValue("7=4,4294967295=10"));
        ranker->SetAttribute("DefaultWeight", StringValue("5"));
        ranker->SetWeight(8, 2);
        NS_TEST_EXPECT_MSG_EQ(Second(ranker, 7), 250, "by text");
        NS_TEST_EXPECT_MSG_EQ(Second(ranker, 4294967295), 100, "by text");
        NS_TEST_EXPECT_MSG_EQ(Second(ranker, 8), 500, "by call");
        NS_TEST_EXPECT_MSG_EQ(Second(ranker, 9), 200, "by default");
        StringValue text;
        ranker->GetAttribute("Weights", text);
        NS_TEST_EXPECT_MSG_EQ(text.Get(), "7=4,8=2,4294967295=10", "read back");

        ranker->SetWeightCallback(Callback<uint32_t, Ptr<const QueueDiscItem>>(
            [](Ptr<const QueueDiscItem> item) { return item->GetSize() == 1000 ? 8 : 0; }));
        NS_TEST_EXPECT_MSG_EQ(Second(ranker, 70), 125, "by callback");
        const std::string zero = WhatOf<std::invalid_argument>(
            [&] { ranker->Rank(MakeItem(std::nullopt, 10), 0, Time()); });
        NS_TEST_EXPECT_MSG_EQ(zero.empty(), false, "a callback may not give 0");

        for (const std::string bad : {"1",
                                      "1=0",
                                      "1=-1",
                                      "1=2,",
                                      "x=2",
                                      "1=2,1=3",
                                      "1=2 3=4",
                                      "1=4294967296",
                                      ",",
                                      "1=1.5"})
        {
            const std::string message = WhatOf<std::invalid_argument>(
                [&] { CreateObject<StfqRanker>()->SetAttribute("Weights", StringValue(bad)); });
            NS_TEST_EXPECT_MSG_NE(message.find("'" + bad + "'"),
                                  std::string::npos,
                                  bad << " is refused: " << message);
            NS_TEST_EXPECT_MSG_EQ(message.find('\n'), std::string::npos, "in one line");
        }
        NS_TEST_EXPECT_MSG_EQ(
            WhatOf<std::invalid_argument>([&] { ranker->SetWeight(1, 0); }).empty(),
            false,
            "a weight of 0");
        Simulator::Destroy();
    }
};

class CompatTest : public TestCase
{
  public:
    CompatTest()
        : TestCase("ReferenceCompat and RollbackOnPushOut change what a loss costs")
    {
    }

  private:
    /** @return the rank of a packet of flow 1 after one of its three was pushed out */
    static uint64_t AfterPushOut(const std::string& ranker)
    {
        const auto disc = Pifo("3p", ranker);
        for (const uint32_t flow : {1, 1, 1, 2})
        {
            disc->Enqueue(MakeItem(std::nullopt, 100, flow));
        }
        const Ptr<PacketRanker> stfq = disc->GetRanker();
        return *stfq->Rank(MakeItem(std::nullopt), 1, Time());
    }

    /** @return the rank of a packet of the flow that has just sent alone */
    static uint64_t AfterIdle(const std::string& ranker)
    {
        const auto disc = Pifo("3p", ranker);
        disc->Enqueue(MakeItem(std::nullopt, 100, 1));
        disc->Dequeue();
        disc->Enqueue(MakeItem(std::nullopt, 100, 2));
        return *disc->GetRanker()->Rank(MakeItem(std::nullopt), 1, Time()) - RankOf(disc->Peek());
    }

    void DoRun() override
    {
        NS_TEST_EXPECT_MSG_EQ(AfterPushOut("ns3::StfqRanker"), 200, "F goes back");
        NS_TEST_EXPECT_MSG_EQ(AfterPushOut("ns3::StfqRanker[RollbackOnPushOut=false]"), 300, "");
        NS_TEST_EXPECT_MSG_EQ(AfterPushOut("ns3::StfqRanker[ReferenceCompat=true]"), 200, "");
        NS_TEST_EXPECT_MSG_EQ(AfterIdle("ns3::StfqRanker"), 0, "an idle gap forgives");
        NS_TEST_EXPECT_MSG_EQ(AfterIdle("ns3::StfqRanker[ReferenceCompat=true]"), 100, "or not");
        Simulator::Destroy();
    }
};

class HoldTest : public TestCase
{
  public:
    HoldTest()
        : TestCase("a ranker with state belongs to one disc and stays")
    {
    }

  private:
    void DoRun() override
    {
        const auto shared = [](Ptr<PacketRanker> ranker) {
            return WhatOf<std::logic_error>([&] {
                for (int i = 0; i < 2; ++i)
                {
                    const auto disc = CreateObject<PifoQueueDisc>();
                    disc->SetRanker(ranker);
                    disc->Initialize();
                }
            });
        };
        NS_TEST_EXPECT_MSG_EQ(shared(CreateObject<StfqRanker>()).find("ns3::StfqRanker: "), 0, "");
        NS_TEST_EXPECT_MSG_EQ(shared(CreateObject<FcfsRanker>()), "", "no state, no harm");
        NS_TEST_EXPECT_MSG_EQ(shared(CreateObject<TagRanker>()), "", "no state, no harm");

        const auto disc = Pifo("10p", "ns3::StfqRanker");
        const std::string late =
            WhatOf<std::logic_error>([&] { disc->SetRanker(CreateObject<TagRanker>()); });
        NS_TEST_EXPECT_MSG_EQ(late.find("ns3::PifoQueueDisc: the ranker"), 0, late);

        ObjectFactory factory("ns3::PifoQueueDisc", "Ranker", StringValue("ns3::StfqRanker"));
        const auto one = factory.Create<RankQueueDisc>();
        const auto two = factory.Create<RankQueueDisc>();
        NS_TEST_EXPECT_MSG_EQ((one->GetRanker() != two->GetRanker()),
                              true,
                              "a ranker given by name is each disc's own");
        Simulator::Destroy();
    }
};

class SilentRankerTest : public TestCase
{
  public:
    SilentRankerTest()
        : TestCase("a ranker hears of the packets that it ranked, of no others")
    {
    }

  private:
    /** Ranks packets of even size and counts what it hears. */
    class EvenRanker : public PacketRanker
    {
      public:
        std::optional<uint64_t> Rank(Ptr<const QueueDiscItem> item, uint32_t, Time) override
        {
            return item->GetSize() % 2 ? std::nullopt : std::optional<uint64_t>(item->GetSize());
        }

        void OnDequeue(const RankedPacket& packet) override
        {
            Hear("dequeue", packet);
        }

        void OnDrop(const RankedPacket& packet, DropKind kind) override
        {
            Hear(kind == REFUSED ? "refused" : "pushed out", packet);
        }

        void OnEmpty() override
        {
            heard.push_back("empty");
        }

        std::vector<std::string> heard; //!< calls

      private:
        void Hear(const std::string& what, const RankedPacket& packet)
        {
            heard.push_back(what + " " + std::to_string(packet.rank));
        }
    };

    void DoRun() override
    {
        const auto ranker = CreateObject<EvenRanker>();
        const auto disc = MakeDisc(PifoQueueDisc::GetTypeId(), "2p", {{"MissingRank", "Count"}});
        disc->SetRanker(ranker);
        disc->Initialize();
        for (const uint32_t size : {101, 103, 200, 105, 300, 100, 400})
        {
            disc->Enqueue(MakeItem(std::nullopt, size));
        }
        while (disc->Dequeue())
        {
        }
        const std::vector<std::string> expected{"pushed out 300",
                                                "refused 400",
                                                "dequeue 100",
                                                "dequeue 200",
                                                "empty"};
        NS_TEST_EXPECT_MSG_EQ((ranker->heard == expected), true, "calls");
        NS_TEST_EXPECT_MSG_EQ(disc->GetMissingRanks(), 3, "odd sizes have no rank");
        Simulator::Destroy();
    }
};

/** The suite. */
class RankersTestSuite : public TestSuite
{
  public:
    RankersTestSuite()
        : TestSuite("rankers", Type::UNIT)
    {
        AddTestCase(new FcfsTest);
        AddTestCase(new StfqDiscTest);
        AddTestCase(new WeightsTest);
        AddTestCase(new CompatTest);
        AddTestCase(new HoldTest);
        AddTestCase(new SilentRankerTest);
    }
};

RankersTestSuite g_rankersTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
