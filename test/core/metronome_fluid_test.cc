/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "metronome-fluid.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace schedlab;

namespace metronome_fluid_test
{

using Uniform = std::function<double()>;
using Fluid = MetronomeFluid<Uniform>;

Uniform
RandomNumbers(uint32_t seed)
{
    return
        [random = std::mt19937_64(seed),
         uniform = std::uniform_real_distribution<double>()]() mutable { return uniform(random); };
}

/** What one queue did, times in microseconds. */
struct Measured
{
    double vacation;
    double residual;
    double busyTries; // percent, of all queues
    double wakesPerMs;
    double load; // the last estimate
    double meanShort;
    double longest;
};

Measured
Measure(const Fluid& fluid, uint32_t queue)
{
    const auto& controller = fluid.Controller();
    const auto& seen = controller.QueueAt(queue).Seen();
    double wins = 0;
    double fails = 0;
    for (uint32_t q = 0; q < controller.Params().queues; ++q)
    {
        wins += controller.QueueAt(q).Seen().wins;
        fails += controller.QueueAt(q).Seen().fails;
    }
    return {seen.vacation / 1e3 / seen.wins,
            seen.vacation2 / (2.0 * seen.vacation) / 1e3,
            100 * fails / (wins + fails),
            (wins + fails) / (fluid.Now() / 1e6),
            controller.QueueAt(queue).Load(),
            seen.shortSum / seen.releases / 1e3,
            seen.maxVacation / 1e3};
}

constexpr int CYCLES = 40000;

/** Runs until there were about so many cycles a queue. */
Fluid
RunProtocol(const MetronomeParams& params, const std::vector<double>& loads, int cycles = CYCLES)
{
    Fluid fluid(params, loads, SleepLaw("jitter:0.1"), 0, RandomNumbers(7));
    const double threads = params.ThreadsPerQueue();
    double longest = 0;
    for (const double load : loads)
    {
        const double shortest = params.rule == MetronomeParams::FIXED
                                    ? params.tShort
                                    : MetronomeRule(params).ShortTimeout(load);
        const MetronomeTheory theory(threads, load, shortest, params.tLong);
        longest = std::max(longest, 1 / theory.WinRate());
    }
    fluid.RunUntil(std::llround(longest * cycles));
    return fluid;
}

/** A row of the protocol's table with one queue: VBar 10 us, T_L 500 us, T_S from the true load. */
struct Row
{
    int threads;
    double load;
    double timeout;
    double corrected;
    double sampled;
    double residual;
    double sampledResidual;
    double busyTries;
    double sampledTries;
    double wakes;
    double sampledWakes;
};

class ProtocolRows : public testing::TestWithParam<Row>
{
};

TEST_P(ProtocolRows, FollowTheCorrectedForm)
{
    const Row& row = GetParam();
    MetronomeParams params;
    params.threads = row.threads;
    params.rule = MetronomeParams::FIXED;
    params.tShort = 1e3 * MetronomeRule::Paper(10, row.threads, row.load);
    EXPECT_NEAR(params.tShort, 1e3 * row.timeout, 0.6);

    const MetronomeTheory theory(row.threads, row.load, row.timeout, 500);
    EXPECT_NEAR(theory.MeanVacation(), row.corrected, 2e-3);
    EXPECT_NEAR(theory.MeanResidual(), row.residual, 2e-3);
    EXPECT_NEAR(100 * theory.BusyTries(), row.busyTries, 6e-3);
    EXPECT_NEAR(1000 * theory.WakeRate(), row.wakes, 0.02);

    const Measured got = Measure(RunProtocol(params, {row.load}), 0);
    EXPECT_NEAR(got.vacation, row.corrected, 0.03 * row.corrected);
    EXPECT_NEAR(got.vacation, row.sampled, 0.025 * row.sampled);
    EXPECT_NEAR(got.residual, row.sampledResidual, 0.03 * row.sampledResidual);
    EXPECT_NEAR(got.busyTries, row.busyTries, 1.5);
    EXPECT_NEAR(got.busyTries, row.sampledTries, 0.5);
    EXPECT_NEAR(got.wakesPerMs, row.sampledWakes, 0.02 * row.sampledWakes);
    EXPECT_NEAR(got.load, row.load, 0.1); // a single estimate
}

INSTANTIATE_TEST_SUITE_P(
    Metronome,
    ProtocolRows,
    testing::Values(Row{2, .02, 19.608, 13.028, 13.091, 8.153, 8.213, 0.90, 1.35, 75.91, 75.89},
                    Row{2, .3, 15.385, 14.649, 14.645, 7.563, 7.587, 3.76, 3.87, 49.65, 49.72},
                    Row{2, .9, 10.526, 10.403, 10.410, 5.242, 5.261, 17.19, 17.21, 11.61, 11.60},
                    Row{3, .02, 29.400, 12.753, 12.772, 9.384, 9.404, 1.32, 1.86, 77.88, 78.18},
                    Row{3, .1, 27.027, 18.390, 18.369, 11.544, 11.552, 5.21, 6.04, 51.63, 52.14},
                    Row{3, .3, 21.583, 18.884, 18.934, 10.289, 10.323, 8.93, 9.32, 40.70, 40.77},
                    Row{3, .5, 17.143, 16.031, 16.098, 8.376, 8.411, 11.03, 11.24, 35.06, 34.99},
                    Row{3, .7, 13.699, 13.176, 13.191, 6.759, 6.786, 14.79, 14.88, 26.72, 26.72},
                    Row{3, .9, 11.070, 10.801, 10.808, 5.489, 5.509, 30.12, 30.15, 13.25, 13.25},
                    Row{5, .3, 35.085, 23.543, 23.775, 14.974, 15.069, 18.78, 19.92, 36.61, 36.77},
                    Row{5, .9, 12.210, 11.567, 11.576, 5.993, 6.018, 47.99, 48.06, 16.62, 16.63}));

TEST(MetronomeFluid, HasTheLimitsOfNoLoadAndOfFullLoad)
{
    MetronomeParams params;
    params.rule = MetronomeParams::FIXED;
    params.tShort = 30000;
    const Measured idle = Measure(RunProtocol(params, {1e-6}), 0);
    EXPECT_NEAR(idle.vacation, 10.001, 0.1);
    EXPECT_GT(idle.residual, 7.3); // T_S / (M + 1) with phases that mix
    EXPECT_LT(idle.residual, 7.8);
    params.tShort = 10000;
    EXPECT_NEAR(Measure(RunProtocol(params, {.98}), 0).vacation, 9.846, 0.05);
}

TEST(MetronomeFluid, EstimatesTheLoadWithoutBias)
{
    for (const double rho : {.1, .5, .9})
    {
        MetronomeParams params;
        const Fluid fluid = RunProtocol(params, {rho});
        const auto& seen = fluid.Controller().QueueAt(0).Seen();
        EXPECT_NEAR(1.0 * seen.busy / (seen.busy + seen.vacation), rho, 1e-3);
        // The rule sees the true load, so nothing else moves either.
        const Measured got = Measure(fluid, 0);
        EXPECT_NEAR(got.load, rho, 1e-3);
        EXPECT_NEAR(got.meanShort, MetronomeRule::Paper(10, 3, rho), 0.01);
        const MetronomeTheory theory(3, rho, got.meanShort, 500);
        EXPECT_NEAR(got.vacation, theory.MeanVacation(), 0.02 * theory.MeanVacation());
    }
}

TEST(MetronomeFluid, HoldsTheTargetWithTheCorrectedRule)
{
    for (const double rho : {.02, .1, .3, .5, .9})
    {
        MetronomeParams params;
        params.rule = MetronomeParams::CORRECTED;
        const Measured got = Measure(RunProtocol(params, {rho}), 0);
        EXPECT_NEAR(got.vacation, 10, 0.15) << "load " << rho;
    }
}

TEST(MetronomeFluid, HasVacationsOfExactlyTheTimeoutWithOneThread)
{
    MetronomeParams params;
    params.threads = 1;
    for (const double rho : {0.0, .3, .99})
    {
        Fluid fluid(params, {rho}, SleepLaw("constant:4us"), 20, RandomNumbers(3));
        fluid.RunUntil(20000000);
        const auto& all = fluid.Vacations(0);
        ASSERT_GT(all.size(), 10u);
        for (std::size_t i = 1; i < all.size(); ++i)
        {
            ASSERT_EQ(all[i], 14000); // VBar at any load, and the overshoot
        }
        EXPECT_EQ(fluid.Controller().QueueAt(0).Seen().fails, 0u);
    }
}

/** A row of the table with several queues: VBar 15 us, T_L 500 us. */
struct QueuesRow
{
    int threads;
    int queues;
    double load;
    double timeout;
    double corrected;
    double low;
    double high;
    double busyTries;
};

class QueuesRows : public testing::TestWithParam<QueuesRow>
{
};

TEST_P(QueuesRows, FollowTheCorrectedFormWithThreadsPerQueue)
{
    const QueuesRow& row = GetParam();
    MetronomeParams params;
    params.threads = row.threads;
    params.queues = row.queues;
    params.vBar = 15000;
    EXPECT_NEAR(MetronomeRule(params).ShortTimeout(row.load), 1e3 * row.timeout, 0.6);
    const double m = params.ThreadsPerQueue();
    EXPECT_NEAR(MetronomeTheory(m, row.load, row.timeout, 500).MeanVacation(), row.corrected, 0.01);
    const Fluid fluid =
        RunProtocol(params, std::vector<double>(row.queues, row.load), CYCLES / row.queues);
    double mean = 0;
    for (int q = 0; q < row.queues; ++q)
    {
        const Measured got = Measure(fluid, q);
        EXPECT_NEAR(got.vacation, row.corrected, 0.04 * row.corrected);
        EXPECT_LE(got.longest, 500 * 1.1);
        mean += got.vacation / row.queues;
    }
    EXPECT_GE(mean, row.low - 0.1);
    EXPECT_LE(mean, row.high + 0.1);
    EXPECT_NEAR(Measure(fluid, 0).busyTries, row.busyTries, 0.5);
}

INSTANTIATE_TEST_SUITE_P(Metronome,
                         QueuesRows,
                         testing::Values(QueuesRow{4, 4, .1, 15, 15.00, 14.99, 15.00, 0},
                                         QueuesRow{4, 4, .5, 15, 15.00, 14.99, 15.00, 0},
                                         QueuesRow{4, 4, .9, 15, 15.00, 14.99, 15.00, 0},
                                         QueuesRow{5, 4, .1, 17.880, 17.23, 17.2, 17.4, 0.8},
                                         QueuesRow{5, 4, .5, 16.176, 16.05, 16.0, 16.1, 1.6},
                                         QueuesRow{5, 4, .9, 15.195, 15.13, 15.1, 15.1, 7.0},
                                         QueuesRow{6, 4, .1, 20.911, 19.23, 19.1, 19.3, 1.8},
                                         QueuesRow{6, 4, .5, 17.403, 17.11, 17.0, 17.1, 3.3},
                                         QueuesRow{6, 4, .9, 15.391, 15.26, 15.2, 15.3, 13.2},
                                         QueuesRow{4, 2, .1, 27.273, 22.28, 22.1, 22.5, 3.8},
                                         QueuesRow{4, 2, .5, 20.000, 19.23, 19.2, 19.3, 7.0},
                                         QueuesRow{4, 2, .9, 15.789, 15.51, 15.5, 15.5, 23.7}));

TEST(MetronomeFluid, StarvesNoQueueUnderUnevenLoad)
{
    MetronomeParams params;
    params.threads = 5;
    params.queues = 3;
    params.vBar = 15000;
    const Fluid fluid = RunProtocol(params, {.6, .2, .2}, CYCLES / 3);
    const double means[] = {17.15, 20.18, 20.18};
    for (int q = 0; q < 3; ++q)
    {
        const Measured got = Measure(fluid, q);
        EXPECT_NEAR(got.vacation, means[q], 0.04 * means[q]);
        // The longest short timeout, M / N VBar, while the estimate grows; 10 % of jitter.
        EXPECT_LE(got.longest, 1.1 * 15 * 5 / 3);
    }
}

TEST(MetronomeFluid, LeavesQueuesAloneThatNoThreadBeginsWith)
{
    MetronomeParams params;
    params.threads = 4;
    params.queues = 2;
    params.vBar = 15000;
    for (const auto& [load, least] : {std::pair{.001, 1e6}, std::pair{.5, 1e5}})
    {
        double sum = 0;
        constexpr int SEEDS = 40;
        for (int seed = 0; seed < SEEDS; ++seed)
        {
            params.initial = MetronomeParams::SAME;
            Fluid fluid(params, {load, load}, SleepLaw("jitter:0.1"), 0, RandomNumbers(seed));
            fluid.RunUntil(40000000);
            sum += fluid.Vacations(0).empty() ? 4e7 : fluid.Vacations(0)[0];
        }
        EXPECT_GT(sum / SEEDS, least) << "load " << load;
        params.initial = MetronomeParams::ROUND_ROBIN;
        Fluid fluid(params, {load, load}, SleepLaw("jitter:0.1"), 0, RandomNumbers(1));
        fluid.RunUntil(1000000);
        EXPECT_LT(fluid.Vacations(0).at(0), 20001);
    }
}

TEST(MetronomeFluid, WaitsHalfItsSecondMomentOverItsMean)
{
    MetronomeParams params;
    const Fluid fluid = RunProtocol(params, {.5}, 4000);
    const auto& all = fluid.Vacations(0);
    double mean = 0;
    for (int i = 0; i < 1000; ++i)
    {
        mean += Fluid::WaitQuantile(all, (i + 0.5) / 1000) / 1000;
    }
    EXPECT_NEAR(mean / 1e3, Measure(fluid, 0).residual, 0.02);
    EXPECT_GT(Fluid::WaitQuantile(all, .99), Fluid::WaitQuantile(all, .5));
}

} // namespace metronome_fluid_test
