/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poll-grid.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace schedlab;

namespace poll_grid_test
{

/** A packet that is to arrive. */
struct Arrival
{
    int64_t at;
    uint32_t queue;
};

/** What came of it all. */
struct Outcome
{
    std::vector<int64_t> departures;
    uint64_t polls = 0;
    uint64_t events = 0;
};

constexpr int64_t POLL = 20;
constexpr int64_t PACKET = 40;
constexpr uint32_t BURST = 32;

std::vector<Arrival>
Poisson(double perSecond, int count, uint32_t queues, uint32_t seed)
{
    std::mt19937_64 random(seed);
    std::exponential_distribution<double> gap(perSecond * 1e-9);
    std::vector<Arrival> arrivals;
    double at = 0;
    for (int i = 0; i < count; ++i)
    {
        at += gap(random);
        arrivals.push_back({static_cast<int64_t>(at), static_cast<uint32_t>(random() % queues)});
    }
    return arrivals;
}

/** Polls one by one. */
Outcome
Eager(const std::vector<Arrival>& arrivals, uint32_t queues)
{
    Outcome out;
    std::vector<std::deque<int64_t>> rings(queues);
    std::size_t next = 0;
    std::size_t left = arrivals.size();
    uint32_t queue = 0;
    for (int64_t now = 0; left > 0; queue = (queue + 1) % queues)
    {
        for (; next < arrivals.size() && arrivals[next].at <= now; ++next)
        {
            rings[arrivals[next].queue].push_back(arrivals[next].at);
        }
        ++out.polls;
        ++out.events;
        now += POLL;
        const auto burst = std::min<std::size_t>(BURST, rings[queue].size());
        now += burst * PACKET;
        for (std::size_t i = 0; i < burst; ++i)
        {
            rings[queue].pop_front();
            out.departures.push_back(now);
        }
        left -= burst;
    }
    return out;
}

/** Asks the grid where the next poll that finds something is. */
Outcome
Lazy(const std::vector<Arrival>& arrivals, uint32_t queues)
{
    Outcome out;
    std::vector<std::deque<int64_t>> rings(queues);
    PollGrid grid(POLL, queues);
    grid.Start(0, 0);
    std::size_t next = 0;
    std::size_t left = arrivals.size();
    while (left > 0)
    {
        // The first poll that finds what is there, unless something arrives earlier elsewhere.
        int64_t poll = INT64_MAX;
        uint32_t queue = 0;
        const auto look = [&](uint32_t q, int64_t from) {
            const int64_t at = grid.NextVisit(from, q);
            if (at < poll)
            {
                poll = at;
                queue = q;
            }
        };
        for (uint32_t q = 0; q < queues; ++q)
        {
            if (!rings[q].empty())
            {
                look(q, grid.Origin());
            }
        }
        for (; next < arrivals.size() && arrivals[next].at <= poll; ++next)
        {
            rings[arrivals[next].queue].push_back(arrivals[next].at);
            look(arrivals[next].queue, arrivals[next].at);
        }
        const auto burst = std::min<std::size_t>(BURST, rings[queue].size());
        const int64_t now = poll + POLL + burst * PACKET;
        for (std::size_t i = 0; i < burst; ++i)
        {
            rings[queue].pop_front();
            out.departures.push_back(now);
        }
        left -= burst;
        ++out.events;
        out.polls += grid.PollsBefore(poll) + 1;
        grid.Start(now, (queue + 1) % queues);
    }
    return out;
}

TEST(PollGrid, GivesTheDeparturesOfALoopToTheNanosecond)
{
    for (const double rate : {.2e6, 1e6, 14.88e6, 25e6})
    {
        for (const uint32_t queues : {1u, 2u, 3u})
        {
            const auto arrivals = Poisson(rate, 2000, queues, static_cast<uint32_t>(rate));
            const Outcome eager = Eager(arrivals, queues);
            const Outcome lazy = Lazy(arrivals, queues);
            EXPECT_EQ(eager.departures, lazy.departures) << rate << " a second";
            EXPECT_EQ(eager.polls, lazy.polls);
            EXPECT_LE(lazy.events, arrivals.size());
        }
    }
}

TEST(PollGrid, DelaysALonePacketByHalfAPollAPollAndItsService)
{
    const auto arrivals = Poisson(.02e6, 20000, 1, 5);
    const Outcome out = Lazy(arrivals, 1);
    double mean = 0;
    for (std::size_t i = 0; i < arrivals.size(); ++i)
    {
        mean += 1.0 * (out.departures[i] - arrivals[i].at) / arrivals.size();
    }
    EXPECT_NEAR(mean, POLL / 2.0 + POLL + PACKET, 0.7);
    EXPECT_GT(out.polls, 100 * out.events);
}

TEST(PollGrid, SeesAPacketThatArrivesAtAPoll)
{
    PollGrid grid(20, 1);
    grid.Start(100, 0);
    EXPECT_EQ(grid.NextVisit(100, 0), 100);
    EXPECT_EQ(grid.NextVisit(101, 0), 120);
    EXPECT_EQ(grid.NextVisit(120, 0), 120);
    EXPECT_EQ(grid.PollsBefore(120), 1u);
    EXPECT_EQ(grid.PollsBefore(121), 2u);
}

TEST(PollGrid, VisitsQueuesInTurn)
{
    PollGrid grid(10, 3);
    grid.Start(0, 1);
    EXPECT_EQ(grid.NextVisit(0, 1), 0);
    EXPECT_EQ(grid.NextVisit(0, 2), 10);
    EXPECT_EQ(grid.NextVisit(0, 0), 20);
    EXPECT_EQ(grid.NextVisit(1, 1), 30);
    EXPECT_EQ(grid.QueueAt(10), 2u);
    grid.Shift(5);
    EXPECT_EQ(grid.NextVisit(0, 1), 5);
}

} // namespace poll_grid_test
