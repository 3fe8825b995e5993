/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "golden_trace.h"
#include "naive_fifo.h"
#include "rifo-core.h"

#include <gtest/gtest.h>
#include <limits>

using namespace schedlab;
using namespace schedlab::test;

namespace rifo_core_test
{

std::string
RangeOf(const RifoCore<int64_t>& core)
{
    const RifoAdmission& rule = core.GetAdmission();
    return "max=" + std::to_string(rule.Reference().Max()) +
           ";min=" + std::to_string(rule.Reference().Min()) +
           ";cnt=" + std::to_string(rule.WindowCount());
}

class RifoGolden : public testing::TestWithParam<std::string>
{
};

TEST_P(RifoGolden, EveryRowMatchesWithReferenceCompat)
{
    const GoldenTrace trace = GoldenByName(GetParam());
    RifoCore<int64_t> core({{uint64_t(trace.Number("C"))},
                            uint32_t(trace.Number("sample_count")),
                            trace.Number("k"),
                            true});
    const Replayed replayed = Replay<RifoCore<int64_t>>(trace, core, RangeOf);
    EXPECT_EQ(replayed.otherRows, 0u) << replayed.firstDifference;
}

INSTANTIATE_TEST_SUITE_P(Vectors,
                         RifoGolden,
                         testing::ValuesIn(GoldenNames("rifo_")),
                         [](const auto& info) { return TestName(info.param); });

/** RIFO's rule written down plainly, K = numerator / denominator. */
struct NaiveRifoRule
{
    uint64_t numerator;
    uint64_t denominator;
    std::size_t windowSize;
    std::vector<uint64_t> window{};

    bool operator()(uint64_t rank, uint64_t load, uint64_t limit)
    {
        window.push_back(rank);
        const auto [least, most] = std::minmax_element(window.begin(), window.end());
        const bool admitted = load * denominator <= numerator * limit || *least == *most ||
                              Uint128(*most - rank) * limit >= Uint128(*most - *least) * load;
        if (window.size() == windowSize)
        {
            window.clear();
        }
        return admitted;
    }
};

struct RifoCase
{
    RankLimit limit;
    uint32_t window;
    uint64_t numerator;
    uint64_t denominator;
    RandomOperations operations;
};

class RifoRandom : public testing::TestWithParam<RifoCase>
{
};

TEST_P(RifoRandom, MatchesTheNaiveRule)
{
    const RifoCase& c = GetParam();
    RifoCore<int64_t> core({c.limit, c.window, double(c.numerator) / double(c.denominator), false});
    NaiveFifo<NaiveRifoRule> oracle(c.limit, {c.numerator, c.denominator, c.window});
    const auto refused = ExpectSameBehaviour(core, oracle, c.operations);
    EXPECT_EQ(refused[std::size_t(Refusal::ADMISSION)] > 0, c.window > 1);
}

// A million operations together.
INSTANTIATE_TEST_SUITE_P(
    Cases,
    RifoRandom,
    testing::Values(RifoCase{{1088}, 150, 1, 10, {250000, 1, 100}},
                    RifoCase{{80}, 20, 1, 10, {250000, 2, 100}},
                    RifoCase{{10}, 1, 0, 1, {100000, 3, 7}},
                    RifoCase{{3}, 2, 3, 10, {150000, 4, 5}},
                    RifoCase{{64}, 32, 1, 2, {190000, 6, 0}},
                    RifoCase{{90000, RankLimit::BYTES}, 50, 1, 10, {60000, 7, 100, 1500}}));

TEST(RifoCore, MatchesTheReferenceRuleOnAnyRanks)
{
    // An independent reading of the quirks, in 64 bits and with the wrap-around written out.
    struct Quirks
    {
        float k;
        int window;
        int64_t max = 0;
        int64_t min = 2147483647;
        int count = 0;

        static double Wrap(int64_t value)
        {
            return value > 2147483647    ? value - 4294967296
                   : value < -2147483648 ? value + 4294967296
                                         : value;
        }

        bool operator()(uint64_t rank, uint64_t load, uint64_t limit)
        {
            const int64_t r = int64_t(Wrap(rank % 4294967296));
            if (r > max)
            {
                max = r;
            }
            else if (r < min)
            {
                min = r;
            }
            const double range = Wrap(max - min);
            const bool good = range != 0 && Wrap(max - r) / range >= (double(limit) - load) / limit;
            if (++count == window)
            {
                count = 0;
                max = -2147483648;
                min = 2147483647;
            }
            return load <= double(k) * limit || good;
        }
    };

    for (uint64_t ranks : {uint64_t(100), uint64_t(4000000000), uint64_t(0)})
    {
        RifoCore<int64_t> core({{50}, 7, 0.1, true});
        NaiveFifo<Quirks> oracle({50}, {0.1f, 7});
        const auto refused = ExpectSameBehaviour(core, oracle, {70000, ranks, ranks});
        EXPECT_GT(refused[std::size_t(Refusal::ADMISSION)], 0u);
    }
}

TEST(RifoCore, NeedsBetterRanksTheFullerItIs)
{
    RifoCore<int> core({{10}, 1000, 0});
    core.Push({0, 0});
    core.Push({1, 100}); // the worst so far, refused with one packet queued
    EXPECT_EQ(core.Size(), 1u);
    for (uint64_t used = 1; used < 10; ++used)
    {
        ASSERT_EQ(core.Size(), used);
        // (100 - r) / 100 >= used / 10
        EXPECT_EQ(core.Push({0, 100 - 10 * used + 1}).refusal, Refusal::ADMISSION);
        EXPECT_TRUE(core.Push({0, 100 - 10 * used}).IsAccepted());
    }
    EXPECT_EQ(core.Push({0, 0}).refusal, Refusal::FULL);
}

TEST(RifoCore, EqualRanksAreAdmittedWhileThereIsRoom)
{
    for (uint64_t rank : {uint64_t(0), uint64_t(9), UINT64_MAX})
    {
        RifoCore<int> core({{30}, 7, 0});
        for (int i = 0; i < 30; ++i)
        {
            ASSERT_TRUE(core.Push({i, rank}).IsAccepted());
        }
        EXPECT_EQ(core.Push({30, rank}).refusal, Refusal::FULL);
    }
}

TEST(RifoCore, TheWindowTumbles)
{
    RifoCore<int> core({{10}, 3, 0});
    core.Push({0, 0});
    core.Push({1, 10});                                        // refused, worst of {0, 10}
    EXPECT_EQ(core.Push({2, 10}).refusal, Refusal::ADMISSION); // judged in its own window
    EXPECT_TRUE(core.Push({3, 10}).IsAccepted());              // alone in a new one
    EXPECT_EQ(core.GetAdmission().WindowCount(), 1u);
}

TEST(RifoCore, CountsTwoTestsPerArrival)
{
    RifoCore<int, SwitchedCost> core({{1}, 3, 0}, SwitchedCost(true));
    core.Push({0, 1});
    core.Push({1, 1});
    EXPECT_EQ(core.GetCost().Counts().boundTests, 4u);
}

TEST(RifoCore, RefusesNonsense)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(RifoCore<int>({{0}, 150, 0.1}), std::invalid_argument);
    EXPECT_THROW(RifoCore<int>({{10}, 0, 0.1}), std::invalid_argument);
    EXPECT_THROW(RifoCore<int>({{10}, 150, 1}), std::invalid_argument);
    EXPECT_THROW(RifoCore<int>({{10}, 150, -1e-3}), std::invalid_argument);
    EXPECT_THROW(RifoCore<int>({{10}, 150, nan}), std::invalid_argument);
    EXPECT_NO_THROW(RifoCore<int>({{10}, 150, 0}));
}

} // namespace rifo_core_test
