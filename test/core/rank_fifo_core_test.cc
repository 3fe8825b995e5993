/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "naive_fifo.h"
#include "rank-fifo-core.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace rank_fifo_core_test
{

struct TakeAll
{
    bool operator()(uint64_t, uint64_t, uint64_t) const
    {
        return true;
    }
};

void
ExpectPlainFifo(const RankLimit& limit, const RandomOperations& operations)
{
    RankFifoCore<int64_t> core({limit});
    NaiveFifo<TakeAll> oracle(limit, TakeAll());
    const auto refused = ExpectSameBehaviour(core, oracle, operations);
    EXPECT_GT(refused[std::size_t(Refusal::FULL)], 0u);
    EXPECT_EQ(refused[std::size_t(Refusal::ADMISSION)], 0u);
}

TEST(RankFifoCore, MatchesAQueueOverAMillionRandomOperations)
{
    for (unsigned limit : {1u, 2u, 64u, 1088u})
    {
        ExpectPlainFifo({limit}, {250000, limit, 100});
    }
    ExpectPlainFifo({5000, RankLimit::BYTES}, {100000, 7, 100, 1500});
}

TEST(RankFifoCore, ServesInOrderOfArrivalWhateverTheRanks)
{
    RankFifoCore<int> core({RankLimit{4}});
    for (uint64_t rank : {UINT64_MAX, uint64_t(0), uint64_t(5), UINT64_MAX})
    {
        ASSERT_TRUE(core.Push({int(core.Size()), rank}).IsAccepted());
    }
    EXPECT_EQ(core.Push({4, 0}).refusal, Refusal::FULL);
    for (int i = 0; i < 4; ++i)
    {
        ASSERT_EQ(core.Peek()->handle, i);
        ASSERT_EQ(core.Pop()->handle, i);
    }
    EXPECT_EQ(core.Peek(), nullptr);
    EXPECT_FALSE(core.Pop());
}

TEST(RankFifoCore, KeepsOrderWhileItsRingGrowsAndWrapsRound)
{
    RankFifoCore<int> core({RankLimit{100000}});
    int pushed = 0;
    int popped = 0;
    for (int round = 1; round < 200; ++round)
    {
        for (int i = 0; i < 3 * round; ++i)
        {
            ASSERT_TRUE(core.Push({pushed++, 0}).IsAccepted());
        }
        for (int i = 0; i < round; ++i)
        {
            ASSERT_EQ(core.Pop()->handle, popped++);
        }
    }
}

TEST(RankFifoCore, LimitMayChangeAndChangeUnit)
{
    RankFifoCore<int> core({RankLimit{3}});
    for (int i = 0; i < 3; ++i)
    {
        ASSERT_TRUE(core.Push({i, 0, 100}).IsAccepted());
    }
    core.SetLimit({1});
    EXPECT_EQ(core.Push({3, 0, 100}).refusal, Refusal::FULL);
    EXPECT_EQ(core.Size(), 3u);
    core.SetLimit({400, RankLimit::BYTES});
    EXPECT_EQ(core.Push({4, 0, 101}).refusal, Refusal::FULL);
    EXPECT_TRUE(core.Push({5, 0, 100}).IsAccepted());
    EXPECT_THROW(core.SetLimit({0}), std::invalid_argument);
}

TEST(RankFifoCore, RefusesALimitOfZero)
{
    EXPECT_THROW(RankFifoCore<int>({RankLimit{0}}), std::invalid_argument);
    EXPECT_THROW(RankFifoCore<int>({RankLimit{0, RankLimit::BYTES}}), std::invalid_argument);
}

} // namespace rank_fifo_core_test
