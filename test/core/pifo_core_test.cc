/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pifo-core.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace schedlab;

namespace
{

TEST(PifoCore, MatchesAnOrderedMapOverAMillionRandomOperations)
{
    for (unsigned limit : {1u, 2u, 3u, 7u, 64u, 1088u})
    {
        PifoCore<int> pifo({RankLimit{limit}});
        std::map<std::pair<uint64_t, uint64_t>, int> oracle;
        std::mt19937_64 random(limit);
        uint64_t seq = 0;
        for (int i = 0; i < 200000; ++i)
        {
            if (random() % 9 < 5)
            {
                const uint64_t rank = random() % (limit + 3);
                const auto verdict = pifo.Push({i, rank});
                oracle.emplace(std::make_pair(rank, seq++), i);
                if (oracle.size() > limit)
                {
                    const auto worst = std::prev(oracle.end());
                    if (worst->second == i)
                    {
                        ASSERT_EQ(verdict.refusal, Refusal::FULL);
                    }
                    else
                    {
                        ASSERT_EQ(verdict.nEvicted, 1u);
                        ASSERT_EQ(verdict.evicted[0].handle, worst->second);
                    }
                    oracle.erase(worst);
                }
                else
                {
                    ASSERT_TRUE(verdict.IsAccepted());
                    ASSERT_EQ(verdict.nEvicted, 0u);
                }
            }
            else
            {
                const auto entry = pifo.Pop();
                ASSERT_EQ(entry.has_value(), !oracle.empty());
                if (entry)
                {
                    ASSERT_EQ(entry->handle, oracle.begin()->second);
                    oracle.erase(oracle.begin());
                }
            }
            ASSERT_EQ(pifo.Size(), oracle.size());
        }
    }
}

} // namespace
