/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "interval-heap.h"
#include "rank-entry.h"

#include <gtest/gtest.h>
#include <iterator>
#include <random>
#include <set>

using namespace schedlab;

namespace
{

using Entry = RankEntry<uint32_t>;

Entry
MakeEntry(uint64_t rank, uint32_t seq)
{
    return Entry{{rank, seq}, 1, 0, seq};
}

TEST(IntervalHeap, MatchesAMultisetAtBothEnds)
{
    std::mt19937_64 random(1);
    for (unsigned target : {1u, 2u, 3u, 5u, 30u, 500u})
    {
        IntervalHeap<Entry> heap;
        std::multiset<RankKey> oracle;
        for (uint32_t seq = 0; seq < 100000; ++seq)
        {
            // Drifts around the target size, through empty for the small ones.
            if (random() % (2 * target) >= oracle.size())
            {
                const Entry entry = MakeEntry(random() % (target + 2), seq);
                heap.Insert(entry);
                oracle.insert(entry.key);
            }
            else if (random() & 1)
            {
                const Entry entry = heap.PopMin();
                ASSERT_EQ(entry.key, *oracle.begin());
                ASSERT_EQ(entry.handle, entry.key.seq);
                oracle.erase(oracle.begin());
            }
            else
            {
                const Entry entry = heap.PopMax();
                ASSERT_EQ(entry.key, *oracle.rbegin());
                ASSERT_EQ(entry.handle, entry.key.seq);
                oracle.erase(std::prev(oracle.end()));
            }
            ASSERT_EQ(heap.Size(), oracle.size());
            ASSERT_EQ(heap.IsEmpty(), oracle.empty());
            if (!oracle.empty())
            {
                ASSERT_EQ(heap.Min().key, *oracle.begin());
                ASSERT_EQ(heap.Max().key, *oracle.rbegin());
            }
        }
    }
}

TEST(IntervalHeap, SortsEveryArrangementOfSevenFromEitherEnd)
{
    std::vector<uint64_t> order{0, 1, 2, 3, 4, 5, 6};
    do
    {
        for (unsigned ends = 0; ends < 128; ends += 9)
        {
            IntervalHeap<Entry> heap;
            for (uint64_t rank : order)
            {
                heap.Insert(MakeEntry(rank, 0));
            }
            uint64_t low = 0;
            uint64_t high = 6;
            for (unsigned i = 0; i < 7; ++i)
            {
                if (ends >> i & 1)
                {
                    ASSERT_EQ(heap.PopMax().key.rank, high--);
                }
                else
                {
                    ASSERT_EQ(heap.PopMin().key.rank, low++);
                }
            }
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(IntervalHeap, ClearEmptiesItForReuse)
{
    IntervalHeap<Entry> heap;
    heap.Reserve(4);
    heap.Insert(MakeEntry(5, 0));
    heap.Insert(MakeEntry(UINT64_MAX, 1));
    heap.Clear();
    EXPECT_TRUE(heap.IsEmpty());
    heap.Insert(MakeEntry(0, 2));
    EXPECT_EQ(heap.Max().key.rank, 0u);
    EXPECT_EQ(heap.PopMax().key.seq, 2u);
}

} // namespace
