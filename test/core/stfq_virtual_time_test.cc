/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "golden_trace.h"
#include "pifo-core.h"
#include "stfq-virtual-time.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace schedlab;
using namespace schedlab::test;

namespace stfq_virtual_time_test
{

StfqVirtualTime
ReferenceRules()
{
    StfqVirtualTime time;
    time.SetParams({false, true});
    return time;
}

/** @return the number behind a name in the inner state of a row */
uint64_t
StateOf(const GoldenRow& row, const std::string& name)
{
    for (const std::string& field : Split(row.aux, ';'))
    {
        if (field.compare(0, name.size() + 1, name + "=") == 0)
        {
            return std::stoull(field.substr(name.size() + 1));
        }
    }
    throw std::runtime_error("a row without " + name);
}

class StfqReference : public testing::TestWithParam<std::string>
{
};

// The trace says what was accepted, served and pushed out; every tag and every state in it must
// come out the same.
TEST_P(StfqReference, GivesTheTagsOfTheTrace)
{
    const std::vector<GoldenRow> rows = GoldenByName(GetParam()).rows;
    StfqVirtualTime time = ReferenceRules();
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const GoldenRow& row = rows[i];
        SCOPED_TRACE(i);
        if (row.op == "enq")
        {
            ASSERT_EQ(time.Start(row.flow, row.size, 1), row.rank);
            if (row.result == "dropped")
            {
                time.Refused(row.flow, row.size);
            }
        }
        else if (row.op == "evict")
        {
            time.PushedOut(row.flow, row.size, row.rank);
            continue;
        }
        else if (row.result == "empty")
        {
            continue;
        }
        else
        {
            time.Served(row.rank);
        }
        const uint64_t vt = StateOf(row, "vt");
        ASSERT_EQ(time.Now(), vt);
        // The reference writes fin for the flow of the row before any push-out by it.
        if (i + 1 == rows.size() || rows[i + 1].op != "evict")
        {
            ASSERT_EQ(time.NextStart(row.flow), std::max(StateOf(row, "fin"), vt));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Traces,
                         StfqReference,
                         testing::ValuesIn(GoldenNames("stfq_")),
                         [](const auto& info) { return TestName(info.param); });

TEST(StfqVirtualTime, KeepsTheRemainderOfTheDivision)
{
    StfqVirtualTime time;
    const std::vector<uint64_t> tags{0, 33, 66, 100, 133, 166, 200};
    for (const uint64_t tag : tags)
    {
        EXPECT_EQ(time.Start(7, 100, 3), tag);
    }
}

TEST(StfqVirtualTime, NeverGoesBack)
{
    StfqVirtualTime time;
    time.Served(500);
    time.Served(200);
    EXPECT_EQ(time.Now(), 500u);
    EXPECT_EQ(time.Start(1, 10, 1), 500u);

    StfqVirtualTime reference = ReferenceRules();
    reference.Served(500);
    reference.Served(200);
    EXPECT_EQ(reference.Now(), 200u);
}

TEST(StfqVirtualTime, ARefusedPacketLeavesNoTrace)
{
    StfqVirtualTime time;
    StfqVirtualTime twin;
    std::mt19937 random(1);
    for (int i = 0; i < 100000; ++i)
    {
        const uint32_t flow = random() % 50;
        const uint32_t size = 1 + random() % 1500;
        const uint32_t weight = 1 + random() % 3;
        const uint64_t tag = time.Start(flow, size, weight);
        switch (random() % 3)
        {
        case 0:
            time.Refused(flow, size);
            break;
        case 1:
            ASSERT_EQ(twin.Start(flow, size, weight), tag);
            break;
        default:
            ASSERT_EQ(twin.Start(flow, size, weight), tag);
            time.Served(tag);
            twin.Served(tag);
        }
        if (random() % 1000 == 0)
        {
            time.Emptied();
            twin.Emptied();
            ASSERT_EQ(time.Now(), twin.Now());
        }
    }
}

TEST(StfqVirtualTime, APushOutOfTheLastPacketTakesItsTagBack)
{
    StfqVirtualTime time;
    for (const uint64_t tag : {0, 33, 66})
    {
        EXPECT_EQ(time.Start(1, 100, 3), tag);
    }
    time.PushedOut(1, 100, 33); // not the last: later ranks stand
    EXPECT_EQ(time.NextStart(1), 100u);
    time.PushedOut(1, 100, 66);
    EXPECT_EQ(time.NextStart(1), 66u);
    time.PushedOut(1, 100, 33);
    EXPECT_EQ(time.NextStart(1), 33u);
    time.PushedOut(99, 100, 0); // a flow it does not know
    EXPECT_EQ(time.NextStart(99), 0u);
    EXPECT_EQ(time.Start(1, 100, 3), 33u);
    EXPECT_EQ(time.Start(1, 100, 3), 66u); // the remainder came back too
    EXPECT_EQ(time.Start(1, 100, 3), 100u);
    time.SetParams({false, false});
    time.PushedOut(1, 100, 100);
    EXPECT_EQ(time.NextStart(1), 133u);
    time.SetParams({true, true}); // the reference asks nothing
    time.PushedOut(1, 100, 0);
    EXPECT_EQ(time.NextStart(1), 100u);
}

TEST(StfqVirtualTime, AnIdleGapForgivesTheFlowThatHasJustSent)
{
    StfqVirtualTime time;
    for (int i = 0; i < 5; ++i)
    {
        time.Start(1, 1000, 2);
    }
    time.Served(2000);
    time.Emptied();
    EXPECT_EQ(time.Now(), 2500u);
    EXPECT_EQ(time.Start(2, 1000, 1), 2500u);
    EXPECT_EQ(time.Start(1, 1000, 1), 2500u);

    StfqVirtualTime reference = ReferenceRules();
    reference.Start(1, 1000, 1);
    reference.Served(0);
    reference.Emptied();
    EXPECT_EQ(reference.Start(2, 1000, 1), 0u);
    EXPECT_EQ(reference.Start(1, 1000, 1), 1000u);
}

TEST(StfqVirtualTime, TagsGoOnPastFourGigabytes)
{
    StfqVirtualTime time;
    uint64_t expected = 0;
    for (int i = 0; i < 10; ++i)
    {
        EXPECT_EQ(time.Start(3, UINT32_MAX, 1), expected);
        expected += UINT32_MAX;
    }
    EXPECT_EQ(time.Start(4, UINT32_MAX, UINT32_MAX), 0u);
    EXPECT_EQ(time.Start(4, UINT32_MAX, UINT32_MAX), 1u);
}

// Against tags in exact fractions and a map that forgets nothing.
TEST(StfqVirtualTime, MatchesExactArithmeticWithManyFlowsAndForgetsThem)
{
    constexpr uint64_t UNIT = 60; // divisible by all the weights
    StfqVirtualTime time;
    PifoCore<int> pifo({RankLimit{200}});
    std::map<uint32_t, uint64_t> finish;
    std::map<int, uint64_t> starts; // of the packets queued
    uint64_t now = 0;
    std::mt19937 random(5);
    uint32_t base = 0;
    for (int i = 0; i < 300000; ++i)
    {
        base += random() % 20 == 0; // flows come and go
        if (random() % 2)
        {
            const uint32_t flow = base + random() % 100;
            const uint32_t size = 40 + random() % 1460;
            const uint32_t weight = 1 + flow % 5;
            const uint64_t start = std::max(now, finish[flow]);
            const uint64_t tag = time.Start(flow, size, weight);
            ASSERT_EQ(tag, start / UNIT);
            const auto verdict = pifo.Push({i, tag, size, flow});
            if (!verdict.IsAccepted())
            {
                time.Refused(flow, size);
                continue;
            }
            finish[flow] = start + UNIT / weight * size;
            starts[i] = start;
            for (std::size_t k = 0; k < verdict.nEvicted; ++k)
            {
                const auto& victim = verdict.evicted[k];
                time.PushedOut(victim.flow, victim.size, victim.key.rank);
                // The victim of an exact queue is the last of its flow.
                finish[victim.flow] = starts.at(victim.handle);
            }
        }
        else if (const auto entry = pifo.Pop())
        {
            time.Served(entry->key.rank);
            now = std::max(now, entry->key.rank * UNIT);
            if (pifo.Size() == 0)
            {
                time.Emptied();
                uint64_t latest = now;
                for (const auto& f : finish)
                {
                    latest = std::max(latest, (f.second + UNIT - 1) / UNIT * UNIT);
                }
                now = latest;
                finish.clear();
                ASSERT_EQ(time.Now() * UNIT, now);
            }
        }
    }
    EXPECT_GT(base, 10000u);
    EXPECT_LE(time.Capacity(), 1024u);
}

// Backlogged flows of weights 1:2:4 through an exact queue share in these proportions.
TEST(StfqVirtualTime, SharesAreTheWeights)
{
    StfqVirtualTime time;
    PifoCore<int> pifo({RankLimit{1000}});
    const std::map<uint32_t, uint32_t> sizes{{1, 64}, {2, 1500}, {4, 777}};
    std::map<uint32_t, uint64_t> served;
    const auto push = [&](uint32_t weight) {
        const uint32_t size = sizes.at(weight);
        pifo.Push({0, time.Start(weight, size, weight), size, weight});
    };
    for (const auto& flow : sizes)
    {
        push(flow.first);
        push(flow.first);
    }
    for (int i = 0; i < 100000; ++i)
    {
        const auto entry = pifo.Pop();
        time.Served(entry->key.rank);
        served[entry->flow] += entry->size;
        push(entry->flow);
    }
    // Two packets of the largest size is the bound of Goyal et al., Theorem 1.
    EXPECT_NEAR(served[2], 2.0 * served[1], 2 * 3000);
    EXPECT_NEAR(served[4], 4.0 * served[1], 4 * 3000);
}

} // namespace stfq_virtual_time_test
