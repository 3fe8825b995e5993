/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "radix-heap.h"

#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

using namespace schedlab;

namespace radix_heap_test
{

using Entry = std::pair<uint64_t, uint64_t>;

struct EntryOrder
{
    static uint64_t Key(const Entry& entry)
    {
        return entry.first;
    }

    static uint64_t Tie(const Entry& entry)
    {
        return entry.second;
    }
};

using Heap = RadixHeap<Entry, EntryOrder>;

/** How a random workload behaves. */
struct Mix
{
    const char* name;
    uint64_t span;     //!< keys lie up to this far beyond the last one removed
    unsigned peeks;    //!< chance of a look at the top after an operation, percent
    unsigned removes;  //!< chance that an operation takes a random entry out, percent
    bool shuffledTies; //!< tie-breakers are not in order of insertion
    bool anyKey;       //!< keys may also lie below the last one removed
};

class RadixHeapMix : public testing::TestWithParam<Mix>
{
};

TEST_P(RadixHeapMix, MatchesAnOrderedSet)
{
    const Mix mix = GetParam();
    Heap heap;
    std::set<Entry> oracle;
    std::mt19937_64 random(mix.span + mix.peeks);
    uint64_t last = 0;
    uint64_t nextTie = 0;
    for (int i = 0; i < 300000; ++i)
    {
        const unsigned what = random() % 100;
        const bool grow = (i / 5000) % 2 == 0; // to about a thousand entries and down to none
        if (what < mix.removes && !oracle.empty())
        {
            auto victim = oracle.lower_bound({last + random() % (mix.span + 1), 0});
            victim = victim == oracle.end() ? oracle.begin() : victim;
            ASSERT_TRUE(heap.Remove(*victim));
            ASSERT_FALSE(heap.Remove(*victim));
            oracle.erase(victim);
        }
        else if (random() % 100 < (grow ? 60 : 40))
        {
            const uint64_t tie = mix.shuffledTies ? (++nextTie * 0x9e3779b97f4a7c15) : ++nextTie;
            const uint64_t from = mix.anyKey ? last / 2 : last;
            const Entry entry{from + random() % (mix.span + 1), tie};
            heap.Push(entry);
            oracle.insert(entry);
        }
        else if (!oracle.empty())
        {
            ASSERT_EQ(heap.Pop(), *oracle.begin());
            last = oracle.begin()->first;
            oracle.erase(oracle.begin());
        }
        ASSERT_EQ(heap.Size(), oracle.size());
        ASSERT_EQ(heap.IsEmpty(), oracle.empty());
        if (random() % 100 < mix.peeks && !oracle.empty())
        {
            ASSERT_EQ(heap.Top(), *oracle.begin());
        }
    }
    while (!oracle.empty())
    {
        ASSERT_EQ(heap.Pop(), *oracle.begin());
        oracle.erase(oracle.begin());
    }
    EXPECT_TRUE(heap.IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(RadixHeap,
                         RadixHeapMix,
                         testing::Values(Mix{"ManyTies", 3, 0, 0, false, false},
                                         Mix{"OneKey", 0, 10, 5, true, false},
                                         Mix{"NearKeys", 200, 30, 2, false, false},
                                         Mix{"FarKeys", 1u << 30, 50, 2, false, false},
                                         Mix{"ShuffledTies", 20, 20, 5, true, false},
                                         Mix{"KeysBelowTheLast", 5000, 50, 5, true, true}),
                         [](const auto& info) { return info.param.name; });

TEST(RadixHeap, TakesAnEntryBelowOneThatWasLookedAt)
{
    Heap heap;
    heap.Push({1000, 1});
    EXPECT_EQ(heap.Top(), Entry(1000, 1));
    heap.Push({500, 2});
    heap.Push({700, 3});
    EXPECT_EQ(heap.Top(), Entry(500, 2));
    heap.Push({400, 4});
    EXPECT_EQ(heap.Pop(), Entry(400, 4));
    EXPECT_TRUE(heap.Remove({700, 3}));
    EXPECT_EQ(heap.Pop(), Entry(500, 2));
    EXPECT_EQ(heap.Pop(), Entry(1000, 1));
    EXPECT_TRUE(heap.IsEmpty());
}

TEST(RadixHeap, HoldsTheWholeRangeOfKeys)
{
    Heap heap;
    for (uint64_t key : {UINT64_MAX, uint64_t{0}, uint64_t{1} << 63, uint64_t{1}, UINT64_MAX})
    {
        heap.Push({key, heap.Size()});
    }
    EXPECT_EQ(heap.Pop(), Entry(0, 1));
    EXPECT_EQ(heap.Pop(), Entry(1, 3));
    EXPECT_EQ(heap.Pop(), Entry(uint64_t{1} << 63, 2));
    EXPECT_EQ(heap.Pop(), Entry(UINT64_MAX, 0));
    EXPECT_EQ(heap.Pop(), Entry(UINT64_MAX, 4));
    heap.Push({7, 9});
    EXPECT_EQ(heap.Pop(), Entry(7, 9));
}

} // namespace radix_heap_test
