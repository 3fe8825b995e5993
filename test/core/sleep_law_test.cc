/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sleep-law.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace schedlab;

namespace sleep_law_test
{

TEST(SleepLaw, ReadsItsTextForm)
{
    EXPECT_EQ(SleepLaw("exact").Duration(10000, .7, 0), 10000);
    EXPECT_EQ(SleepLaw("constant:4us").Duration(10000, .7, 0), 14000);
    EXPECT_EQ(SleepLaw("uniform:2.5us:5.5us").Duration(10000, 0, 0), 12500);
    EXPECT_NEAR(SleepLaw("uniform:2500ns:0.0055ms").Duration(10000, .5, 0), 14000, 1e-9);
    EXPECT_NEAR(SleepLaw("jitter:0.1").Duration(10000, 0, 0), 9000, 1e-9);
    EXPECT_NEAR(SleepLaw("jitter:0.1").Duration(10000, .5, 0), 10000, 1e-9);
    EXPECT_EQ(SleepLaw("hr_sleep").Duration(0, 0, 0), 2500);
    EXPECT_EQ(SleepLaw("nanosleep").Duration(1000, 0, 0), 53500);
    EXPECT_EQ(SleepLaw("nanosleep:1us").Duration(1000, 0, 0), 4500);
    EXPECT_EQ(SleepLaw("uniform:2.5us:5.5us").MeanOvershoot(), 4000);
    EXPECT_EQ(SleepLaw("uniform:2.5us:5.5us").Longest(10000), 15500);
}

TEST(SleepLaw, RefusesWhatIsNone)
{
    for (const char* text : {"",
                             "exakt",
                             "exact:1",
                             "uniform:1us",
                             "uniform:5us:2us",
                             "uniform:a:b",
                             "jitter:1",
                             "jitter:-0.1",
                             "jitter:0.1us",
                             "constant:4",
                             "constant:4us5",
                             "constant:-4us",
                             "lognormal:3us",
                             "nanosleep:"})
    {
        EXPECT_THROW(SleepLaw{text}, std::invalid_argument) << text;
    }
}

TEST(SleepLaw, HasTheMomentsOfALognormalOvershoot)
{
    const SleepLaw law("lognormal:3us:0.5");
    ASSERT_TRUE(law.NeedsTwo());
    EXPECT_FALSE(SleepLaw("hr_sleep").NeedsTwo());
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    std::vector<double> overshoots;
    double sum = 0;
    for (int i = 0; i < 20000; ++i)
    {
        const double first = uniform(random);
        overshoots.push_back(law.Duration(1000, first, uniform(random)) - 1000);
        sum += overshoots.back();
    }
    std::nth_element(overshoots.begin(), overshoots.begin() + 10000, overshoots.end());
    EXPECT_NEAR(overshoots[10000], 3000, 60);
    EXPECT_NEAR(sum / 20000, law.MeanOvershoot(), 60);
}

} // namespace sleep_law_test
