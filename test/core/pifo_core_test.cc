/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pifo-core.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace schedlab;

namespace pifo_core_test
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

TEST(PifoCore, ServesTheEarliestPacketOfTheHeadsFlow)
{
    PifoCore<char>::Params params{RankLimit{4}, true};
    PifoCore<char> pifo(params);
    // Ranks fall along flow 1; flow 2 comes between.
    pifo.Push({'a', 30, 1, 1});
    pifo.Push({'b', 20, 1, 1});
    pifo.Push({'x', 15, 1, 2});
    pifo.Push({'c', 10, 1, 1});
    EXPECT_EQ(pifo.Peek()->handle, 'a');
    const auto verdict = pifo.Push({'d', 5, 1, 1});
    ASSERT_EQ(verdict.nEvicted, 1u);
    EXPECT_EQ(verdict.evicted[0].handle, 'a') << "the worst rank goes, be it the earliest";
    std::string served;
    while (const auto entry = pifo.Pop())
    {
        served += entry->handle;
    }
    EXPECT_EQ(served, "bcdx");
    EXPECT_EQ(pifo.Peek(), nullptr);
}

TEST(PifoCore, ServeEarliestMatchesASearchedListOverRandomOperations)
{
    struct Held
    {
        int handle;
        uint64_t rank;
        uint32_t flow;
    };

    const auto ranksBelow = [](const Held& a, const Held& b) { return a.rank < b.rank; };
    for (unsigned limit : {1u, 2u, 7u, 64u, 400u})
    {
        PifoCore<int, SwitchedCost> pifo({RankLimit{limit}, true}, SwitchedCost(limit < 10));
        std::vector<Held> oracle; // in order of arrival
        std::mt19937_64 random(limit);
        for (int i = 0; i < 40000; ++i)
        {
            if (random() % 9 < (i / 5000 % 2 ? 4 : 6))
            {
                const Held held{i, random() % (limit + 3), static_cast<uint32_t>(random() % 9)};
                const auto verdict = pifo.Push({held.handle, held.rank, 1, held.flow});
                oracle.push_back(held);
                if (oracle.size() > limit)
                {
                    auto worst = oracle.begin(); // the newest of the largest rank
                    for (auto it = oracle.begin(); it != oracle.end(); ++it)
                    {
                        worst = it->rank >= worst->rank ? it : worst;
                    }
                    ASSERT_EQ(verdict.IsAccepted(), worst->handle != i);
                    ASSERT_EQ(verdict.nEvicted, worst->handle != i ? 1u : 0u);
                    oracle.erase(worst);
                }
            }
            else if (!oracle.empty())
            {
                const auto best = std::min_element(oracle.begin(), oracle.end(), ranksBelow);
                const auto first = std::find_if(oracle.begin(), oracle.end(), [&](const Held& h) {
                    return h.flow == best->flow;
                });
                ASSERT_EQ(pifo.Peek()->handle, first->handle);
                const auto entry = pifo.Pop();
                ASSERT_EQ(entry->handle, first->handle);
                ASSERT_EQ(entry->key.rank, first->rank);
                oracle.erase(first);
            }
            ASSERT_EQ(pifo.Size(), oracle.size());
        }
    }
}

} // namespace pifo_core_test
