/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-pacing.h"

#include <gtest/gtest.h>
#include <vector>

using namespace schedlab;

namespace burst_pacing_test
{

constexpr uint64_t RATE = 12'000'000;
constexpr uint64_t MOST = 100'000'000'000;

TEST(BurstPacing, WaitsAfterEachSegmentByDefault)
{
    BurstPacing pacing;
    pacing.Set(RATE, 0);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(pacing.RateBps(MOST), RATE);
        pacing.OnSent();
    }
    EXPECT_EQ(pacing.RateBps(RATE / 2), RATE / 2) << "no more than the most";
}

TEST(BurstPacing, WaitsForTheWholeBurstAfterItsLastSegment)
{
    BurstPacing pacing;
    pacing.Set(RATE, 3);
    std::vector<uint64_t> rates;
    for (int i = 0; i < 6; ++i)
    {
        rates.push_back(pacing.RateBps(MOST));
        pacing.OnSent();
    }
    EXPECT_EQ(rates, (std::vector<uint64_t>{MOST, MOST, RATE / 3, MOST, MOST, RATE / 3}));
}

TEST(BurstPacing, AShorterBurstEndsTheOneThatIsUnderWay)
{
    BurstPacing pacing;
    pacing.Set(RATE, 8);
    for (int i = 0; i < 5; ++i)
    {
        pacing.OnSent();
    }
    pacing.Set(RATE, 2);
    EXPECT_EQ(pacing.RateBps(MOST), RATE / 2);
    pacing.OnSent();
    EXPECT_EQ(pacing.RateBps(MOST), MOST);
}

} // namespace burst_pacing_test
