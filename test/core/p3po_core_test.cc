/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exact_service.h"
#include "naive_queue.h"
#include "p3po-core.h"
#include "pifo-core.h"
#include "trace_player.h"

#include <gtest/gtest.h>
#include <limits>

using namespace schedlab;
using namespace schedlab::test;

namespace
{

using Core = P3poCore<int>;
using Player = TracePlayer<Core>;

/** Two queues of two packets unless said otherwise: the smallest in which the rules matter. */
Core::Params
Small(double low, double high, uint32_t queues = 2, uint64_t limit = 2)
{
    Core::Params params;
    params.queues = queues;
    params.limit = {limit};
    params.lowThreshold = low;
    params.highThreshold = high;
    return params;
}

/** The same parameters for a core with other handles or costs. */
template <typename Other>
typename Other::Params
As(const Core::Params& params)
{
    typename Other::Params other;
    other.queues = params.queues;
    other.limit = params.limit;
    other.lowThreshold = params.lowThreshold;
    other.highThreshold = params.highThreshold;
    other.tieMode = static_cast<typename Other::TieMode>(params.tieMode);
    other.compactOnOverflow = params.compactOnOverflow;
    other.eagerReset = params.eagerReset;
    return other;
}

TEST(P3poBounds, DoNotFollowPlainInsertions)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c 1d - - - -"), "1a 1b 1c 1d");
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1 2 3 4 - - - -"), "1 2 3 4");
    Core core(Small(0, 0));
    Player player(core);
    player.Play("5 7");
    EXPECT_EQ(core.BoundOf(0), Core::NO_BOUND);
    player.Play("9");
    EXPECT_EQ(core.BoundOf(0).rank, 7u);
    player.Play("3");
    EXPECT_EQ(core.BoundOf(0).rank, 5u);
    player.Play("- 6");
    EXPECT_EQ(core.BoundOf(0).rank, 5u) << "neither serving nor an arrival for a lower queue";
}

TEST(P3poBounds, EqualRanksAreNotReordered)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - 1d - - -"), "1a 1b 1c 1d");
}

TEST(P3poBounds, EqualRanksAreReorderedByTheLiteralRule)
{
    Core::Params params = Small(0, 0);
    params.tieMode = Core::PAPER_LE;
    EXPECT_EQ(PlayOn<Core>(params, "1a 1b 1c - 1d - - -"), "1a 1b 1d 1c");
}

TEST(P3poBounds, FollowAnEvictionEvenOfTheArrival)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - 2 - - -"), "1a 1b 1c 2");
}

TEST(P3poBounds, FollowAPromotion)
{
    EXPECT_EQ(PlayOn<Core>(Small(0.5, 1), "1a 1b 2 - - 1c - -"), "1a 1b 1c 2");
}

TEST(P3poBounds, PromotionPullsFromTheNextQueueOnly)
{
    EXPECT_EQ(PlayOn<Core>(Small(1, 1, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b 2a !3b !3c 2b 2c");
    EXPECT_EQ(PlayOn<Core>(Small(0, 1, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b 2a !3b !3c 2b 2c");
    EXPECT_EQ(PlayOn<Core>(Small(0, 0, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b !3b 2a 2b 2c");
}

TEST(P3poBounds, ResetOnlyWhenEverythingIsEmpty)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - - 2 - -"), "1a 1b 1c 2");
    Core core(Small(0, 0));
    Player player(core);
    player.Play("1a 1b 1c - -");
    EXPECT_EQ(core.BoundOf(0).rank, 1u);
    player.Play("-");
    EXPECT_EQ(core.BoundOf(0), Core::NO_BOUND);
    EXPECT_EQ(core.BoundOf(1), Core::NO_BOUND);
}

TEST(P3poBounds, EagerResetActsWhenAllLowerQueuesAreEmpty)
{
    for (bool eager : {false, true})
    {
        Core::Params params = Small(0.5, 1, 3);
        params.eagerReset = eager;
        Core core(params);
        Player player(core);
        EXPECT_EQ(player.Play("1a 1b 1c - -"), "1a 1b");
        player.Play("2");
        EXPECT_EQ(core.SizeOf(0), eager ? 2u : 1u);
        EXPECT_EQ(core.SizeOf(1), eager ? 0u : 1u);
        EXPECT_EQ(player.Play("- -"), "1c 2");
    }
}

TEST(P3poThresholds, WorkedExampleOfTwoQueuesOfFour)
{
    Core core(Small(0.25, 0.75, 2, 4));
    Player player(core);
    const auto expectQueues = [&core](std::size_t upper, std::size_t lower) {
        EXPECT_EQ(core.SizeOf(0), upper);
        EXPECT_EQ(core.SizeOf(1), lower);
    };
    EXPECT_EQ(player.Play("2 5 7 9 15 20"), "");
    expectQueues(4, 2);
    EXPECT_EQ(core.BoundOf(0).rank, 9u);
    EXPECT_EQ(player.Play("8"), "");
    expectQueues(4, 3);
    EXPECT_EQ(core.BoundOf(0).rank, 8u);
    EXPECT_EQ(player.Play("17"), "");
    expectQueues(4, 4);
    EXPECT_EQ(player.Play("19"), "!20");
    expectQueues(4, 4);
    EXPECT_EQ(core.BoundOf(1).rank, 19u);
    EXPECT_EQ(player.Play("- -"), "2 5");
    expectQueues(2, 4);
    EXPECT_EQ(player.Play("-"), "7");
    expectQueues(3, 2);
    EXPECT_EQ(core.BoundOf(0).rank, 15u);
    EXPECT_EQ(player.Play("- - - - - -"), "8 9 15 17 19 empty");
}

/** Fills two queues with rising ranks and serves some. */
std::size_t
UpperQueueAfter(unsigned served, double low, double high, uint64_t limit)
{
    Core core(Small(low, high, 2, limit));
    for (unsigned i = 0; i < 2 * limit; ++i)
    {
        EXPECT_TRUE(core.Push({0, i}).IsAccepted());
    }
    for (unsigned i = 0; i < served; ++i)
    {
        EXPECT_EQ(core.Pop()->key.rank, i);
    }
    return core.SizeOf(0);
}

TEST(P3poThresholds, AreComparedAsRealNumbers)
{
    // 0.8 * 136 = 108.8
    EXPECT_EQ(UpperQueueAfter(27, 0.8, 0.8, 136), 109u);
    EXPECT_EQ(UpperQueueAfter(28, 0.8, 0.8, 136), 109u);
    EXPECT_EQ(UpperQueueAfter(60, 0.8, 0.8, 136), 109u);
    // As doubles 0.55 * 100 > 55 and 0.29 * 100 < 29.
    EXPECT_EQ(UpperQueueAfter(45, 0.55, 0.55, 100), 55u);
    EXPECT_EQ(UpperQueueAfter(46, 0.55, 0.55, 100), 55u);
    EXPECT_EQ(UpperQueueAfter(70, 0.29, 1, 100), 30u);
    EXPECT_EQ(UpperQueueAfter(71, 0.29, 1, 100), 100u);
}

TEST(P3poThresholds, AQueueAtExactlyTheLowOneIsRefilled)
{
    EXPECT_EQ(UpperQueueAfter(2, 0.25, 0.75, 4), 2u);
    EXPECT_EQ(UpperQueueAfter(3, 0.25, 0.75, 4), 3u);
    EXPECT_EQ(UpperQueueAfter(4, 0, 0, 4), 0u) << "0 of 0 switches promotion off";
    EXPECT_EQ(UpperQueueAfter(1, 1, 1, 4), 4u) << "1 of 1 keeps the queue full";
}

TEST(P3poThresholds, RefillHappensOnServiceOfAllQueuesNotOnArrival)
{
    Core core(Small(0.5, 1, 3, 2));
    Player player(core);
    player.Play("1 2 3 4 5 6");
    EXPECT_EQ(player.Play("-"), "1");
    EXPECT_EQ(core.SizeOf(0), 2u);
    EXPECT_EQ(core.SizeOf(1), 2u);
    EXPECT_EQ(core.SizeOf(2), 1u);

    Core idle(Small(0, 0, 2, 2));
    Player other(idle);
    other.Play("1 2 3 - - 4");
    EXPECT_EQ(idle.SizeOf(0), 0u);
    EXPECT_EQ(idle.SizeOf(1), 2u);
}

TEST(P3poDrops, HappenWithUpperQueuesPartlyEmpty)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c 1d - 1e"), "1a !1e");
    EXPECT_EQ(PlayOn<Core>(Small(0.5, 1), "1a 1b 1c 1d - 1e"), "1a") << "refilled in time";
}

TEST(P3poDrops, CompactionUsesTheSpaceOfUpperQueues)
{
    Core::Params params = Small(0, 0);
    params.compactOnOverflow = true;
    EXPECT_EQ(PlayOn<Core>(params, "1a 1b 1c 1d - 1e - - - -"), "1a 1b 1c 1d 1e");
    params.queues = 3;
    Core core(params);
    Player player(core);
    EXPECT_EQ(player.Play("1 2 3 4 5 6 - 7"), "1");
    EXPECT_EQ(core.SizeOf(0), 2u);
    EXPECT_EQ(core.SizeOf(1), 2u);
    EXPECT_EQ(core.SizeOf(2), 2u);
    EXPECT_EQ(core.BoundOf(0).rank, 3u);
    EXPECT_EQ(core.BoundOf(1).rank, 5u);
    EXPECT_EQ(player.Play("8 0 - - - - - - -"), "!8 !7 0 2 3 4 5 6 empty");
}

TEST(P3poDrops, BytesMoveAndDropSeveralPackets)
{
    Core::Params params = Small(0, 0, 2, 1000);
    params.limit.unit = RankLimit::BYTES;
    Core core(params);
    Player player(core);
    EXPECT_EQ(player.Play("5a/400 6a/300 7a/300 8a/400 8b/600"), "");
    EXPECT_EQ(player.Play("1/700"), "!8b !8a") << "7a and 6a moved down, then 8b and 8a went";
    EXPECT_EQ(core.SizeOf(0), 1u);
    EXPECT_EQ(core.SizeOf(1), 3u);
    EXPECT_EQ(player.Play("9/1"), "!9") << "1000 of 1000 bytes in the last queue";
    EXPECT_EQ(player.Play("0/1001"), "!0") << "larger than any queue";
    EXPECT_EQ(player.Play("- - - - -"), "1 5a 6a 7a empty");
}

TEST(P3poDrops, ARefusedArrivalPushesNothingOut)
{
    Core::Params params = Small(0, 0, 1, 1000);
    params.limit.unit = RankLimit::BYTES;
    EXPECT_EQ(PlayOn<Core>(params, "1/600 9/100 5/500 - - -"), "!5 1 9 empty");
}

TEST(P3poCore, SurvivesBothEndsOfTheRanks)
{
    const std::string zero = "0a 0b 0c 0d - - - -";
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), zero), "0a 0b 0c 0d");
    const std::string max = std::to_string(UINT64_MAX);
    EXPECT_EQ(
        PlayOn<Core>(Small(0, 0), max + "a " + max + "b " + max + "c - " + max + "d 0 - - - -"),
        max + "a 0 " + max + "b " + max + "c " + max + "d");
}

TEST(P3poCore, RefusesParametersThatMakeNoSense)
{
    const auto message = [](auto change) -> std::string {
        Core::Params params;
        change(params);
        try
        {
            Core core(params);
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message([](auto&) {}), "accepted");
    EXPECT_EQ(message([](auto& p) { p.queues = 0; }), "Queues must be at least 1");
    EXPECT_EQ(message([](auto& p) { p.limit.value = 0; }), "QueueSize must be at least one packet");
    EXPECT_EQ(message([](auto& p) { p.lowThreshold = -0.1; }),
              "LowThreshold must lie between 0 and 1, not -0.100000");
    EXPECT_EQ(message([](auto& p) { p.highThreshold = 1.5; }),
              "HighThreshold must lie between 0 and 1, not 1.500000");
    EXPECT_EQ(message([](auto& p) { p.highThreshold = std::numeric_limits<double>::quiet_NaN(); }),
              "HighThreshold must lie between 0 and 1, not nan");
    EXPECT_EQ(message([](auto& p) { p.lowThreshold = 0.9; }),
              "LowThreshold (0.900000) must not be above HighThreshold (0.800000)");
    EXPECT_NE(message([](auto& p) {
                  p.limit.unit = RankLimit::BYTES;
                  p.compactOnOverflow = true;
              }).find("CompactOnOverflow needs a QueueSize in packets"),
              std::string::npos);
}

/** A queue of each kind of parameters that P3PO has, small enough to overflow all the time. */
std::vector<Core::Params>
ManyParams()
{
    std::vector<Core::Params> all;
    for (uint32_t queues : {1, 2, 3, 8})
    {
        for (uint64_t limit : {1, 2, 5, 17})
        {
            for (auto [low, high] : {std::pair{0., 0.}, {0., 1.}, {.25, .75}, {.8, .8}, {1., 1.}})
            {
                all.push_back(Small(low, high, queues, limit));
            }
        }
    }
    return all;
}

TEST(P3poCore, ServesInExactOrderAndLosesTheWorstOverAMillionRandomEvents)
{
    using Tested = P3poCore<uint32_t>;
    ServiceCounts counts;
    uint64_t seed = 0;
    for (Core::Params params : ManyParams())
    {
        for (Ranks ranks : ALL_RANKS)
        {
            params.eagerReset = ++seed & 1;
            Tested core(As<Tested>(params));
            ASSERT_NO_FATAL_FAILURE(CheckExactService(core,
                                                      RandomLoad(ranks, seed),
                                                      3200,
                                                      Victims::WORST_OF_QUEUED,
                                                      counts))
                << params.queues << " queues of " << params.limit.value << ", thresholds "
                << params.lowThreshold << " and " << params.highThreshold << ", seed " << seed;
        }
    }
    EXPECT_GT(counts.evicted, 10000u);
    EXPECT_GT(counts.refused, 10000u);
    EXPECT_EQ(counts.accepted, counts.served + counts.evicted);
}

TEST(P3poCore, KeepsItsPromisesInBytes)
{
    using Tested = P3poCore<uint32_t>;
    ServiceCounts counts;
    uint64_t seed = 0;
    for (Core::Params params : ManyParams())
    {
        params.limit = {params.limit.value * 40, RankLimit::BYTES};
        params.eagerReset = ++seed & 1;
        Tested core(As<Tested>(params));
        ASSERT_NO_FATAL_FAILURE(
            CheckExactService(core,
                              RandomLoad(ALL_RANKS[seed % ALL_RANKS.size()], seed, 100),
                              2000,
                              Victims::ANY,
                              counts))
            << "seed " << seed;
    }
    EXPECT_GT(counts.evicted, 1000u);
}

TEST(P3poCore, WithCompactionIsThePifoOfItsWholeCapacity)
{
    using Tested = P3poCore<uint32_t>;
    uint64_t seed = 0;
    for (Core::Params params : ManyParams())
    {
        params.compactOnOverflow = true;
        for (Ranks ranks : ALL_RANKS)
        {
            params.eagerReset = ++seed & 1;
            Tested p3po(As<Tested>(params));
            PifoCore<uint32_t> pifo({RankLimit{params.queues * params.limit.value}});
            ASSERT_NO_FATAL_FAILURE(CheckSameBehaviour(p3po, pifo, RandomLoad(ranks, seed), 2000))
                << "seed " << seed;
        }
    }
}

TEST(P3poCore, OfOneQueueIsAPifo)
{
    using Tested = P3poCore<uint32_t>;
    for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
    {
        for (auto mode : {Core::STABLE, Core::PAPER_LE})
        {
            Core::Params params;
            params.queues = 1;
            params.limit = {300, unit};
            params.tieMode = mode;
            Tested p3po(As<Tested>(params));
            PifoCore<uint32_t> pifo({params.limit});
            ASSERT_NO_FATAL_FAILURE(
                CheckSameBehaviour(p3po, pifo, RandomLoad(Ranks::FEW, mode, 100), 50000));
        }
    }
}

TEST(P3poCore, TheLiteralRuleNeverInvertsRanks)
{
    for (uint32_t limit : {1, 2, 5})
    {
        Core::Params params = Small(0, 0, 3, limit);
        params.tieMode = Core::PAPER_LE;
        P3poCore<uint32_t> core(As<P3poCore<uint32_t>>(params));
        RandomLoad load(Ranks::FEW, limit);
        std::multiset<uint64_t> queued;
        uint64_t lost = 0;
        for (int event = 0; event < 30000; ++event)
        {
            if (load.NextIsArrival())
            {
                const auto arrival = load.NextArrival();
                const auto verdict = core.Push(arrival);
                if (verdict.IsAccepted())
                {
                    queued.insert(arrival.rank);
                }
                for (std::size_t i = 0; i < verdict.nEvicted; ++i)
                {
                    ASSERT_EQ(verdict.evicted[i].key.rank, *queued.rbegin());
                    queued.erase(queued.find(verdict.evicted[i].key.rank));
                    ++lost;
                }
            }
            else if (const auto served = core.Pop())
            {
                ASSERT_EQ(served->key.rank, *queued.begin());
                queued.erase(queued.begin());
            }
        }
        EXPECT_GT(lost, 100u);
    }
}

/** The rules once more, over lists, with every comparison made and counted. */
class NaiveP3po
{
  public:
    explicit NaiveP3po(const Core::Params& params)
        : m_params(params),
          m_queues(params.queues),
          m_bounds(params.queues)
    {
    }

    std::vector<NaivePacket> Push(const NaivePacket& p)
    {
        if (m_params.limit.Need(p.size) > m_params.limit.value)
        {
            return {p};
        }
        const std::vector<NaiveQueue> before = m_queues;
        std::size_t i = 0;
        for (; i + 1 < m_queues.size(); ++i)
        {
            ++cost.boundTests;
            if (!m_bounds[i] || p.rank < m_bounds[i]->rank ||
                (m_params.tieMode == Core::PAPER_LE && p.rank == m_bounds[i]->rank))
            {
                break;
            }
        }
        cost.scan += m_queues[i].Insert(p);
        std::vector<NaivePacket> lost;
        for (; i < m_queues.size() && IsOver(m_queues[i]); ++i)
        {
            while (IsOver(m_queues[i]))
            {
                const NaivePacket worst = m_queues[i].TakeLast();
                if (i + 1 == m_queues.size())
                {
                    lost.push_back(worst);
                }
                else
                {
                    ++cost.cascades;
                    cost.cascadeScan += m_queues[i + 1].Insert(worst);
                }
            }
            m_bounds[i] = m_queues[i].packets.back();
        }
        if (Contains(lost, p.handle))
        {
            m_queues = before;
            return {p};
        }
        return lost;
    }

    bool Pop(NaivePacket& served)
    {
        std::size_t first = 0;
        while (first < m_queues.size() && m_queues[first].packets.empty())
        {
            ++first;
        }
        if (first == m_queues.size())
        {
            return false;
        }
        served = m_queues[first].TakeFirst();
        const uint64_t whole = m_params.limit.value * 100;
        const auto low = static_cast<uint64_t>(m_params.lowThreshold * 100 + 0.5);
        const auto high = static_cast<uint64_t>(m_params.highThreshold * 100 + 0.5);
        for (std::size_t i = 0; i + 1 < m_queues.size(); ++i)
        {
            auto& next = m_queues[i + 1].packets;
            if (Load(i) * 10000 > low * whole)
            {
                continue;
            }
            while (Load(i) * 10000 < high * whole && !next.empty() &&
                   Load(i) + m_params.limit.Need(next.front().size) <= m_params.limit.value)
            {
                m_bounds[i] = next.front();
                m_queues[i].Insert(m_queues[i + 1].TakeFirst()); // at the end, nothing to compare
                ++cost.promotions;
            }
        }
        bool nothingBehind = true;
        for (std::size_t i = m_queues.size(); i-- > 0;)
        {
            if (nothingBehind && (m_params.eagerReset || m_queues[i].packets.empty()))
            {
                m_resettable.push_back(i);
            }
            nothingBehind = nothingBehind && m_queues[i].packets.empty();
        }
        if (m_params.eagerReset || nothingBehind)
        {
            for (std::size_t i : m_resettable)
            {
                m_bounds[i].reset();
            }
        }
        m_resettable.clear();
        return true;
    }

    ComparisonCost cost; //!< comparisons made

  private:
    uint64_t Load(std::size_t i) const
    {
        return m_queues[i].Load(m_params.limit.unit);
    }

    bool IsOver(const NaiveQueue& queue) const
    {
        return queue.Load(m_params.limit.unit) > m_params.limit.value;
    }

    Core::Params m_params;                            //!< the parameters
    std::vector<NaiveQueue> m_queues;                 //!< the packets
    std::vector<std::optional<NaivePacket>> m_bounds; //!< none: takes everything
    std::vector<std::size_t> m_resettable;            //!< scratch of Pop()
};

TEST(P3poCore, MatchesANaiveModelIncludingEveryComparison)
{
    using Tested = P3poCore<uint32_t, SwitchedCost>;
    ComparisonCost total;
    uint64_t seed = 0;
    for (Core::Params params : ManyParams())
    {
        for (auto mode : {Core::STABLE, Core::PAPER_LE})
        {
            for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
            {
                ++seed;
                Core::Params varied = params;
                varied.tieMode = mode;
                varied.eagerReset = seed / 4 & 1;
                varied.limit = {params.limit.value * (unit == RankLimit::BYTES ? 40 : 1), unit};
                Tested core(As<Tested>(varied), SwitchedCost(true));
                NaiveP3po model(varied);
                ASSERT_NO_FATAL_FAILURE(
                    CheckAgainstModel(core,
                                      model,
                                      RandomLoad(ALL_RANKS[seed % ALL_RANKS.size()], seed, 100),
                                      600))
                    << "seed " << seed;
                total.cascadeScan += model.cost.cascadeScan;
                total.promotions += model.cost.promotions;
            }
        }
    }
    EXPECT_GT(total.cascadeScan, 1000u);
    EXPECT_GT(total.promotions, 1000u);
}

} // namespace
