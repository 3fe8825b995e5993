/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dual-pi2-core.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace schedlab;

namespace dual_pi2_core_test
{

enum : uint8_t
{
    NOT_ECT = 0,
    ECT1 = 1,
    ECT0 = 2,
    CE = 3
};

constexpr int64_t MS = 1'000'000;

/** Numbers in [0, 1). */
class Uniform
{
  public:
    double operator()()
    {
        return static_cast<double>(m_random()) / 4294967296.0;
    }

  private:
    std::mt19937 m_random{7};
};

/** What a constant load has seen. */
struct Seen
{
    double sent[2]{0, 0};    //!< packets that left, classic and L4S
    double signals[2]{0, 0}; //!< of all that were looked at, marked or dropped
    double drops[2]{0, 0};   //!< of them, dropped
    std::vector<int64_t> delays[2];
};

/**
 * Offers constant rates to a link of a packet each 0.1 ms for 40 s and looks at the last 20 s.
 * @param classic load of the link by packets with @param classicEcn
 * @param l4s load of the link by packets of ECT(1)
 */
Seen
Load(const DualPi2Params& params, double classic, uint8_t classicEcn, double l4s)
{
    DualPi2Core core(params, 0);
    Uniform draw;
    Seen seen;
    std::vector<int64_t> arrived;
    double due[2] = {0, 0};
    for (int64_t slot = 0; slot < 400000; ++slot)
    {
        const int64_t now = slot * MS / 10;
        const bool counts = slot >= 200000;
        due[0] += classic;
        due[1] += l4s;
        for (int kind : {0, 1})
        {
            for (; due[kind] >= 1; due[kind] -= 1)
            {
                const uint32_t name = core.Push(1500, kind ? uint8_t(ECT1) : classicEcn, now);
                if (name != NO_SLOT)
                {
                    arrived.resize(std::max<std::size_t>(arrived.size(), name + 1));
                    arrived[name] = now;
                }
            }
        }
        const auto departure = core.Pop(now, draw);
        if (!counts)
        {
            continue;
        }
        for (const auto& lost : departure.lost)
        {
            const int kind = lost.why == DualPi2Core::OVERLOAD && l4s > classic;
            ++seen.signals[kind];
            ++seen.drops[kind];
        }
        if (departure.slot != NO_SLOT)
        {
            ++seen.sent[departure.isL4s];
            seen.signals[departure.isL4s] += departure.isMarked;
            seen.delays[departure.isL4s].push_back(now - arrived[departure.slot]);
        }
    }
    return seen;
}

int64_t
Percentile99(std::vector<int64_t>& delays)
{
    const auto at = delays.begin() + delays.size() * 99 / 100;
    std::nth_element(delays.begin(), at, delays.end());
    return *at;
}

TEST(PiController, FollowsTheRfcsGains)
{
    PiController pi(15 * MS, 0.15, 3.0, 1);
    pi.Update(25 * MS);
    // 0.15 * (0.025 - 0.015) + 3 * (0.025 - 0)
    EXPECT_NEAR(pi.Get(), 0.0765, 1e-12);
    pi.Update(25 * MS);
    EXPECT_NEAR(pi.Get(), 0.078, 1e-12);
    pi.Update(0);
    EXPECT_NEAR(pi.Get(), 0.078 - 0.00225 - 0.075, 1e-12);
    pi.Update(0);
    pi.Update(0);
    EXPECT_EQ(pi.Get(), 0);
    pi.Update(5'000 * MS);
    EXPECT_EQ(pi.Get(), 1);
}

TEST(DualPi2Params, GainsAreThoseOfTheRfcAndOfLinux)
{
    const DualPi2Params rfc;
    constexpr double RTT_MAX = 0.1;
    EXPECT_NEAR(rfc.alpha, 0.1 * (rfc.updateNs * 1e-9) / (RTT_MAX * RTT_MAX), 1e-12);
    EXPECT_NEAR(rfc.beta, 0.3 / RTT_MAX, 1e-12);
    const DualPi2Params linux = DualPi2Params::Linux();
    EXPECT_NEAR(linux.alpha, 0.160, 0.0005);
    EXPECT_NEAR(linux.beta, 3.199, 0.0005);
    DualPi2Params bad;
    bad.coupling = 0;
    EXPECT_THROW(DualPi2Core(bad, 0), std::invalid_argument);
    bad = DualPi2Params();
    bad.limitBytes = 100;
    EXPECT_THROW(DualPi2Core(bad, 0), std::invalid_argument);
    bad = DualPi2Params();
    bad.classicWeight = 100;
    EXPECT_THROW(DualPi2Core(bad, 0), std::invalid_argument);
}

/** RFC 9332, equation (1): p_C = (p_CL / k)^2. */
TEST(DualPi2Core, SteadyStateOfTheCoupling)
{
    DualPi2Params recur;
    recur.useRecur = true;
    DualPi2Params coupled4;
    coupled4.coupling = 4;
    for (const auto& [params, classic] : {std::pair{DualPi2Params(), 0.97},
                                          {DualPi2Params::Linux(), 0.97},
                                          {recur, 0.97},
                                          {coupled4, 0.92}})
    {
        // Classic flows that do not respond overload the link by 7 % (or 2 %).
        Seen seen = Load(params, classic, NOT_ECT, 0.1);
        const double dropped = seen.drops[0] / (seen.sent[0] + seen.drops[0]);
        const double marked = seen.signals[1] / seen.sent[1];
        const double square = (marked / params.coupling) * (marked / params.coupling);
        EXPECT_NEAR(dropped, 1 - 0.9 / classic, 0.1 * dropped);
        EXPECT_NEAR(dropped, square, 0.1 * square);
        EXPECT_EQ(seen.drops[1], 0);
        EXPECT_LT(Percentile99(seen.delays[1]), MS);
        EXPECT_GT(Percentile99(seen.delays[0]), 10 * MS);
        EXPECT_LT(Percentile99(seen.delays[0]), 100 * MS);
    }
}

TEST(DualPi2Core, ClassicPacketsAreMarkedIfTheyCanBe)
{
    // Nobody responds, so the queue grows until the limit: all signals are marks below overload.
    DualPi2Params params;
    params.dropOverload = false;
    Seen seen = Load(params, 1.05, ECT0, 0);
    EXPECT_EQ(seen.drops[0], 0);
    EXPECT_NEAR(seen.signals[0] / seen.sent[0], 0.25, 0.01) << "p' ends at 1/k";
}

TEST(DualPi2Core, InOverloadAllAreDropped)
{
    // Twice what the link can send: p_C has to become one half, which is beyond 1/k^2.
    const Seen classic = Load(DualPi2Params(), 2, ECT0, 0);
    EXPECT_NEAR(classic.drops[0] / (classic.sent[0] + classic.drops[0]), 0.5, 0.02);
    EXPECT_EQ(classic.signals[0], classic.drops[0]);
    const Seen l4s = Load(DualPi2Params(), 0, ECT0, 2);
    EXPECT_NEAR(l4s.drops[1] / (l4s.sent[1] + l4s.drops[1]), 0.5, 0.02);
    EXPECT_EQ(l4s.signals[1], l4s.drops[1] + l4s.sent[1]) << "and the rest is marked";
}

TEST(DualPi2Core, TheL4sQueueMarksByItsOwnDelay)
{
    const auto marked = [](DualPi2Params params, int64_t waited, int packets) {
        params.useRecur = true;
        params.alpha = 1e-9;
        params.beta = 0;
        DualPi2Core core(params, 0);
        int marks = 0;
        for (int i = 0; i < 1000; ++i)
        {
            const int64_t now = i * 10 * MS;
            for (int j = 0; j < packets; ++j)
            {
                core.Push(1500, ECT1, now);
            }
            marks += core.Pop(now + waited, [] { return 0.5; }).isMarked;
            while (core.Pop(now + waited, [] { return 0.5; }).slot != NO_SLOT)
            {
            }
        }
        return marks;
    };
    // With two packets, of which the second is alone and not marked.
    EXPECT_EQ(marked(DualPi2Params(), 800'000, 2), 0);
    EXPECT_NEAR(marked(DualPi2Params(), 1'000'000, 2), 500, 1);
    EXPECT_NEAR(marked(DualPi2Params(), 1'100'000, 2), 750, 1);
    EXPECT_NEAR(marked(DualPi2Params(), 1'200'000, 2), 999, 1);
    EXPECT_EQ(marked(DualPi2Params(), 5'000'000, 1), 0) << "below the least length";
    EXPECT_EQ(marked(DualPi2Params::Linux(), 1'000'000, 2), 0);
    EXPECT_GT(marked(DualPi2Params::Linux(), 1'000'001, 2), 490);
}

TEST(DualPi2Core, TheSchedulerSharesBytes)
{
    DualPi2Params params;
    params.alpha = 1e-9;
    params.beta = 0;
    params.limitPackets = 1'000'000;
    DualPi2Core core(params, 0);
    Uniform draw;
    // Small packets of L4S against large classic ones, both always waiting.
    for (int i = 0; i < 40000; ++i)
    {
        core.Push(300, ECT1, 0);
        core.Push(1500, NOT_ECT, 0);
    }
    EXPECT_EQ(core.Peek(), 0u) << "L4S first";
    uint64_t bytes[2] = {0, 0};
    while (core.L4sPackets() > 1000)
    {
        const auto departure = core.Pop(0, draw);
        bytes[departure.isL4s] += departure.isL4s ? 300 : 1500;
    }
    EXPECT_NEAR(static_cast<double>(bytes[0]) / static_cast<double>(bytes[0] + bytes[1]),
                0.1,
                0.002);
}

TEST(DualPi2Core, PacketsGoByTheirEcnField)
{
    DualPi2Params params;
    params.limitPackets = 4;
    DualPi2Core core(params, 0);
    core.Push(100, NOT_ECT, 0);
    core.Push(100, ECT0, 0);
    EXPECT_EQ(core.ClassicPackets(), 2u);
    core.Push(100, ECT1, 0);
    core.Push(100, CE, 0);
    EXPECT_EQ(core.L4sPackets(), 2u);
    EXPECT_EQ(core.Push(100, ECT1, 0), NO_SLOT) << "the limit";
    params.limitPackets = 0;
    params.limitBytes = 3000;
    DualPi2Core bytes(params, 0);
    EXPECT_NE(bytes.Push(1500, ECT0, 0), NO_SLOT);
    EXPECT_NE(bytes.Push(100, ECT0, 0), NO_SLOT) << "room for an MTU";
    EXPECT_EQ(bytes.Push(40, ECT0, 0), NO_SLOT) << "and now for less";
}

TEST(DualPi2Core, MissedUpdatesAreMadeUpFor)
{
    // One core is asked each update, the other at the end only.
    DualPi2Params params;
    DualPi2Core often(params, 0);
    DualPi2Core seldom(params, 0);
    const auto draw = [] { return 1.0; };
    for (DualPi2Core* core : {&often, &seldom})
    {
        core->Push(1500, ECT0, 0);
        core->Push(1500, ECT0, 0);
    }
    for (int64_t now = 15 * MS; now <= 300 * MS; now += 15 * MS)
    {
        // A packet of L4S in and out leaves the delay as it is.
        often.Push(100, ECT1, now);
        often.Pop(now, draw);
    }
    seldom.Push(100, ECT1, 300 * MS);
    seldom.Pop(300 * MS, draw);
    EXPECT_GT(often.BaseProbability(), 0);
    EXPECT_DOUBLE_EQ(often.BaseProbability(), seldom.BaseProbability());
    // An empty queue comes to rest, and a long pause takes no time.
    seldom.Pop(300 * MS, draw);
    seldom.Pop(300 * MS, draw);
    seldom.Push(1500, ECT0, INT64_MAX / 2);
    EXPECT_EQ(seldom.BaseProbability(), 0);
}

} // namespace dual_pi2_core_test
