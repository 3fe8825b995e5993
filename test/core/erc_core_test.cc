/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "erc-core.h"
#include "prague-core.h"
#include "rate_path.h"

#include <gtest/gtest.h>

using namespace schedlab;

namespace erc_core_test
{

constexpr int64_t SECOND = 1'000'000'000;
constexpr uint32_t SEGMENT = 1500;
constexpr uint32_t IW = 10 * SEGMENT;

template <typename Core>
double
Utilisation(RatePath<Core>& path, int64_t fromNs, int64_t untilNs)
{
    path.RunUntil(fromNs);
    const uint64_t before = path.delivered;
    path.RunUntil(untilNs);
    return RateOf(path.delivered - before, untilNs - fromNs) / double(path.path.rateBps);
}

TEST(ErcCore, FillsThePathAndHoldsTheQueueAtTheMarks)
{
    RatePath<ErcCore>::Params params;
    params.markAbove = 60'000;
    ErcCore core({}, SEGMENT, IW);
    RatePath<ErcCore> path(core, params);
    EXPECT_TRUE(core.IsStartup());
    path.RunUntil(SECOND);
    EXPECT_FALSE(core.IsStartup());
    path.peakQueue = 0;
    EXPECT_GT(Utilisation(path, SECOND, 6 * SECOND), 0.9);
    EXPECT_GT(path.marked, 0u);
    EXPECT_LT(path.peakQueue, 200'000u);
    EXPECT_EQ(path.dropped, 0u);
    EXPECT_GT(core.Alpha(), 0);
    EXPECT_LT(core.Alpha(), 0.8);
}

TEST(ErcCore, CutsByTheShareOfMarksAndBySevenTenthsForLosses)
{
    RatePath<ErcCore>::Params params;
    params.buffer = 10'000'000;
    ErcCore core({}, SEGMENT, IW);
    RatePath<ErcCore> path(core, params);
    path.RunUntil(SECOND);
    TcpAck ack = path.last;
    const double delivery = ack.rateBps;
    EXPECT_GT(core.RateBps(), delivery);
    ack.newlyLost = SEGMENT;
    ack.priorDelivered = ack.delivered; // ends the epoch
    core.OnAck(ack);
    EXPECT_NEAR(core.RateBps(), 0.7 * delivery, 0.01 * delivery);
    core.OnAck(ack);
    EXPECT_NEAR(core.RateBps(), 0.7 * delivery, 0.01 * delivery) << "of before the cut";
    ack.newlyLost = 0;
    ack.ecnEcho = true;
    const double lossy = core.RateBps();
    core.OnAck(ack);
    EXPECT_NEAR(core.RateBps(),
                std::max(lossy * (1 - core.Alpha() / 2), 0.7 * delivery),
                0.01 * delivery);
}

TEST(ErcCore, GrowsBackInStages)
{
    RatePath<ErcCore>::Params params;
    params.buffer = 10'000'000;
    ErcCore core({}, SEGMENT, IW);
    RatePath<ErcCore> path(core, params);
    path.RunUntil(SECOND);
    TcpAck ack = path.last;
    ack.newlyLost = SEGMENT;
    ack.priorDelivered = ack.delivered;
    const double before = ack.rateBps;
    core.OnAck(ack);
    ack.newlyLost = 0;
    double rate = core.RateBps();
    for (int epoch = 1; epoch <= 5; ++epoch)
    {
        core.OnAck(ack);
        EXPECT_NEAR(core.RateBps(), (rate + before) / 2, 0.001 * before) << epoch;
        rate = core.RateBps();
    }
    EXPECT_LT(core.RateBps(), before);
    for (int epoch = 0; epoch < 12; ++epoch)
    {
        core.OnAck(ack);
    }
    EXPECT_GT(core.RateBps(), before);
    EXPECT_LE(core.RateBps(), 1.25 * ack.rateBps);
}

TEST(ErcCore, ATimeoutLeavesOneSegment)
{
    ErcCore core({}, SEGMENT, IW);
    core.OnTimeout();
    EXPECT_EQ(core.Cwnd(), SEGMENT);
}

TEST(PragueCore, HoldsAShortQueueAtAStep)
{
    RatePath<PragueCore>::Params params;
    params.markAbove = 10 * SEGMENT;
    PragueCore core({}, SEGMENT, IW);
    RatePath<PragueCore> path(core, params);
    path.RunUntil(3 * SECOND);
    EXPECT_FALSE(core.IsSlowStart());
    path.peakQueue = 0;
    EXPECT_GT(Utilisation(path, 3 * SECOND, 8 * SECOND), 0.93);
    EXPECT_LT(path.peakQueue, 60u * SEGMENT);
    EXPECT_LT(core.Alpha(), 0.5);
}

/** @return by how much the window grows in ten unmarked round trips, segments */
double
Growth(int64_t rttNs)
{
    PragueCore core({}, SEGMENT, IW);
    TcpAck ack;
    ack.rttNs = rttNs;
    ack.newlyDelivered = SEGMENT;
    ack.cwndLimited = true;
    ack.newlyLost = SEGMENT; // ends slow start
    core.OnAck(ack);
    ack.newlyLost = 0;
    const double before = core.Cwnd();
    for (double acked = 0; acked < 10 * before; acked += SEGMENT)
    {
        core.OnAck(ack);
    }
    return (core.Cwnd() - before) / SEGMENT;
}

TEST(PragueCore, GrowsLessOnShortPaths)
{
    EXPECT_NEAR(Growth(50'000'000), 7, 1.5); // about a segment in a round trip of a growing window
    EXPECT_NEAR(Growth(5'000'000) / Growth(50'000'000), 0.04, 0.03);
}

TEST(PragueCore, ReducesOncePerRoundTrip)
{
    PragueCore core({}, SEGMENT, 100 * SEGMENT);
    TcpAck ack;
    ack.ecnEcho = true;
    ack.newlyDelivered = SEGMENT;
    ack.rttNs = 10'000'000;
    ack.delivered = 100 * SEGMENT;
    core.OnAck(ack);
    const uint32_t once = core.Cwnd();
    EXPECT_EQ(once, 50u * SEGMENT); // alpha is 1 at first
    ack.priorDelivered = 50 * SEGMENT;
    ack.delivered += SEGMENT;
    core.OnAck(ack);
    EXPECT_EQ(core.Cwnd(), once);
    ack.priorDelivered = ack.delivered;
    ack.delivered += SEGMENT;
    core.OnAck(ack);
    EXPECT_LT(core.Cwnd(), once);
}

TEST(PragueCore, ATimeoutStartsSlowlyToHalfTheWindow)
{
    PragueCore core({}, SEGMENT, 100 * SEGMENT);
    core.OnTimeout();
    EXPECT_EQ(core.Cwnd(), SEGMENT);
    TcpAck ack;
    ack.cwndLimited = true;
    ack.newlyDelivered = SEGMENT;
    for (int i = 0; i < 49; ++i)
    {
        EXPECT_TRUE(core.IsSlowStart());
        core.OnAck(ack);
    }
    EXPECT_FALSE(core.IsSlowStart());
}

} // namespace erc_core_test
