/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXACT_SERVICE_H
#define EXACT_SERVICE_H

#include "random_load.h"
#include "rank-verdict.h"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <utility>

namespace schedlab::test
{

/** What an observer of a queue knows to be in it: (rank, number of the arrival) of each packet. */
using QueuedSet = std::set<std::pair<uint64_t, uint32_t>>;

/** What a run has counted. */
struct ServiceCounts
{
    uint64_t accepted = 0; //!< arrivals that were queued
    uint64_t refused = 0;  //!< arrivals that were not
    uint64_t evicted = 0;  //!< packets pushed out later
    uint64_t served = 0;   //!< packets that left
};

/** Which packets a scheduler may lose. */
enum class Victims
{
    ANY,            //!< whichever its structure makes it drop
    WORST_OF_QUEUED //!< only those behind everything that stays
};

/**
 * Drives a core with random events and checks after each of them that
 * - only queued packets are pushed out, and nothing is for a refused arrival;
 * - what leaves is the best of all queued packets: smallest rank, oldest of equals;
 * - Peek() agrees with Pop();
 * - accepted = served + pushed out + queued.
 */
template <typename Core>
void
CheckExactService(Core& core,
                  RandomLoad load,
                  unsigned events,
                  Victims victims,
                  ServiceCounts& counts)
{
    QueuedSet queued;
    for (unsigned event = 0; event < events; ++event)
    {
        if (load.NextIsArrival())
        {
            const auto arrival = load.NextArrival();
            const auto verdict = core.Push(arrival);
            const auto key = std::make_pair(arrival.rank, arrival.handle);
            if (verdict.IsAccepted())
            {
                queued.insert(key);
                ++counts.accepted;
            }
            else
            {
                ASSERT_EQ(verdict.nEvicted, 0u) << "event " << event;
                ++counts.refused;
            }
            for (std::size_t i = 0; i < verdict.nEvicted; ++i)
            {
                const auto& victim = verdict.evicted[i];
                ASSERT_NE(victim.handle, arrival.handle) << "event " << event;
                ASSERT_EQ(queued.erase({victim.key.rank, victim.handle}), 1u) << "event " << event;
                ++counts.evicted;
            }
            if (victims == Victims::WORST_OF_QUEUED && !queued.empty())
            {
                if (!verdict.IsAccepted())
                {
                    ASSERT_LT(*queued.rbegin(), key) << "event " << event;
                }
                for (std::size_t i = 0; i < verdict.nEvicted; ++i)
                {
                    const auto& victim = verdict.evicted[i];
                    ASSERT_LT(*queued.rbegin(), std::make_pair(victim.key.rank, victim.handle))
                        << "event " << event;
                }
            }
        }
        else
        {
            const auto* next = core.Peek();
            ASSERT_EQ(next != nullptr, !queued.empty()) << "event " << event;
            const uint32_t peeked = next ? next->handle : 0;
            const auto served = core.Pop();
            ASSERT_EQ(served.has_value(), !queued.empty()) << "event " << event;
            if (served)
            {
                ASSERT_EQ(served->handle, peeked) << "event " << event;
                ASSERT_EQ(std::make_pair(served->key.rank, served->handle), *queued.begin())
                    << "event " << event;
                queued.erase(queued.begin());
                load.Served(served->key.rank);
                ++counts.served;
            }
        }
        ASSERT_EQ(core.Size(), queued.size()) << "event " << event;
        ASSERT_EQ(counts.accepted, counts.served + counts.evicted + queued.size())
            << "event " << event;
    }
    counts.served += queued.size(); // so that several runs may share the counts
}

/** Feeds two cores the same random events and checks that they do the same, losses included. */
template <typename One, typename Other>
void
CheckSameBehaviour(One& one, Other& other, RandomLoad load, unsigned events)
{
    for (unsigned event = 0; event < events; ++event)
    {
        if (load.NextIsArrival())
        {
            const auto arrival = load.NextArrival();
            const auto a = one.Push(arrival);
            const auto b = other.Push(arrival);
            ASSERT_EQ(a.refusal, b.refusal) << "event " << event;
            ASSERT_EQ(a.nEvicted, b.nEvicted) << "event " << event;
            for (std::size_t i = 0; i < a.nEvicted; ++i)
            {
                ASSERT_EQ(a.evicted[i].handle, b.evicted[i].handle) << "event " << event;
            }
        }
        else
        {
            const auto a = one.Pop();
            const auto b = other.Pop();
            ASSERT_EQ(a.has_value(), b.has_value()) << "event " << event;
            if (a)
            {
                ASSERT_EQ(a->handle, b->handle) << "event " << event;
                load.Served(a->key.rank);
            }
        }
    }
}

} // namespace schedlab::test

#endif /* EXACT_SERVICE_H */
