/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sorted-blocks.h"

#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <set>

using namespace schedlab;

namespace sorted_blocks_test
{

using Entry = RankEntry<uint32_t>;

Entry
MakeEntry(uint64_t rank, uint32_t seq)
{
    return Entry{{rank, seq}, 1, 0, seq};
}

/** How the ranks of a run go. */
enum class Drift
{
    NONE,
    UP,
    DOWN
};

TEST(SortedBlocks, MatchesAMultisetAtBothEnds)
{
    std::mt19937_64 random(1);
    for (unsigned target : {1u, 2u, 20u, 33u, 100u, 2000u})
    {
        SortedBlocks<Entry> queue;
        std::multiset<RankKey> oracle;
        for (uint32_t seq = 0; seq < 60000; ++seq)
        {
            const auto drift = static_cast<Drift>(seq / 4000 % 3);
            // Drifts around the target size, through empty for the small ones.
            if (random() % (2 * target) >= oracle.size())
            {
                uint64_t rank = random() % (target + 2);
                rank = drift == Drift::UP ? 1000 + seq + rank : rank;
                rank = drift == Drift::DOWN ? 1000000 - seq : rank;
                const Entry entry = MakeEntry(rank, seq);
                queue.Insert(entry);
                oracle.insert(entry.key);
            }
            else if (random() % 3)
            {
                const Entry entry = queue.PopMin();
                ASSERT_EQ(entry.key, *oracle.begin());
                ASSERT_EQ(entry.handle, entry.key.seq);
                oracle.erase(oracle.begin());
            }
            else
            {
                const Entry entry = queue.PopMax();
                ASSERT_EQ(entry.key, *oracle.rbegin());
                ASSERT_EQ(entry.handle, entry.key.seq);
                oracle.erase(std::prev(oracle.end()));
            }
            ASSERT_EQ(queue.Size(), oracle.size());
            ASSERT_EQ(queue.IsEmpty(), oracle.empty());
            if (!oracle.empty())
            {
                ASSERT_EQ(queue.Min().key, *oracle.begin());
                ASSERT_EQ(queue.Max().key, *oracle.rbegin());
            }
        }
    }
}

TEST(SortedBlocks, RemovesFromAnywhere)
{
    std::mt19937_64 random(2);
    for (unsigned target : {1u, 31u, 33u, 500u})
    {
        SortedBlocks<Entry> queue;
        std::set<RankKey> oracle;
        for (uint32_t seq = 0; seq < 30000; ++seq)
        {
            // Few ranks make long runs of equal ones; the largest is that of what is not there.
            const uint64_t rank = random() % 8 ? random() % (target / 8 + 2) : UINT64_MAX;
            if (random() % (2 * target) >= oracle.size())
            {
                queue.Insert(MakeEntry(rank, seq));
                oracle.insert({rank, seq});
            }
            else if (random() % 4)
            {
                auto wanted = oracle.lower_bound({rank, random() % (seq + 1)});
                wanted = wanted == oracle.end() ? oracle.begin() : wanted;
                const Entry entry = queue.Remove(*wanted);
                ASSERT_EQ(entry.key, *wanted);
                ASSERT_EQ(entry.handle, entry.key.seq);
                oracle.erase(wanted);
            }
            else
            {
                ASSERT_EQ(queue.PopMin().key, *oracle.begin());
                oracle.erase(oracle.begin());
            }
            ASSERT_EQ(queue.Size(), oracle.size());
            if (!oracle.empty())
            {
                ASSERT_EQ(queue.Min().key, *oracle.begin());
                ASSERT_EQ(queue.Max().key, *oracle.rbegin());
            }
        }
    }
}

TEST(SortedBlocks, SortsWhatComesInAnyDirection)
{
    constexpr uint32_t N = 1000;
    for (uint32_t step : {1u, N - 1, 7u, 501u})
    {
        SortedBlocks<Entry> queue;
        for (uint32_t i = 0; i < N; ++i)
        {
            queue.Insert(MakeEntry(uint64_t{i} * step % N, i));
        }
        for (uint32_t rank = 0; rank < N / 2; ++rank)
        {
            ASSERT_EQ(queue.PopMin().key.rank, rank);
            ASSERT_EQ(queue.PopMax().key.rank, N - 1 - rank);
        }
        ASSERT_TRUE(queue.IsEmpty());
    }
}

TEST(SortedBlocks, PutsALateInsertionBeforeNewerEntriesOfItsRank)
{
    // A packet moved from another queue is older than some of its rank, here of many blocks.
    for (uint32_t late : {0u, 1u, 31u, 32u, 33u, 500u, 998u, 999u})
    {
        SortedBlocks<Entry> queue;
        for (uint32_t seq = 0; seq < 1000; ++seq)
        {
            if (seq != late)
            {
                queue.Insert(MakeEntry(7, seq));
            }
        }
        queue.Insert(MakeEntry(7, late));
        for (uint32_t seq = 0; seq < 1000; ++seq)
        {
            ASSERT_EQ(queue.PopMin().key.seq, seq);
        }
        ASSERT_TRUE(queue.IsEmpty());
    }
}

TEST(SortedBlocks, HoldsTheExtremesOfARank)
{
    SortedBlocks<Entry> queue;
    for (uint32_t seq = 0; seq < 200; ++seq)
    {
        queue.Insert(MakeEntry(seq % 2 ? UINT64_MAX : 0, seq));
    }
    for (uint32_t i = 0; i < 100; ++i)
    {
        ASSERT_EQ(queue.PopMin().key.seq, 2 * i);
        ASSERT_EQ(queue.PopMax().key.seq, 199 - 2 * i);
    }
    EXPECT_TRUE(queue.IsEmpty());
}

} // namespace sorted_blocks_test
