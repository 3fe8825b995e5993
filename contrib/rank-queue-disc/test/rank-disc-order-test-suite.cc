/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "every-disc-test.h"
#include "rank-test-utils.h"

#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * Every rank-ordered queue disc: which packet is served, which is lost.
 */

namespace ns3
{
namespace tests
{
namespace
{

class OneRankTest : public EveryDiscTest
{
  public:
    OneRankTest()
        : EveryDiscTest("10,000 packets of one rank leave in order of arrival")
    {
    }

  private:
    void Check(TypeId type) override
    {
        for (const uint64_t rank : {uint64_t{7}, UINT64_MAX})
        {
            CheckedDisc disc(MakeDisc(type, "10000p"));
            std::deque<Ptr<QueueDiscItem>> sent;
            for (int i = 0; i < 10000; ++i)
            {
                const auto item = MakeItem(rank, 100, i % 16);
                if (disc.Enqueue(item))
                {
                    sent.push_back(item);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(sent.size(), 10000, type << " has room for all of rank " << rank);
            bool ordered = true;
            while (const auto item = disc.Dequeue())
            {
                ordered = ordered && item == sent.front();
                sent.pop_front();
            }
            NS_TEST_EXPECT_MSG_EQ(ordered, true, type << " keeps the order of rank " << rank);
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
        }
    }
};

class ExactOrderTest : public EveryDiscTest
{
  public:
    ExactOrderTest()
        : EveryDiscTest("exact discs serve by (rank, arrival) what they hold, reversed if asked to")
    {
    }

  private:
    void Check(TypeId type) override
    {
        if (!IsExact(type))
        {
            return;
        }
        for (const bool lowerFirst : {true, false})
        {
            CheckedDisc disc(
                MakeDisc(type, "20p", {{"RankOrder", lowerFirst ? "LowerFirst" : "HigherFirst"}}));
            std::vector<Ptr<QueueDiscItem>> queued; // in order of arrival
            disc.Get()->TraceConnectWithoutContext(
                "Dequeue",
                Callback<void, Ptr<const QueueDiscItem>>([&](Ptr<const QueueDiscItem> item) {
                    queued.erase(std::find(queued.begin(), queued.end(), item));
                }));
            std::mt19937 random(4);
            const uint64_t ends[] = {0, 1, UINT64_MAX - 1, UINT64_MAX};
            uint64_t inversions = 0;
            uint64_t reorders = 0;
            for (int i = 0; i < 8000; ++i)
            {
                if (random() % 9 < 5)
                {
                    const uint32_t draw = random() % 8;
                    const auto item = MakeItem(draw < 4 ? ends[draw] : draw, 100, random() % 40);
                    if (disc.Enqueue(item))
                    {
                        queued.push_back(item);
                    }
                    continue;
                }
                const std::vector<Ptr<QueueDiscItem>> before = queued;
                const auto item = disc.Dequeue();
                for (const auto& other : before)
                {
                    if (other == item)
                    {
                        break;
                    }
                    reorders += RankOf(other) == RankOf(item);
                }
                for (const auto& other : queued)
                {
                    inversions +=
                        lowerFirst ? RankOf(other) < RankOf(item) : RankOf(other) > RankOf(item);
                }
            }
            NS_TEST_EXPECT_MSG_EQ(inversions, 0, type << " never overtakes a better rank");
            NS_TEST_EXPECT_MSG_EQ(reorders, 0, type << " never reorders equal ranks");
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
            NS_TEST_EXPECT_MSG_GT(disc.GetLosses().size(), 0, type << " was overloaded");
        }
    }
};

class UrgentEndTest : public EveryDiscTest
{
  public:
    UrgentEndTest()
        : EveryDiscTest(
              "of two flows that offer 80 % of the link each, the urgent end gets its own")
    {
    }

  private:
    void Check(TypeId type) override
    {
        for (const uint64_t high : {uint64_t{7}, UINT64_MAX})
        {
            const double first = LowShare(type, high, "LowerFirst");
            const double last = LowShare(type, high, "HigherFirst");
            if (IsRankBlind(type))
            {
                NS_TEST_EXPECT_MSG_EQ_TOL(first, 0.625, 0.03, type << " serves both alike");
                NS_TEST_EXPECT_MSG_EQ(first, last, type << " looks at no rank");
                continue;
            }
            // A FIFO with admission still holds up to 100 of these 4000 at the end.
            const double most = IsExact(type) ? 0.99 : 0.97;
            NS_TEST_EXPECT_MSG_GT_OR_EQ(first, most, type << " serves rank 0 before " << high);
            NS_TEST_EXPECT_MSG_LT(last, 0.3, type << " reversed serves rank 0 after " << high);
        }
    }

    static constexpr int WARM_UP = 1000; //!< slots that a sampling disc may take to learn

    /** @return the part of what the flow of rank 0 offers that is served */
    double LowShare(TypeId type, uint64_t high, const std::string& order)
    {
        CheckedDisc disc(MakeDisc(type, "100p", {{"RankOrder", order}}));
        std::mt19937 random(6);
        uint64_t offered = 0;
        uint64_t served = 0;
        for (int slot = 0; slot < 5000; ++slot)
        {
            // The order within a slot is drawn, or the first would win all last places.
            const bool lowIsFirst = random() % 2;
            for (const bool low : {lowIsFirst, !lowIsFirst})
            {
                if (random() % 10 < 8)
                {
                    offered += low && slot >= WARM_UP;
                    disc.Enqueue(MakeItem(low ? 0 : high, 100, low ? 1 : 2));
                }
            }
            if (const auto item = disc.Dequeue())
            {
                served += RankOf(item) == 0 && slot >= WARM_UP;
            }
        }
        NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
        return double(served) / offered;
    }
};

class MissingRankTest : public EveryDiscTest
{
  public:
    MissingRankTest()
        : EveryDiscTest("a packet without a rank stops the run, or is counted and served last")
    {
    }

  private:
    void Check(TypeId type) override
    {
        const auto strict = MakeDisc(type, "100p");
        strict->Initialize();
        std::string message;
        try
        {
            strict->Enqueue(MakeItem(std::nullopt));
        }
        catch (const std::runtime_error& error)
        {
            message = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(message.find(type.GetName() + ": packet "),
                              0,
                              type << " says which packet: " << message);
        NS_TEST_EXPECT_MSG_EQ(message.find('\n'), std::string::npos, "in one line");

        for (const std::string order : {"LowerFirst", "HigherFirst"})
        {
            CheckedDisc disc(
                MakeDisc(type, "100p", {{"MissingRank", "Count"}, {"RankOrder", order}}));
            const auto unranked = MakeItem(std::nullopt, 100, 1);
            disc.Enqueue(MakeItem(5, 100, 2));
            disc.Enqueue(unranked);
            disc.Enqueue(MakeItem(1, 100, 3));
            disc.Enqueue(MakeItem(UINT64_MAX - 1, 100, 4));
            NS_TEST_EXPECT_MSG_EQ(disc.Get()->GetMissingRanks(), 1, type << " counts it");
            Ptr<QueueDiscItem> last;
            while (const auto item = disc.Dequeue())
            {
                last = item;
            }
            if (IsExact(type))
            {
                NS_TEST_EXPECT_MSG_EQ((last == unranked), true, type << " serves it last");
            }
            NS_TEST_EXPECT_MSG_EQ(disc.GetError(), "", "books");
        }
    }
};

/** The suite. */
class RankDiscOrderTestSuite : public TestSuite
{
  public:
    RankDiscOrderTestSuite()
        : TestSuite("rank-disc-order", Type::UNIT)
    {
        AddTestCase(new OneRankTest);
        AddTestCase(new ExactOrderTest);
        AddTestCase(new UrgentEndTest);
        AddTestCase(new MissingRankTest);
    }
};

RankDiscOrderTestSuite g_rankDiscOrderTestSuite; //!< registers the suite

} // namespace
} // namespace tests
} // namespace ns3
