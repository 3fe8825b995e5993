/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "aifo-core.h"
#include "golden_trace.h"
#include "naive_fifo.h"

#include <gtest/gtest.h>
#include <limits>

using namespace schedlab;
using namespace schedlab::test;

namespace aifo_core_test
{

/** K = numerator / denominator, compared as integers. */
struct ExactArithmetic
{
    uint64_t numerator;
    uint64_t denominator;

    bool IsAdmitted(uint64_t below, uint64_t seen, uint64_t load, uint64_t limit) const
    {
        return load * denominator <= numerator * limit ||
               (load < limit &&
                below * (denominator - numerator) * limit < (limit - load) * seen * denominator);
    }
};

/** K and 1 - K as 32-bit floats, the rest in doubles: what the reference traces were made with. */
struct FloatArithmetic
{
    float k;

    bool IsAdmitted(double below, double seen, double load, double limit) const
    {
        return load <= k * limit || below < (1.0 / (1 - k)) * ((limit - load) / limit) * seen;
    }
};

/** AIFO's rule written down plainly. */
template <typename Arithmetic>
struct NaiveAifoRule
{
    Arithmetic arithmetic;
    std::size_t window;
    uint32_t sampleInterval;
    std::deque<uint64_t> sampled{};
    uint64_t arrivals = 0;

    bool operator()(uint64_t rank, uint64_t load, uint64_t limit)
    {
        const auto below = std::count_if(sampled.begin(), sampled.end(), [rank](uint64_t other) {
            return other < rank;
        });
        const bool admitted =
            sampled.empty() || arithmetic.IsAdmitted(below, sampled.size(), load, limit);
        if (arrivals++ % sampleInterval == 0)
        {
            sampled.push_back(rank);
            if (sampled.size() > window)
            {
                sampled.pop_front();
            }
        }
        return admitted;
    }
};

std::string
WindowOf(const AifoCore<int64_t>& core)
{
    return "win=" + std::to_string(core.GetAdmission().WindowSize()) +
           ";smp=" + std::to_string(core.GetAdmission().SinceSample());
}

AifoAdmission::Params
ParamsOf(const GoldenTrace& trace)
{
    return {{uint64_t(trace.Number("C"))},
            uint32_t(trace.Number("window")),
            uint32_t(trace.Number("sample_count")),
            trace.Number("k")};
}

Replayed
ReplayExactly(const GoldenTrace& trace)
{
    AifoCore<int64_t> core(ParamsOf(trace));
    return Replay<AifoCore<int64_t>>(trace, core, WindowOf);
}

/** @return whether K has an exact binary form, so that the reference's floats do not round */
bool
IsExactInBinary(const GoldenTrace& trace)
{
    const double eighths = trace.Number("k") * 8;
    return eighths == std::floor(eighths);
}

class AifoGolden : public testing::TestWithParam<std::string>
{
};

TEST_P(AifoGolden, EveryRowMatchesWhereTheReferenceDoesNotRound)
{
    const GoldenTrace trace = GoldenByName(GetParam());
    const Replayed replayed = ReplayExactly(trace);
    if (IsExactInBinary(trace))
    {
        EXPECT_EQ(replayed.otherRows, 0u) << replayed.firstDifference;
    }
    else
    {
        // A decision at equality may fall the other way, and the queue then holds another packet.
        // Measured: 2 and 4 of 200 arrivals, and 2, 0 and 0 of 2000 in longer traces.
        EXPECT_LE(replayed.otherDecisions, 0.02 * replayed.arrivals) << replayed.firstDifference;
    }
}

TEST_P(AifoGolden, RoundingOfKExplainsEveryDifference)
{
    const GoldenTrace trace = GoldenByName(GetParam());
    const AifoAdmission::Params params = ParamsOf(trace);
    NaiveFifo<NaiveAifoRule<FloatArithmetic>> reference(
        params.limit,
        {{float(params.k)}, params.window, params.sampleInterval});
    const Replayed replayed = Replay(trace, reference);
    EXPECT_EQ(replayed.otherRows, 0u) << replayed.firstDifference;
}

INSTANTIATE_TEST_SUITE_P(Vectors,
                         AifoGolden,
                         testing::ValuesIn(GoldenNames("aifo_")),
                         [](const auto& info) { return TestName(info.param); });

// The same scheduler with ranks that a fair-queueing ranker computed.
INSTANTIATE_TEST_SUITE_P(FairRanks,
                         AifoGolden,
                         testing::ValuesIn(GoldenNames("stfq_aifo_")),
                         [](const auto& info) { return TestName(info.param); });

struct AifoCase
{
    RankLimit limit;
    uint32_t window;
    uint32_t sampleInterval;
    ExactArithmetic k;
    RandomOperations operations;
};

class AifoRandom : public testing::TestWithParam<AifoCase>
{
};

TEST_P(AifoRandom, MatchesTheNaiveRule)
{
    const AifoCase& c = GetParam();
    AifoCore<int64_t> core(
        {c.limit, c.window, c.sampleInterval, double(c.k.numerator) / double(c.k.denominator)});
    NaiveFifo<NaiveAifoRule<ExactArithmetic>> oracle(c.limit, {c.k, c.window, c.sampleInterval});
    const auto refused = ExpectSameBehaviour(core, oracle, c.operations);
    EXPECT_GT(refused[std::size_t(Refusal::ADMISSION)], 0u);
}

// A million operations together.
INSTANTIATE_TEST_SUITE_P(
    Cases,
    AifoRandom,
    testing::Values(AifoCase{{1088}, 20, 15, {1, 10}, {250000, 1, 100}},
                    AifoCase{{80}, 20, 1, {1, 10}, {250000, 2, 100}},
                    AifoCase{{10}, 1, 1, {0, 1}, {150000, 3, 7}},
                    AifoCase{{3}, 8, 3, {3, 10}, {150000, 4, 5}},
                    AifoCase{{100}, 1000, 1, {1, 5}, {20000, 5, 1000000}},
                    AifoCase{{64}, 16, 2, {1, 2}, {130000, 6, 0}},
                    AifoCase{{90000, RankLimit::BYTES}, 20, 15, {1, 10}, {60000, 7, 100, 1500}}));

TEST(AifoCore, DecidesEqualityAsWritten)
{
    // 7 of 10 sampled ranks are smaller and C - L = 63 of 100, K = 0.1: both sides are 0.7.
    AifoCore<int> core({{100}, 10, 1, 0.1});
    for (uint64_t rank : {1, 1, 1, 1, 1, 1, 1, 5, 5, 5})
    {
        ASSERT_TRUE(core.Push({0, rank}).IsAccepted());
    }
    for (int i = 0; i < 27; ++i)
    {
        // The window is refilled with the same mix, so that the shares stay.
        ASSERT_TRUE(core.Push({0, uint64_t(i % 10 < 7 ? 1 : 5)}).IsAccepted()) << i;
    }
    ASSERT_EQ(core.Size(), 37u);
    AifoCore<int> worse = core;
    EXPECT_EQ(worse.Push({0, 5}).refusal, Refusal::ADMISSION);
    core.Pop();
    EXPECT_TRUE(core.Push({0, 5}).IsAccepted());
}

TEST(AifoCore, EqualRanksAreAdmittedWhileThereIsRoom)
{
    for (uint64_t rank : {uint64_t(0), uint64_t(9), UINT64_MAX})
    {
        AifoCore<int> core({{30}, 20, 1, 0});
        for (int i = 0; i < 30; ++i)
        {
            ASSERT_TRUE(core.Push({i, rank}).IsAccepted());
        }
        EXPECT_EQ(core.Push({30, rank}).refusal, Refusal::FULL);
    }
}

TEST(AifoCore, JudgesTheWholeRangeOfRanks)
{
    AifoCore<int> core({{4}, 4, 1, 0});
    ASSERT_TRUE(core.Push({0, UINT64_MAX}).IsAccepted());
    ASSERT_TRUE(core.Push({1, 0}).IsAccepted());
    EXPECT_TRUE(core.Push({2, 0}).IsAccepted());
    EXPECT_EQ(core.Push({3, UINT64_MAX}).refusal, Refusal::ADMISSION);
}

TEST(AifoCore, SamplesRefusedArrivalsToo)
{
    AifoCore<int> core({{1}, 3, 2, 0});
    for (int i = 0; i < 7; ++i)
    {
        core.Push({i, 5});
    }
    EXPECT_EQ(core.Size(), 1u);
    EXPECT_EQ(core.GetAdmission().WindowSize(), 3u);
    EXPECT_EQ(core.GetAdmission().SinceSample(), 1u);
}

TEST(AifoCore, FollowsALowerLimit)
{
    AifoCore<int> core({{10}, 4, 1, 0.5});
    for (int i = 0; i < 6; ++i)
    {
        ASSERT_TRUE(core.Push({i, 1}).IsAccepted());
    }
    core.SetLimit({4});
    EXPECT_EQ(core.Push({6, 0}).refusal, Refusal::FULL);
    core.SetLimit({10});
    EXPECT_TRUE(core.Push({7, 0}).IsAccepted());
}

TEST(AifoCore, CountsTheWindow)
{
    AifoCore<int, SwitchedCost> core({{1}, 3, 1, 0.1}, SwitchedCost(true));
    for (int i = 0; i < 5; ++i)
    {
        core.Push({i, 1});
    }
    EXPECT_EQ(core.GetCost().Counts().boundTests, 0u + 1 + 2 + 3 + 3);
}

TEST(AifoCore, RefusesNonsenseInOneLine)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const AifoAdmission::Params& params : {AifoAdmission::Params{{0}, 20, 15, 0.1},
                                                AifoAdmission::Params{{10}, 0, 15, 0.1},
                                                AifoAdmission::Params{{10}, 20, 0, 0.1},
                                                AifoAdmission::Params{{10}, 20, 15, 1},
                                                AifoAdmission::Params{{10}, 20, 15, 0.9999999999},
                                                AifoAdmission::Params{{10}, 20, 15, -0.1},
                                                AifoAdmission::Params{{10}, 20, 15, nan}})
    {
        try
        {
            AifoCore<int> core(params);
            ADD_FAILURE() << "accepted";
        }
        catch (const std::invalid_argument& error)
        {
            const std::string what = error.what();
            EXPECT_NE(what, "");
            EXPECT_EQ(what.find('\n'), std::string::npos);
        }
    }
}

} // namespace aifo_core_test
