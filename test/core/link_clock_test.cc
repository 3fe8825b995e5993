/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-clock.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <random>

using namespace schedlab;

namespace link_clock_test
{

constexpr uint64_t NANOSECONDS = 1000000000; //!< time steps of a second
constexpr uint64_t PICOSECONDS = 1000000000000;

TEST(LinkClock, DoesNotDriftOverAMillionFramesBackToBack)
{
    for (const uint64_t steps : {NANOSECONDS, PICOSECONDS})
    {
        for (const uint64_t rate :
             std::initializer_list<uint64_t>{1000000000, 100000000000, 400000000000, 333333333333})
        {
            LinkClock clock(rate, steps);
            std::mt19937 random(1);
            unsigned __int128 bits = 0;
            const uint64_t begin = 12345;
            for (int i = 0; i < 1000000; ++i)
            {
                const uint32_t bytes = i % 3 == 0 ? 120 : 64 + random() % 9000;
                bits += 8 * bytes;
                const uint64_t sent = i == 0 ? clock.SendAt(begin, bytes) : clock.SendNext(bytes);
                const uint64_t exact =
                    begin + static_cast<uint64_t>((bits * steps + rate - 1) / rate);
                ASSERT_EQ(sent, exact) << "frame " << i << " at " << rate << " bit/s";
            }
        }
    }
}

TEST(LinkClock, KnowsTheTimesOfFullFrames)
{
    LinkClock at100G(100000000000, NANOSECONDS);
    LinkClock at400G(400000000000, NANOSECONDS);
    EXPECT_EQ(at100G.SendAt(0, 1500), 120u);
    EXPECT_EQ(at400G.SendAt(0, 1500), 30u);
    EXPECT_EQ(at400G.SendNext(120), 33u); // 2.4 ns, the last bit is on the link at 32.4
    EXPECT_EQ(at400G.SendNext(120), 35u); // 34.8
    EXPECT_EQ(at400G.SendAt(40, 120), 43u);
}

TEST(LinkClock, RefusesARateOfZero)
{
    EXPECT_THROW(LinkClock(0, NANOSECONDS), std::invalid_argument);
}

} // namespace link_clock_test
