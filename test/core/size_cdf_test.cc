/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "size-cdf.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <vector>

namespace schedlab
{
namespace size_cdf_test
{

SizeCdf
Table(const std::string& name, SizeCdf::Interpolation interpolation)
{
    std::ifstream in(std::string(SCHEDLAB_WORKLOAD_DATA) + "/" + name + ".csv");
    return SizeCdf::Parse(in, name, interpolation);
}

SizeCdf
Small(SizeCdf::Interpolation interpolation)
{
    return SizeCdf({{100, 0.5}, {200, 0.75}, {1000, 1}}, interpolation);
}

TEST(SizeCdf, KnowsTheMeansOfTheShippedTables)
{
    EXPECT_NEAR(Table("websearch", SizeCdf::LINEAR).Mean(), 1711250, 1e-3);
    EXPECT_NEAR(Table("datamining", SizeCdf::LINEAR).Mean(), 12658198.6, 1e-3);
}

TEST(SizeCdf, DrawsHaveTheMeanAndReachEachKnot)
{
    for (const char* name : {"websearch", "datamining"})
    {
        for (const auto interpolation : {SizeCdf::LINEAR, SizeCdf::DISCRETE})
        {
            const SizeCdf cdf = Table(name, interpolation);
            const auto& knots = cdf.GetKnots();
            // Evenly spaced draws come nearer to the distribution than as many random ones.
            const int draws = 100000;
            std::vector<int> upTo(knots.size(), 0);
            double sum = 0;
            for (int i = 0; i < draws; ++i)
            {
                const uint64_t size = cdf.Quantile((i + 0.5) / draws);
                sum += size;
                for (std::size_t k = knots.size(); k-- > 0 && size <= knots[k].size;)
                {
                    ++upTo[k];
                }
            }
            EXPECT_NEAR(sum / draws / cdf.Mean(), 1, 0.001) << name;
            for (std::size_t k = 0; k < upTo.size(); ++k)
            {
                double tolerance = 1.0 / draws;
                if (interpolation == SizeCdf::LINEAR && k + 1 < knots.size())
                {
                    // Sizes up to half a byte above a knot are rounded to it.
                    tolerance += 0.5 * (knots[k + 1].cdf - knots[k].cdf) /
                                 static_cast<double>(knots[k + 1].size - knots[k].size);
                }
                EXPECT_NEAR(static_cast<double>(upTo[k]) / draws, knots[k].cdf, tolerance)
                    << name << " knot " << k;
            }
        }
    }
}

TEST(SizeCdf, LinearSpreadsAndDiscreteDoesNot)
{
    const SizeCdf linear = Small(SizeCdf::LINEAR);
    EXPECT_EQ(linear.Quantile(0.3), 100); // below the first knot there is nothing to spread over
    EXPECT_EQ(linear.Quantile(0.625), 150);
    EXPECT_EQ(linear.Quantile(0.875), 600);
    EXPECT_EQ(linear.Quantile(1), 1000);
    EXPECT_DOUBLE_EQ(linear.Mean(), 0.5 * 100 + 0.25 * 150 + 0.25 * 600);

    const SizeCdf discrete = Small(SizeCdf::DISCRETE);
    EXPECT_EQ(discrete.Quantile(0.5), 100);
    EXPECT_EQ(discrete.Quantile(0.625), 200);
    EXPECT_EQ(discrete.Quantile(0.875), 1000);
    EXPECT_DOUBLE_EQ(discrete.Mean(), 0.5 * 100 + 0.25 * 200 + 0.25 * 1000);
}

TEST(SizeCdf, MeanKnowsACap)
{
    // Of the sizes from 200 to 1000 a quarter is below 400.
    EXPECT_DOUBLE_EQ(Small(SizeCdf::LINEAR).Mean(400),
                     0.5 * 100 + 0.25 * 150 + 0.25 * (0.25 * 300 + 0.75 * 400));
    EXPECT_DOUBLE_EQ(Small(SizeCdf::LINEAR).Mean(50), 50);
    EXPECT_DOUBLE_EQ(Small(SizeCdf::DISCRETE).Mean(150), 0.5 * 100 + 0.5 * 150);
}

TEST(SizeCdf, NeverDrawsZeroBytes)
{
    EXPECT_EQ(SizeCdf({{0, 0.5}, {10, 1}}, SizeCdf::DISCRETE).Quantile(0.1), 1);
    EXPECT_EQ(SizeCdf({{0, 0}, {10, 1}}, SizeCdf::LINEAR).Quantile(0), 1);
}

struct BadTable
{
    const char* text;   //!< the file
    const char* reason; //!< part of the error
};

class SizeCdfRejects : public testing::TestWithParam<BadTable>
{
};

TEST_P(SizeCdfRejects, WithFileLineAndReason)
{
    std::istringstream in(GetParam().text);
    try
    {
        SizeCdf::Parse(in, "sizes.csv", SizeCdf::LINEAR);
        FAIL() << "accepted:\n" << GetParam().text;
    }
    catch (const std::invalid_argument& error)
    {
        const std::string message = error.what();
        EXPECT_EQ(message.rfind("sizes.csv", 0), 0U) << message;
        EXPECT_NE(message.find(GetParam().reason), std::string::npos) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

INSTANTIATE_TEST_SUITE_P(
    Tables,
    SizeCdfRejects,
    testing::Values(BadTable{"", "no rows"},
                    BadTable{"size_bytes,cdf\n", "no rows"},
                    BadTable{"10,0.5\n20,1\n", "line 1: expected the header"},
                    BadTable{"size_bytes,cdf\n10,0.5\n20,0.4\n", "line 3: the shares do not rise"},
                    BadTable{"size_bytes,cdf\n10,0.5\n10,1\n", "line 3: the sizes do not rise"},
                    BadTable{"size_bytes,cdf\n20,0.5\n10,1\n", "line 3: the sizes do not rise"},
                    BadTable{"size_bytes,cdf\n10,0.5\n20,0.9\n", "has to be 1"},
                    BadTable{"size_bytes,cdf\n10,0.5\n20,1.5\n", "line 3: a share is from 0 to 1"},
                    BadTable{"size_bytes,cdf\n10,nan\n", "line 2"},
                    BadTable{"size_bytes,cdf\n10,x\n", "line 2: expected a size"},
                    BadTable{"size_bytes,cdf\n10,0.5,7\n", "line 2: expected a size"},
                    BadTable{"size_bytes,cdf\n-1,0.5\n20,1\n", "line 2: a size is a whole number"},
                    BadTable{"size_bytes,cdf\n1.5,0.5\n20,1\n", "line 2: a size is a whole number"},
                    BadTable{"size_bytes,cdf\n0,1\n", "0 bytes"}));

TEST(SizeCdf, ReadsCommentsAndCarriageReturns)
{
    std::istringstream in("# sizes\r\nsize_bytes,cdf\r\n\r\n10,0.5\r\n20,1\r\n");
    EXPECT_EQ(SizeCdf::Parse(in, "sizes.csv", SizeCdf::LINEAR).GetKnots().size(), 2U);
}

} // namespace size_cdf_test
} // namespace schedlab
