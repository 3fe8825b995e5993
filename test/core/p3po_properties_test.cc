/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exact_service.h"
#include "p3po-core.h"
#include "p3po_params.h"
#include "pifo-core.h"

#include <gtest/gtest.h>
#include <set>

using namespace schedlab;
using namespace schedlab::test;

namespace p3po_properties_test
{

using Tested = P3poCore<uint32_t>;

TEST(P3poCore, ServesInExactOrderAndLosesTheWorstOverAMillionRandomEvents)
{
    ServiceCounts counts;
    uint64_t seed = 0;
    for (P3poParams params : ManyParams())
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
    ServiceCounts counts;
    uint64_t seed = 0;
    for (P3poParams params : ManyParams())
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
    uint64_t seed = 0;
    for (P3poParams params : ManyParams())
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
    for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
    {
        for (auto mode : {P3poCore<int>::STABLE, P3poCore<int>::PAPER_LE})
        {
            P3poParams params;
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
        P3poParams params = Small(0, 0, 3, limit);
        params.tieMode = P3poCore<int>::PAPER_LE;
        Tested core(As<Tested>(params));
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

} // namespace p3po_properties_test
