/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exact_service.h"
#include "naive_queue.h"
#include "pifo-core.h"
#include "ppqa-core.h"
#include "trace_player.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace ppqa_core_test
{

using Core = PpqaCore<int>;
using Player = TracePlayer<Core>;

template <typename Tested = Core>
typename Tested::Params
Small(uint32_t queues, RankLimit limit, bool dropArriving = false)
{
    typename Tested::Params params;
    params.queues = queues;
    params.limit = limit;
    params.dropPolicy = dropArriving ? Tested::DROP_ARRIVING : Tested::PUSH_OUT;
    return params;
}

TEST(PpqaPins, AFlowStaysWhereItHasPackets)
{
    Core core(Small(2, {4}));
    Player player(core);
    player.Play("5@1 6@1 1@2 7@1");
    EXPECT_EQ(core.SizeOf(0), 3u) << "flow 1 stays, however full its queue is";
    EXPECT_EQ(core.SizeOf(1), 1u);
    EXPECT_EQ(core.QueueOf(1), 0u);
    EXPECT_EQ(core.QueueOf(2), 1u);
    EXPECT_EQ(core.QueueOf(3), std::nullopt);
    EXPECT_EQ(player.Play("- - - -"), "1 5 6 7");
}

TEST(PpqaPins, AFlowIsFreeAgainWhenItsLastPacketLeaves)
{
    Core core(Small(2, {4}));
    Player player(core);
    EXPECT_EQ(player.Play("1@1 5@2 -"), "1");
    EXPECT_EQ(core.QueueOf(1), std::nullopt);
    player.Play("6@2 7@1 8@3 9@1");
    EXPECT_EQ(core.QueueOf(1), 0u);
    EXPECT_EQ(core.QueueOf(3), 0u) << "one packet against two";
    EXPECT_EQ(core.SizeOf(0), 3u);
}

TEST(PpqaPins, APushOutMayFreeAnotherFlow)
{
    Core core(Small(1, {2}));
    Player player(core);
    EXPECT_EQ(player.Play("5@1 9@2 6@1"), "!9");
    EXPECT_EQ(core.QueueOf(2), std::nullopt);
    EXPECT_EQ(player.Play("1@1 0@1"), "!6 !5");
    EXPECT_EQ(core.QueueOf(1), 0u);
    EXPECT_EQ(player.Play("- -"), "0 1");
    EXPECT_EQ(core.QueueOf(1), std::nullopt);
}

TEST(PpqaPins, ARefusedFirstPacketPinsNothing)
{
    Core core(Small(1, {2}));
    EXPECT_EQ(Player(core).Play("1@1 2@1 3@2"), "!3");
    EXPECT_EQ(core.QueueOf(2), std::nullopt);
}

TEST(PpqaPlacement, TheLeastFilledQueueTakesANewFlow)
{
    Core core(Small(3, {4}));
    Player player(core);
    player.Play("1@1 1@1 1@2 1@2 1@3");
    player.Play("1@4");
    EXPECT_EQ(core.QueueOf(4), 2u);
}

TEST(PpqaPlacement, AmongEquallyFilledTheWorstTailThenTheFirst)
{
    Core core(Small(3, {4}));
    Player player(core);
    player.Play("5@1 9@2 7@3 1@4");
    EXPECT_EQ(core.QueueOf(4), 1u) << "the queue whose last rank is 9";
    player.Play("7@5");
    EXPECT_EQ(core.QueueOf(5), 2u) << "7 against 5";
    Core equal(Small(3, {4}));
    Player other(equal);
    other.Play("5@1 5@2 5@3 5@4");
    EXPECT_EQ(equal.QueueOf(4), 0u);
}

TEST(PpqaPlacement, FillIsInTheUnitOfTheLimit)
{
    const std::string trace = "1@1/900 2@2/100 3@2/100 4@3/100";
    Core bytes(Small(2, {1000, RankLimit::BYTES}));
    Player(bytes).Play(trace);
    EXPECT_EQ(bytes.QueueOf(3), 1u) << "200 bytes against 900";
    Core packets(Small(2, {1000}));
    Player(packets).Play(trace);
    EXPECT_EQ(packets.QueueOf(3), 0u) << "one packet against two";
}

TEST(PpqaDrops, OneFlowGetsOneQueueOnly)
{
    EXPECT_EQ(PlayOn<Core>(Small(2, {2}), "1@1 2@1 3@1"), "!3");
    EXPECT_EQ(PlayOn<Core>(Small(2, {2}), "2@1 3@1 1@1 - -"), "!3 1 2");
    EXPECT_EQ(PlayOn<Core>(Small(2, {2}, true), "2@1 3@1 1@1 - -"), "!1 2 3");
}

TEST(PpqaDrops, TheVictimIsTheWorstOfTheFlowsQueueAndTheNewestOfEquals)
{
    EXPECT_EQ(PlayOn<Core>(Small(2, {2}), "5a@1 9@2 5b@1 4@1 4b@1 5c@1 - - -"),
              "!5b !5a !5c 4 4b 9");
}

TEST(PpqaDrops, BytesPushOutSeveral)
{
    const RankLimit limit{1000, RankLimit::BYTES};
    EXPECT_EQ(PlayOn<Core>(Small(1, limit), "5@1/400 6@1/300 7@2/300 1@1/500 - -"), "!7 !6 1 5");
    EXPECT_EQ(PlayOn<Core>(Small(1, limit), "1@1/600 9@2/100 5@1/500 - -"), "!5 1 9");
    EXPECT_EQ(PlayOn<Core>(Small(1, limit, true), "5@1/400 6@1/300 1@1/500 - -"), "!1 5 6");
    EXPECT_EQ(PlayOn<Core>(Small(1, limit), "1@1/1001"), "!1");
}

TEST(PpqaService, EqualHeadsLeaveInOrderOfArrival)
{
    EXPECT_EQ(PlayOn<Core>(Small(3, {4}), "1a@1 1b@2 1c@3 1d@1 1e@2 - - - - -"), "1a 1b 1c 1d 1e");
}

TEST(PpqaService, SurvivesBothEndsOfTheRanks)
{
    const std::string max = std::to_string(UINT64_MAX);
    EXPECT_EQ(PlayOn<Core>(Small(2, {1}), max + "@1 0@2 " + max + "b@1 " + max + "c@3 0d@4 - - -"),
              "!" + max + "b !" + max + "c !" + max + " 0 0d empty");
}

TEST(PpqaCore, RefusesParametersThatMakeNoSense)
{
    EXPECT_THROW(Core(Small(0, {2})), std::invalid_argument);
    EXPECT_THROW(Core(Small(2, {0})), std::invalid_argument);
    EXPECT_THROW(Core(Small(2, {0, RankLimit::BYTES})), std::invalid_argument);
}

TEST(PpqaCore, ServesInExactOrderOverAMillionRandomEvents)
{
    using Tested = PpqaCore<uint32_t>;
    ServiceCounts counts;
    uint64_t seed = 0;
    for (uint32_t queues : {1, 2, 3, 8})
    {
        for (RankLimit limit : {RankLimit{1},
                                RankLimit{4},
                                RankLimit{30},
                                RankLimit{99, RankLimit::BYTES},
                                RankLimit{500, RankLimit::BYTES}})
        {
            for (Ranks ranks : ALL_RANKS)
            {
                ++seed;
                Tested core(Small<Tested>(queues, limit, seed & 1));
                const RandomLoad load(ranks, seed, 100, 1 + seed % 13);
                ASSERT_NO_FATAL_FAILURE(CheckExactService(core, load, 13000, Victims::ANY, counts))
                    << "seed " << seed;
            }
        }
    }
    EXPECT_GT(counts.evicted, 10000u);
    EXPECT_GT(counts.refused, 10000u);
    EXPECT_EQ(counts.accepted, counts.served + counts.evicted);
}

TEST(PpqaCore, OfOneQueueIsAPifo)
{
    using Tested = PpqaCore<uint32_t>;
    for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
    {
        Tested ppqa(Small<Tested>(1, {300, unit}));
        PifoCore<uint32_t> pifo({RankLimit{300, unit}});
        ASSERT_NO_FATAL_FAILURE(
            CheckSameBehaviour(ppqa, pifo, RandomLoad(Ranks::FEW, unit, 100), 50000));
    }
}

TEST(PpqaCore, TheFlowTableIsBoundedByTheFlowsQueued)
{
    PpqaCore<uint32_t> core(Small<PpqaCore<uint32_t>>(4, {25}));
    for (uint32_t flow = 0; flow < 200000; ++flow)
    {
        if (core.Size() == 100)
        {
            core.Pop();
        }
        core.Push({flow, flow, 1, flow});
    }
    EXPECT_LE(core.FlowSlots(), 1024u) << "never more than 100 flows have packets queued";
}

/** The rules once more: a flow's queue is found by looking for its packets. */
class NaivePpqa
{
  public:
    NaivePpqa(uint32_t queues, RankLimit limit, bool dropArriving)
        : m_queues(queues),
          m_limit(limit),
          m_dropArriving(dropArriving)
    {
    }

    std::vector<NaivePacket> Push(const NaivePacket& p)
    {
        if (m_limit.Need(p.size) > m_limit.value)
        {
            return {p};
        }
        NaiveQueue& queue = QueueFor(p.flow);
        if (m_dropArriving && queue.Load(m_limit.unit) + m_limit.Need(p.size) > m_limit.value)
        {
            return {p};
        }
        const NaiveQueue before = queue;
        cost.scan += queue.Insert(p);
        std::vector<NaivePacket> lost;
        while (queue.Load(m_limit.unit) > m_limit.value)
        {
            lost.push_back(queue.TakeLast());
        }
        if (Contains(lost, p.handle))
        {
            queue = before;
            return {p};
        }
        return lost;
    }

    bool Pop(NaivePacket& served)
    {
        NaiveQueue* best = nullptr;
        for (NaiveQueue& queue : m_queues)
        {
            if (queue.packets.empty())
            {
                continue;
            }
            cost.headTests += best ? 1 : 0;
            if (!best || GoesBefore(queue.packets.front(), best->packets.front()))
            {
                best = &queue;
            }
        }
        if (!best)
        {
            return false;
        }
        served = best->TakeFirst();
        return true;
    }

    ComparisonCost cost; //!< comparisons made

  private:
    NaiveQueue& QueueFor(uint32_t flow)
    {
        for (NaiveQueue& queue : m_queues)
        {
            for (const NaivePacket& p : queue.packets)
            {
                if (p.flow == flow)
                {
                    return queue;
                }
            }
        }
        NaiveQueue* best = nullptr;
        for (NaiveQueue& queue : m_queues)
        {
            ++cost.occupancyTests;
            const uint64_t load = queue.Load(m_limit.unit);
            const uint64_t least = best ? best->Load(m_limit.unit) : UINT64_MAX;
            bool better = load < least;
            if (load == least && load > 0)
            {
                ++cost.boundTests;
                better = queue.packets.back().rank > best->packets.back().rank;
            }
            best = better ? &queue : best;
        }
        return *best;
    }

    std::vector<NaiveQueue> m_queues; //!< the packets
    RankLimit m_limit;                //!< of each queue
    bool m_dropArriving;              //!< policy of a full queue
};

TEST(PpqaCore, MatchesANaiveModelIncludingEveryComparison)
{
    using Tested = PpqaCore<uint32_t, SwitchedCost>;
    ComparisonCost total;
    uint64_t seed = 0;
    for (uint32_t queues : {1, 2, 3, 8})
    {
        for (RankLimit limit : {RankLimit{1},
                                RankLimit{4},
                                RankLimit{99, RankLimit::BYTES},
                                RankLimit{400, RankLimit::BYTES}})
        {
            for (Ranks ranks : ALL_RANKS)
            {
                for (bool dropArriving : {false, true})
                {
                    ++seed;
                    Tested core(Small<Tested>(queues, limit, dropArriving), SwitchedCost(true));
                    NaivePpqa model(queues, limit, dropArriving);
                    const RandomLoad load(ranks, seed, 60, 1 + seed % 13);
                    ASSERT_NO_FATAL_FAILURE(CheckAgainstModel(core, model, load, 1500))
                        << "seed " << seed;
                    total.boundTests += model.cost.boundTests;
                    total.headTests += model.cost.headTests;
                }
            }
        }
    }
    EXPECT_GT(total.boundTests, 1000u);
    EXPECT_GT(total.headTests, 1000u);
}

} // namespace ppqa_core_test
