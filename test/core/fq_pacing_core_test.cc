/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fq-pacing-core.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>

using namespace schedlab;

namespace fq_pacing_core_test
{

constexpr int64_t MS = 1'000'000;

/** A core whose packets have names such as "a1": the letter is the flow. */
class Player
{
  public:
    explicit Player(const FqPacingParams& params = FqPacingParams())
        : core(params)
    {
    }

    FqPacingCore::Drop Enq(const std::string& name,
                           FqPacingCore::Arrival like = {},
                           int64_t now = 0)
    {
        like.key.source[1] = static_cast<uint8_t>(name[0]);
        like.hash = like.key.Hash(0);
        like.size = like.size ? like.size : 1500;
        const auto verdict = core.Push(like, now);
        if (verdict.refusal == FqPacingCore::NONE)
        {
            m_names[verdict.slot] = name;
        }
        return verdict.refusal;
    }

    std::string Deq(int64_t now = 0)
    {
        const uint32_t peeked = core.Peek(now);
        const auto departure = core.Pop(now);
        EXPECT_EQ(departure.slot, peeked);
        return departure.slot == NO_SLOT
                   ? "-"
                   : m_names[departure.slot] + (departure.isMarked ? "*" : "");
    }

    std::string Take(int64_t now = 0)
    {
        std::string all;
        for (std::string name; (name = Deq(now)) != "-";)
        {
            all += (all.empty() ? "" : " ") + name;
        }
        return all;
    }

    FqPacingCore core;

  private:
    std::map<uint32_t, std::string> m_names;
};

/** @return a packet of a rate */
FqPacingCore::Arrival
At(uint64_t rate)
{
    FqPacingCore::Arrival arrival;
    arrival.rate = rate;
    return arrival;
}

TEST(FqPacing, FlowsTakeTurnsOfAQuantum)
{
    FqPacingParams params;
    params.quantum = 3000;
    params.initialQuantum = 3000;
    Player fq(params);
    for (const char* name : {"a1", "a2", "a3", "a4", "b1", "b2", "b3"})
    {
        fq.Enq(name);
    }
    EXPECT_EQ(fq.Take(), "a1 a2 b1 b2 a3 a4 b3");
}

TEST(FqPacing, NewFlowsGoFirstAndHaveAnInitialQuantum)
{
    Player fq;
    for (int i = 1; i <= 20; ++i)
    {
        fq.Enq("a" + std::to_string(i));
    }
    for (int i = 1; i <= 11; ++i)
    {
        fq.Deq();
    }
    // Its 15140 bytes are used up: it is old, and B is new.
    fq.Enq("b1");
    EXPECT_EQ(fq.Deq(), "b1");
    EXPECT_EQ(fq.Deq(), "a12");
}

TEST(FqPacing, ARateBindsAfterEachQuantum)
{
    FqPacingParams params;
    params.quantum = 3000;
    params.initialQuantum = 3000;
    Player fq(params);
    for (int i = 1; i <= 6; ++i)
    {
        fq.Enq("a" + std::to_string(i), At(12'000'000));
    }
    EXPECT_EQ(fq.Take(0), "a1 a2");
    EXPECT_EQ(fq.core.NextWakeup(), 2 * MS) << "3000 bytes at 12 Mb/s";
    EXPECT_EQ(fq.Deq(2 * MS - 1), "-");
    EXPECT_EQ(fq.Take(2 * MS), "a3 a4");
    // Late by 0.5 ms, which is given back, and by 4 ms, of which half a gap is.
    EXPECT_EQ(fq.Take(4 * MS + MS / 2), "a5 a6");
    for (int i = 7; i <= 8; ++i)
    {
        fq.Enq("a" + std::to_string(i), At(12'000'000), 5 * MS);
    }
    EXPECT_EQ(fq.Deq(6 * MS - 1), "-");
    EXPECT_EQ(fq.core.NextWakeup(), 6 * MS);
    EXPECT_EQ(fq.Take(10 * MS), "a7 a8");
    fq.Enq("a9", At(12'000'000), 10 * MS);
    EXPECT_EQ(fq.Deq(10 * MS), "-");
    EXPECT_EQ(fq.core.NextWakeup(), 11 * MS);
}

TEST(FqPacing, LongTermRateIsTheOneAsked)
{
    for (const uint64_t rate : {1'000'000u, 12'000'000u, 400'000u})
    {
        Player fq;
        int64_t now = 0;
        uint64_t bytes = 0;
        while (now < 20'000 * MS)
        {
            while (fq.Enq("a1", At(rate), now) == FqPacingCore::NONE)
            {
            }
            if (fq.Deq(now) == "-")
            {
                now = fq.core.NextWakeup();
                continue;
            }
            bytes += 1500;
        }
        EXPECT_NEAR(static_cast<double>(bytes) * 8 / 20, static_cast<double>(rate), 0.02 * rate);
    }
}

TEST(FqPacing, TheLowerOfTwoRatesCounts)
{
    FqPacingParams params;
    params.flowMaxRate = 500'000;
    Player fq(params);
    fq.Enq("a1");
    fq.Enq("a2");
    EXPECT_EQ(fq.Take(0), "a1") << "a low rate binds after each packet";
    EXPECT_EQ(fq.core.NextWakeup(), 24 * MS);
    fq.Enq("b1", At(250'000));
    fq.Enq("b2", At(250'000));
    EXPECT_EQ(fq.Take(0), "b1");
    EXPECT_EQ(fq.Take(24 * MS), "a2");
    EXPECT_EQ(fq.core.NextWakeup(), 48 * MS);
    params.pacing = false;
    Player off(params);
    off.Enq("a1");
    off.Enq("a2", At(1000));
    EXPECT_EQ(off.Take(0), "a1 a2");
}

TEST(FqPacing, EarliestDepartures)
{
    FqPacingParams params;
    params.horizonNs = 100 * MS;
    Player fq(params);
    const auto departing = [](int64_t at) {
        FqPacingCore::Arrival arrival;
        arrival.departure = at;
        return arrival;
    };
    fq.Enq("a1", departing(5 * MS));
    fq.Enq("a2", departing(3 * MS));
    fq.Enq("a3", departing(5 * MS));
    fq.Enq("b1");
    EXPECT_EQ(fq.Take(0), "b1");
    EXPECT_EQ(fq.core.NextWakeup(), 3 * MS);
    EXPECT_EQ(fq.Take(3 * MS), "a2");
    EXPECT_EQ(fq.Take(5 * MS), "a1 a3");
    EXPECT_EQ(fq.Enq("a4", departing(105 * MS + 1), 5 * MS), FqPacingCore::HORIZON);
    params.horizonDrop = false;
    Player capped(params);
    EXPECT_EQ(capped.Enq("a1", departing(500 * MS)), FqPacingCore::NONE);
    EXPECT_EQ(capped.Deq(100 * MS - 1), "-");
    EXPECT_EQ(capped.Deq(100 * MS), "a1");
}

TEST(FqPacing, LatePacketsAreMarked)
{
    FqPacingParams params;
    params.ceThresholdNs = MS;
    Player fq(params);
    FqPacingCore::Arrival arrival;
    arrival.isEct = true;
    for (int64_t late : {0, 1, 2})
    {
        arrival.departure = 10 * MS;
        fq.Enq("a1", arrival, 10 * MS);
        EXPECT_EQ(fq.Deq((10 + late) * MS), late > 1 ? "a1*" : "a1");
        arrival.isEct = true;
    }
    arrival.isEct = false;
    arrival.departure = 10 * MS;
    fq.Enq("a1", arrival, 12 * MS);
    EXPECT_EQ(fq.Deq(20 * MS), "a1");
}

TEST(FqPacing, Limits)
{
    FqPacingParams params;
    params.limit = 4;
    params.flowLimit = 2;
    Player fq(params);
    EXPECT_EQ(fq.Enq("a1"), FqPacingCore::NONE);
    EXPECT_EQ(fq.Enq("a2"), FqPacingCore::NONE);
    EXPECT_EQ(fq.Enq("a3"), FqPacingCore::FLOW_LIMIT);
    EXPECT_EQ(fq.Enq("b1"), FqPacingCore::NONE);
    EXPECT_EQ(fq.Enq("c1"), FqPacingCore::NONE);
    EXPECT_EQ(fq.Enq("d1"), FqPacingCore::BAND_LIMIT);
    FqPacingCore::Arrival urgent;
    urgent.band = 0;
    EXPECT_EQ(fq.Enq("e1", urgent), FqPacingCore::NONE) << "another band";
    for (auto change : {+[](FqPacingParams& p) { p.limit = 0; },
                        +[](FqPacingParams& p) { p.flowLimit = 0; },
                        +[](FqPacingParams& p) { p.quantum = 0; },
                        +[](FqPacingParams& p) { p.refillNs = -1; },
                        +[](FqPacingParams& p) { p.horizonNs = 0; },
                        +[](FqPacingParams& p) { p.weights[1] = 0; }})
    {
        FqPacingParams bad;
        change(bad);
        EXPECT_THROW(FqPacingCore{bad}, std::invalid_argument);
    }
}

TEST(FqPacing, BandsShareByWeight)
{
    FqPacingParams params;
    params.flowLimit = 5000;
    Player fq(params);
    std::map<char, int> served;
    for (int i = 0; i < 4000; ++i)
    {
        for (uint8_t band : {0, 1, 2})
        {
            FqPacingCore::Arrival arrival;
            arrival.band = band;
            fq.Enq(std::string(1, static_cast<char>('a' + band)), arrival);
        }
    }
    for (int i = 0; i < 4 * 569; ++i)
    {
        ++served[fq.Deq()[0]];
    }
    EXPECT_NEAR(served['a'], 9 * 4 * 569 / 13, 40);
    EXPECT_NEAR(served['b'], 3 * 4 * 569 / 13, 40);
    EXPECT_NEAR(served['c'], 1 * 4 * 569 / 13, 40);
}

TEST(FqPacing, NothingIsLostOrMadeUnderRandomLoad)
{
    FqPacingParams params;
    params.limit = 300;
    params.flowLimit = 20;
    params.flowMaxRate = 50'000'000;
    FqPacingCore core(params);
    std::mt19937 random(3);
    uint64_t offered = 0;
    uint64_t left = 0;
    int64_t now = 1;
    std::map<uint32_t, std::pair<uint64_t, int64_t>> queued;
    std::map<uint64_t, uint64_t> lastOfFlow;
    for (uint64_t i = 0; i < 200000; ++i)
    {
        now += random() % 3 ? 0 : random() % 200'000;
        if (random() % 2)
        {
            FqPacingCore::Arrival arrival;
            const uint64_t flow = random() % 60;
            arrival.key.source[1] = flow;
            arrival.hash = arrival.key.Hash(0);
            arrival.size = 40 + random() % 1461;
            arrival.band = flow % 3;
            arrival.rate = flow % 4 * 1'000'000;
            ++offered;
            const auto verdict = core.Push(arrival, now);
            left += verdict.refusal != FqPacingCore::NONE;
            if (verdict.refusal == FqPacingCore::NONE)
            {
                queued[verdict.slot] = {flow, static_cast<int64_t>(i)};
            }
        }
        else if (const auto departure = core.Pop(now); departure.slot != NO_SLOT)
        {
            ++left;
            const auto [flow, order] = queued[departure.slot];
            ASSERT_GE(static_cast<uint64_t>(order), lastOfFlow[flow]) << "a flow keeps its order";
            lastOfFlow[flow] = static_cast<uint64_t>(order);
        }
        else if (core.Size() > 0)
        {
            ASSERT_GT(core.NextWakeup(), now);
            ASSERT_LT(core.NextWakeup(), INT64_MAX);
        }
        ASSERT_EQ(core.Size(), offered - left);
    }
    // Flows that paused are forgotten, a few with each arrival.
    while (core.Size() > 0)
    {
        now = core.Pop(now).slot == NO_SLOT ? core.NextWakeup() : now;
    }
    core.Pop(now);
    for (int i = 0; i < 40; ++i)
    {
        FqPacingCore::Arrival arrival;
        arrival.size = 100;
        arrival.key.source[1] = 1000;
        core.Push(arrival, now + 4'000 * MS);
    }
    EXPECT_EQ(core.KnownFlows(), 1u);
}

} // namespace fq_pacing_core_test
