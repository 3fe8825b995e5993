/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "bbr3-core.h"
#include "rate_path.h"

#include <gtest/gtest.h>
#include <vector>

using namespace schedlab;

namespace bbr3_core_test
{

using Path = RatePath<Bbr3Core>;
using State = Bbr3Core::State;

constexpr int64_t SECOND = 1'000'000'000;
constexpr uint32_t SEGMENT = Path::SEGMENT;
constexpr double BDP = 250'000; // of Path::Params

/** A core on a path, with the states it goes through. */
struct Flow
{
    explicit Flow(const Path::Params& path = {}, const Bbr3Params& params = {}, double jitter = 0.5)
        : core(params, SEGMENT, 10 * SEGMENT),
          path(core, path)
    {
        core.SetJitter(jitter);
        this->path.seen = [this, jitter](const TcpAck& ack) {
            if (core.NeedsJitter())
            {
                core.SetJitter(jitter);
            }
            if (states.empty() || states.back() != core.GetState())
            {
                states.push_back(core.GetState());
                times.push_back(ack.nowNs);
            }
        };
    }

    /** @return throughput until the given time over the path's rate */
    double Utilisation(int64_t untilNs)
    {
        const uint64_t before = path.delivered;
        const int64_t from = path.Now();
        path.RunUntil(untilNs);
        return RateOf(path.delivered - before, untilNs - from) / double(path.path.rateBps);
    }

    Bbr3Core core;
    Path path;
    std::vector<State> states;
    std::vector<int64_t> times;
};

TEST(Bbr3Core, GoesThroughItsStatesInOrder)
{
    Flow run;
    run.path.RunUntil(4 * SECOND);
    const std::vector<State> cycle{State::STARTUP,
                                   State::DRAIN,
                                   State::PROBE_BW_CRUISE,
                                   State::PROBE_BW_REFILL,
                                   State::PROBE_BW_UP,
                                   State::PROBE_BW_DOWN,
                                   State::PROBE_BW_CRUISE};
    ASSERT_GE(run.states.size(), cycle.size());
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        EXPECT_EQ(run.states[i], cycle[i]) << i;
    }
    EXPECT_LT(run.times[2], SECOND / 2);
}

TEST(Bbr3Core, FillsThePathWithAShortQueue)
{
    Flow run;
    run.path.RunUntil(SECOND);
    run.path.peakQueue = 0;
    EXPECT_GT(run.Utilisation(5 * SECOND), 0.95);
    EXPECT_EQ(run.path.dropped, 0u);
    // Probing at 1.25 for a few rounds queues less than a bandwidth-delay product.
    EXPECT_LT(run.path.peakQueue, BDP);
    EXPECT_NEAR(run.core.Model().Bw(), 1e8, 2e6);
    EXPECT_NEAR(run.core.MinRttNs(), 20.12e6, 0.2e6);
}

/** What is sent at once: a millisecond's worth, two segments to 64 KiB. */
TEST(Bbr3Core, SendsAMillisecondAtOnce)
{
    const auto quantum = [](uint64_t rateBps) {
        Path::Params path;
        path.rateBps = rateBps;
        path.buffer = rateBps / 100;
        Flow run(path);
        run.path.RunUntil(SECOND);
        EXPECT_NEAR(run.core.PacingBps(), rateBps, rateBps / 4.0);
        return run.core.SendQuantum();
    };
    EXPECT_EQ(quantum(10'000'000), 2 * SEGMENT);
    EXPECT_NEAR(quantum(100'000'000), 12'500, 3'200);
    EXPECT_EQ(quantum(1'000'000'000), 65536);
}

TEST(Bbr3Core, LooksForALowerRoundTripEveryFiveSeconds)
{
    Flow run;
    run.path.RunUntil(5 * SECOND);
    EXPECT_EQ(std::count(run.states.begin(), run.states.end(), State::PROBE_RTT), 0);
    uint32_t least = UINT32_MAX;
    const auto note = run.path.seen;
    run.path.seen = [&](const TcpAck& ack) {
        note(ack);
        least = run.core.GetState() == State::PROBE_RTT ? std::min(least, run.core.Cwnd()) : least;
    };
    run.path.RunUntil(11 * SECOND);
    EXPECT_EQ(std::count(run.states.begin(), run.states.end(), State::PROBE_RTT), 2);
    EXPECT_NEAR(least, BDP / 2, BDP / 20);
    for (std::size_t i = 0; i + 1 < run.states.size(); ++i)
    {
        if (run.states[i] == State::PROBE_RTT)
        {
            EXPECT_GE(run.times[i + 1] - run.times[i], SECOND / 5);
            EXPECT_LE(run.times[i + 1] - run.times[i], SECOND / 5 + SECOND / 10);
            EXPECT_EQ(run.states[i + 1], State::PROBE_BW_CRUISE);
        }
    }
}

class Bbr3ProbeWait : public ::testing::TestWithParam<double>
{
};

TEST_P(Bbr3ProbeWait, IsTwoToThreeSeconds)
{
    Path::Params path;
    path.rttNs = 100'000'000; // so that 63 round trips are longer
    path.buffer = 3'000'000;
    Flow run(path, {}, GetParam());
    run.path.RunUntil(5 * SECOND);
    int64_t drained = 0; // the queue of the startup is empty, so ProbeBW_DOWN is over at once
    for (std::size_t i = 0; i < run.states.size(); ++i)
    {
        drained = i > 0 && run.states[i - 1] == State::DRAIN ? run.times[i] : drained;
        if (run.states[i] == State::PROBE_BW_REFILL)
        {
            EXPECT_NEAR(run.times[i] - drained, (2 + GetParam()) * SECOND, 1e7);
            return;
        }
    }
    FAIL() << "no probe";
}

INSTANTIATE_TEST_SUITE_P(Jitter, Bbr3ProbeWait, ::testing::Values(0.0, 0.5, 0.999));

TEST(Bbr3Core, ProbesNoLaterThanARenoFlowWould)
{
    Path::Params path;
    path.rateBps = 12'000'000; // a bandwidth-delay product of 20 packets: 20 round trips are 0.4 s
    Flow run(path);
    run.path.RunUntil(3 * SECOND);
    EXPECT_GE(std::count(run.states.begin(), run.states.end(), State::PROBE_BW_UP), 3);
}

TEST(Bbr3Core, LearnsTheBufferOfAShallowPath)
{
    Path::Params path;
    path.buffer = BDP / 4;
    Flow run(path);
    run.path.RunUntil(2 * SECOND);
    EXPECT_NE(run.core.InflightHi(), Bbr3Model::NONE);
    EXPECT_LT(run.core.InflightHi(), 1.5 * BDP);
    const uint64_t dropped = run.path.dropped;
    const uint64_t delivered = run.path.delivered;
    EXPECT_GT(run.Utilisation(12 * SECOND), 0.85);
    EXPECT_LT(run.path.dropped - dropped, 0.03 * (run.path.delivered - delivered));
}

TEST(Bbr3Core, CarriesOnThroughRandomLossBelowTheThreshold)
{
    Path::Params path;
    path.dropEvery = 100;
    Flow run(path);
    EXPECT_GT(run.Utilisation(10 * SECOND), 0.65);
    path.dropEvery = 20; // five per cent, more than twice the threshold
    Flow lossy(path);
    EXPECT_LT(lossy.Utilisation(10 * SECOND), 0.7 * run.Utilisation(20 * SECOND));
}

TEST(Bbr3Core, FollowsAPathThatSlowsDown)
{
    Flow run;
    run.path.RunUntil(3 * SECOND);
    run.path.path.rateBps /= 4;
    run.path.RunUntil(13 * SECOND);
    EXPECT_NEAR(run.core.Model().MaxBw(), 25e6, 2e6);
    EXPECT_GT(run.Utilisation(16 * SECOND), 0.9);
}

TEST(Bbr3Core, FindsAPathThatSpeedsUp)
{
    Path::Params path;
    path.rateBps = 25'000'000;
    Flow run(path);
    run.path.RunUntil(3 * SECOND);
    run.path.path.rateBps *= 4;
    run.path.RunUntil(20 * SECOND);
    EXPECT_GT(run.Utilisation(23 * SECOND), 0.9);
}

TEST(Bbr3Core, ReturnsToItsWindowAfterATimeout)
{
    Flow run;
    run.path.RunUntil(SECOND);
    const uint32_t before = run.core.Cwnd();
    run.core.OnTimeout();
    EXPECT_EQ(run.core.Cwnd(), SEGMENT);
    TcpAck ack = run.path.last;
    ack.newlyDelivered = SEGMENT;
    run.core.OnAck(ack);
    EXPECT_EQ(run.core.Cwnd(), 4 * SEGMENT);
    run.core.OnRecovered();
    EXPECT_EQ(run.core.Cwnd(), before);
}

TEST(Bbr3Core, HeedsMarksOnShortPathsInTheLinuxPresetOnly)
{
    const auto marksOf = [](int64_t rttNs, const Bbr3Params& params) {
        Path::Params path;
        path.rttNs = rttNs;
        path.markAbove = 5 * SEGMENT;
        Flow run(path, params);
        run.path.RunUntil(5 * SECOND);
        return run.path.marked;
    };
    const Bbr3Params linux = Bbr3Params::LinuxV3();
    Bbr3Params deaf = linux;
    deaf.ecn = false;
    EXPECT_LT(marksOf(4'000'000, linux), 0.7 * marksOf(4'000'000, deaf));
    EXPECT_EQ(marksOf(8'000'000, linux), marksOf(8'000'000, deaf));
    EXPECT_FALSE(Bbr3Params().ecn);
}

TEST(Bbr3Core, ManyMarksEndStartup)
{
    Path::Params path;
    path.rttNs = 4'000'000;
    path.buffer = 10'000'000;
    path.markAbove = SEGMENT;
    Bbr3Params params = Bbr3Params::LinuxV3();
    params.startupRounds = 1000;
    Flow run(path, params);
    run.path.RunUntil(SECOND / 2);
    EXPECT_NE(run.core.GetState(), State::STARTUP);
    params.ecn = false;
    Flow deaf(path, params);
    deaf.path.RunUntil(SECOND / 2);
    EXPECT_EQ(deaf.core.GetState(), State::STARTUP);
}

} // namespace bbr3_core_test
