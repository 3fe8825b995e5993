/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pace-gaps.h"

#include <gtest/gtest.h>

using namespace schedlab;

namespace pace_gaps_test
{

constexpr uint64_t RATE = 12'000'000; // 1500 bytes in a millisecond
constexpr int64_t MS = 1'000'000;

TEST(PaceGaps, CountsPacketsThatComeTooSoon)
{
    PaceGaps gaps(2);
    gaps.OnDeparture(0, 0, 1500, RATE);
    gaps.OnDeparture(1, 0, 1500, RATE); // another flow
    gaps.OnDeparture(0, MS, 1500, RATE);
    gaps.OnDeparture(0, 2 * MS - MS / 20, 1500, RATE); // within the tolerance
    EXPECT_EQ(gaps.Paced(), 2u);
    EXPECT_EQ(gaps.Early(), 0u);
    EXPECT_EQ(gaps.LongestBurst(), 1u);
    gaps.OnDeparture(0, 2 * MS, 1500, RATE);
    gaps.OnDeparture(0, 2 * MS + 1, 1500, RATE);
    gaps.OnDeparture(0, 4 * MS, 1500, RATE);
    EXPECT_EQ(gaps.Paced(), 5u);
    EXPECT_EQ(gaps.Early(), 2u);
    EXPECT_EQ(gaps.LongestBurst(), 3u);
}

TEST(PaceGaps, PacketsWithoutARateAskForNoDistance)
{
    PaceGaps gaps(1);
    for (int i = 0; i < 5; ++i)
    {
        gaps.OnDeparture(0, i, 1500, 0);
    }
    EXPECT_EQ(gaps.Paced(), 0u);
    EXPECT_EQ(gaps.LongestBurst(), 0u);
}

} // namespace pace_gaps_test
