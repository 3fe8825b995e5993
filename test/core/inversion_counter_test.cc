/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inversion-counter.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace schedlab;

namespace inversion_counter_test
{

TEST(InversionCounter, CountsPairsAndMagnitude)
{
    InversionCounter counter(3, 10);
    counter.Enter({5, 0});
    counter.Enter({5, 1});
    counter.Enter({25, 2});
    counter.Enter({1000, 3});
    auto inversion = counter.Serve({1000, 3});
    EXPECT_EQ(inversion.pairs, 3u);
    EXPECT_EQ(inversion.magnitude, 995u);
    inversion = counter.Serve({5, 1}); // an equal rank is not smaller
    EXPECT_EQ(inversion.pairs, 0u);
    EXPECT_EQ(inversion.magnitude, 0u);
    counter.Lose({5, 0});
    EXPECT_EQ(counter.Serve({25, 2}).pairs, 0u);
    EXPECT_EQ(counter.Size(), 0u);
    EXPECT_EQ(counter.GetTotals().served, 3u);
    EXPECT_EQ(counter.GetTotals().inversions, 1u);
    EXPECT_EQ(counter.GetTotals().maxMagnitude, 995u);
    const auto& bins = counter.GetHistogram();
    EXPECT_EQ(bins[0].served, 1u);
    EXPECT_EQ(bins[1].served, 0u);
    EXPECT_EQ(bins[2].served, 2u);
    EXPECT_EQ(bins[2].inversions, 1u);
    EXPECT_EQ(bins[2].pairs, 3u);
}

TEST(InversionCounter, MagnitudesDoNotWrap)
{
    InversionCounter counter;
    for (uint64_t seq = 0; seq < 4; seq += 2)
    {
        counter.Enter({0, seq});
        counter.Enter({UINT64_MAX, seq + 1});
        EXPECT_EQ(counter.Serve({UINT64_MAX, seq + 1}).magnitude, UINT64_MAX);
    }
    EXPECT_EQ(counter.GetTotals().magnitude, UINT64_MAX);
    EXPECT_TRUE(counter.GetHistogram().empty());
}

TEST(InversionCounter, MatchesCountingOneByOne)
{
    InversionCounter counter(50);
    std::vector<RankKey> queue;
    uint64_t pairs = 0;
    uint64_t inversions = 0;
    std::mt19937 random(3);
    for (uint64_t seq = 0; seq < 200000; ++seq)
    {
        const bool add = queue.empty() || random() % (queue.size() < 60 ? 3 : 2) > 0;
        if (add)
        {
            queue.push_back({random() % 50, seq});
            counter.Enter(queue.back());
            continue;
        }
        const auto leaving = queue.begin() + random() % queue.size();
        const RankKey key = *leaving;
        queue.erase(leaving);
        if (random() % 5 == 0)
        {
            counter.Lose(key);
            continue;
        }
        const uint64_t below = std::count_if(queue.begin(), queue.end(), [&](const RankKey& k) {
            return k.rank < key.rank;
        });
        ASSERT_EQ(counter.Serve(key).pairs, below);
        pairs += below;
        inversions += below > 0;
    }
    EXPECT_EQ(counter.GetTotals().pairs, pairs);
    EXPECT_EQ(counter.GetTotals().inversions, inversions);
    uint64_t binned = 0;
    for (const auto& bin : counter.GetHistogram())
    {
        binned += bin.pairs;
    }
    EXPECT_EQ(binned, pairs);
}

TEST(InversionCounter, RefusesBinsOfNoWidth)
{
    EXPECT_THROW(InversionCounter(10, 0), std::invalid_argument);
}

} // namespace inversion_counter_test
