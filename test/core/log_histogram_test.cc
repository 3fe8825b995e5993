/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "log-histogram.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace schedlab
{
namespace log_histogram_test
{

TEST(LogHistogram, QuantilesAreWithinFourThousandths)
{
    std::mt19937_64 random(1);
    std::lognormal_distribution<double> draw(10, 3);
    LogHistogram histogram;
    std::vector<double> values;
    double sum = 0;
    for (int i = 0; i < 100000; ++i)
    {
        values.push_back(1 + draw(random));
        histogram.Add(values.back());
        sum += values.back();
    }
    std::sort(values.begin(), values.end());
    EXPECT_EQ(histogram.GetCount(), values.size());
    EXPECT_DOUBLE_EQ(histogram.Mean(), sum / values.size());
    for (const double share : {0.01, 0.5, 0.95, 0.99, 0.999, 1.0})
    {
        const double exact = values[static_cast<std::size_t>(share * values.size()) - 1];
        EXPECT_NEAR(histogram.Quantile(share) / exact, 1, 0.0041) << share;
    }
}

TEST(LogHistogram, KnowsNothingAndSmallNumbers)
{
    LogHistogram histogram;
    EXPECT_EQ(histogram.Mean(), 0);
    EXPECT_EQ(histogram.Quantile(0.5), 0);
    histogram.Add(0.5);
    histogram.Add(0);
    EXPECT_EQ(histogram.Mean(), 0.25);
    EXPECT_EQ(histogram.Quantile(1), 0);
}

} // namespace log_histogram_test
} // namespace schedlab
