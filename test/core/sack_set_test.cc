/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ring-queue.h"
#include "sack-set.h"

#include <deque>
#include <gtest/gtest.h>
#include <random>

using namespace schedlab;

namespace sack_set_test
{

TEST(SackSet, MatchesABitmapOverRandomRanges)
{
    constexpr uint64_t N = 200;
    std::mt19937 random(1);
    for (int round = 0; round < 3000; ++round)
    {
        SackSet set;
        std::vector<bool> held(N + 1);
        for (int i = 0; i < 30; ++i)
        {
            const uint64_t begin = random() % N;
            const uint64_t end = begin + 1 + random() % std::min<uint64_t>(12, N - begin);
            set.Add({begin, end});
            std::fill(held.begin() + begin, held.begin() + end, true);
            if (i % 10 == 9)
            {
                uint64_t next = random() % N;
                const uint64_t from = next;
                std::fill(held.begin(), held.begin() + from, false);
                // What lies below is taken out with what follows on.
                while (held[next])
                {
                    held[next++] = false;
                }
                ASSERT_EQ(set.Advance(from), next);
            }
            for (uint64_t seq = 0; seq < N; ++seq)
            {
                ASSERT_EQ(set.Contains(seq), held[seq]);
            }
            for (std::size_t r = 1; r < set.Ranges().size(); ++r)
            {
                ASSERT_GT(set.Ranges()[r].begin, set.Ranges()[r - 1].end);
            }
        }
    }
}

TEST(RingQueue, MatchesADeque)
{
    RingQueue<int> ring;
    std::deque<int> oracle;
    std::mt19937 random(1);
    for (int i = 0; i < 200000; ++i)
    {
        if (random() % 100 < (i / 1000 % 2 ? 40u : 60u))
        {
            ring.Push(i);
            oracle.push_back(i);
        }
        else if (!oracle.empty())
        {
            ASSERT_EQ(ring.Front(), oracle.front());
            ASSERT_EQ(ring.Pop(), oracle.front());
            oracle.pop_front();
        }
        ASSERT_EQ(ring.Size(), oracle.size());
        ASSERT_EQ(ring.IsEmpty(), oracle.empty());
    }
}

} // namespace sack_set_test
