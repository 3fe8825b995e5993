/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ideal-fct.h"
#include "rank-pmf.h"

#include <gtest/gtest.h>

namespace schedlab
{
namespace workload_core_test
{

TEST(RankPmf, HasTheMeansOfItsShapes)
{
    const uint32_t max = 100;
    EXPECT_NEAR(RankPmf(RankPmf::UNIFORM, max).Mean(), 49.5, 1e-9);
    EXPECT_NEAR(RankPmf(RankPmf::POISSON, max).Mean(), 50, 0.01);
    // Of the exponential 1.8 % would lie beyond the end; what is left has its mean below 25.
    const double exponential = RankPmf(RankPmf::EXPONENTIAL, max).Mean();
    EXPECT_NEAR(exponential, 22.6, 0.2);
    EXPECT_NEAR(RankPmf(RankPmf::INVERSE, max).Mean(), max - 1 - exponential, 1e-9);
}

TEST(RankPmf, ConvexHasItsRanksAtBothEnds)
{
    const RankPmf convex(RankPmf::CONVEX, 100);
    const int steps = 100000;
    int middle = 0;
    int low = 0;
    for (int i = 0; i < steps; ++i)
    {
        const uint32_t rank = convex.Quantile((i + 0.5) / steps);
        middle += rank >= 35 && rank < 65 ? 1 : 0;
        low += rank < 35 ? 1 : 0;
    }
    EXPECT_LT(middle, steps / 1000);
    EXPECT_NEAR(static_cast<double>(low) / steps, 0.5, 0.05);
}

TEST(RankPmf, StaysInRange)
{
    for (const auto shape : {RankPmf::UNIFORM,
                             RankPmf::EXPONENTIAL,
                             RankPmf::POISSON,
                             RankPmf::CONVEX,
                             RankPmf::INVERSE})
    {
        for (const uint32_t max : {1U, 2U, 100U, 1000U})
        {
            const RankPmf pmf(shape, max);
            EXPECT_LT(pmf.Quantile(0), max);
            EXPECT_LT(pmf.Quantile(0.5), max);
            EXPECT_LT(pmf.Quantile(1), max);
        }
    }
    EXPECT_THROW(RankPmf(RankPmf::UNIFORM, 0), std::invalid_argument);
    EXPECT_THROW(RankPmf::ShapeFrom("normal"), std::invalid_argument);
    EXPECT_EQ(RankPmf::ShapeFrom("inverse"), RankPmf::INVERSE);
}

/** Two links of 100 Gbit/s and 1 us, as in the linear topology. */
IdealFct
Linear()
{
    return {{{100e9, 1e-6}, {100e9, 1e-6}}, 1448, 42, 42, 50, 10};
}

TEST(IdealFct, OneByteTakesTwoRoundTrips)
{
    // Two links each way, four times; SYN, SYN-ACK, 43 bytes of data and the answer.
    const double expected = 8e-6 + 2 * (50 + 50 + 43 + 42) * 8 / 100e9;
    EXPECT_NEAR(Linear()(1), expected, 1e-12);
}

TEST(IdealFct, GrowsWithSizeAndApproachesTheLinkRate)
{
    double last = 0;
    for (uint64_t size = 1; size < 100000000; size = size * 5 / 4 + 1)
    {
        const double fct = Linear()(size);
        EXPECT_GT(fct, last) << size;
        last = fct;
    }
    const double payload = 1e8 * 8 / Linear()(100000000);
    EXPECT_NEAR(payload / (100e9 * 1448 / 1490), 1, 0.01);
}

TEST(IdealFct, WaitsForAcknowledgementsUntilTheWindowFillsTheLink)
{
    // Ten segments leave at once, the eleventh when the first one is acknowledged.
    const double step = Linear()(11 * 1448) - Linear()(10 * 1448);
    EXPECT_GT(step, 1e-6);
    // With a window beyond the bandwidth-delay product it only has to be serialized.
    IdealFct wide = Linear();
    wide.initialWindow = 100;
    EXPECT_NEAR(wide(11 * 1448) - wide(10 * 1448), 1490 * 8 / 100e9, 1e-12);
}

TEST(IdealFct, IsSetByTheSlowestLinkOfThePath)
{
    IdealFct mixed = Linear();
    mixed.initialWindow = 1000;
    mixed.path = {{100e9, 1e-6}, {400e9, 1e-6}, {400e9, 1e-6}, {100e9, 1e-6}};
    const double full = 1490 * 8 / 100e9;
    EXPECT_NEAR(mixed(12 * 1448) - mixed(11 * 1448), full, 1e-12);
    std::swap(mixed.path[0], mixed.path[1]);
    EXPECT_NEAR(mixed(12 * 1448) - mixed(11 * 1448), full, 1e-12);
    // A lone byte is stored and forwarded by every link at its own rate.
    const double bits = 2 * 8 * (1 / 100e9 + 1 / 400e9);
    EXPECT_NEAR(mixed(1), 16e-6 + bits * (50 + 50 + 43 + 42), 1e-12);
}

} // namespace workload_core_test
} // namespace schedlab
