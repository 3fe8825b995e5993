/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "metronome-rule.h"
#include "metronome-theory.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace schedlab;

namespace metronome_theory_test
{

constexpr double T_SHORT = 20;
constexpr double T_LONG = 500;

/** A row of the published closed form, sampled independently once: four decimals. */
struct ClosedForm
{
    int threads;
    double primary;
    double mean;
    double residual;
    double beyond10;
    double atom;
};

class VacationRows : public testing::TestWithParam<ClosedForm>
{
};

TEST_P(VacationRows, HaveTheKnownMoments)
{
    const ClosedForm& row = GetParam();
    const VacationLaw law(row.threads, row.primary, T_SHORT, T_LONG);
    EXPECT_NEAR(law.Mean(), row.mean, 5e-5);
    EXPECT_NEAR(law.MeanResidual(), row.residual, 5e-5);
    EXPECT_NEAR(law.Tail(10), row.beyond10, 5e-5);
    EXPECT_NEAR(law.Atom(), row.atom, 5e-5);
    EXPECT_EQ(law.Tail(T_SHORT), 0);
}

TEST_P(VacationRows, AgreeWithSampledSleeps)
{
    const ClosedForm& row = GetParam();
    const VacationLaw law(row.threads, row.primary, T_SHORT, T_LONG);
    constexpr int SAMPLES = 50000;
    std::mt19937 random(row.threads * 100 + static_cast<int>(row.primary * 100));
    std::uniform_real_distribution<double> uniform;
    double sum = 0;
    double squares = 0;
    int beyond = 0;
    int atoms = 0;
    for (int i = 0; i < SAMPLES; ++i)
    {
        double vacation = T_SHORT;
        for (int other = 1; other < row.threads; ++other)
        {
            const double longest = uniform(random) < row.primary ? T_SHORT : T_LONG;
            vacation = std::min(vacation, longest * uniform(random));
        }
        sum += vacation;
        squares += vacation * vacation;
        beyond += vacation > 10;
        atoms += vacation == T_SHORT;
    }
    // Twice the standard error of the published samples, four times as many as here.
    EXPECT_NEAR(sum / SAMPLES, law.Mean(), 0.1);
    EXPECT_NEAR(squares / sum / 2, law.MeanResidual(), 0.06);
    EXPECT_NEAR(1.0 * beyond / SAMPLES, law.Tail(10), 0.008);
    EXPECT_NEAR(1.0 * atoms / SAMPLES, law.Atom(), 0.008);
}

TEST_P(VacationRows, EqualTheSumOverTheNumberOfPrimaries)
{
    const ClosedForm& row = GetParam();
    const VacationLaw law(row.threads, row.primary, T_SHORT, T_LONG);
    const int others = row.threads - 1;
    constexpr int STEPS = 2000;
    double mean = 0;
    for (int k = 0; k <= others; ++k)
    {
        const double ways =
            std::exp(std::lgamma(others + 1) - std::lgamma(k + 1) - std::lgamma(others - k + 1));
        const double share =
            ways * std::pow(row.primary, k) * std::pow(1 - row.primary, others - k);
        for (int i = 0; i < STEPS; ++i)
        {
            const double x = (i + 0.5) / STEPS * T_SHORT;
            mean += share * std::pow(1 - x / T_SHORT, k) * std::pow(1 - x / T_LONG, others - k) *
                    T_SHORT / STEPS;
        }
    }
    EXPECT_NEAR(mean, law.Mean(), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Metronome,
                         VacationRows,
                         testing::Values(ClosedForm{1, 0.5, 20.0000, 10.0000, 1.0000, 1.0000},
                                         ClosedForm{2, 0, 19.6000, 9.9320, 0.9800, 0.9600},
                                         ClosedForm{2, .5, 14.8000, 8.8288, 0.7400, 0.4800},
                                         ClosedForm{3, 0, 19.2107, 9.8640, 0.9604, 0.9216},
                                         ClosedForm{3, .25, 14.9227, 8.9242, 0.7396, 0.5184},
                                         ClosedForm{3, .5, 11.4027, 7.7502, 0.5476, 0.2304},
                                         ClosedForm{3, .75, 8.6507, 6.3687, 0.3844, 0.0576},
                                         ClosedForm{3, 1, 6.6667, 5.0000, 0.2500, 0},
                                         ClosedForm{5, .25, 11.5215, 7.9062, 0.5470, 0.2687},
                                         ClosedForm{5, 1, 4.0000, 3.3333, 0.0625, 0},
                                         ClosedForm{8, .5, 4.7941, 4.2233, 0.1215, 0.0059}));

TEST(VacationLaw, HasTheLimitsOfTheText)
{
    for (const int m : {2, 3, 5})
    {
        // All threads primary: T_S / M, residual T_S / (M + 1). None, T_L far above: T_S.
        EXPECT_NEAR(VacationLaw(m, 1, 30, 500).Mean(), 30.0 / m, 1e-12);
        EXPECT_NEAR(VacationLaw(m, 1, 30, 500).MeanResidual(), 30.0 / (m + 1), 1e-12);
        EXPECT_NEAR(VacationLaw(m, 0, 30, 1e9).Mean(), 30, 1e-5);
        // Eq. (6), high load.
        EXPECT_NEAR(VacationLaw(m, 0, 30, 500).Mean(),
                    500.0 / m * (1 - std::pow(1 - 30.0 / 500, m)),
                    1e-12);
        // Eq. (10), any load, T_L far above.
        EXPECT_NEAR(VacationLaw(m, .4, 30, 1e12).Mean(),
                    30 * (1 - std::pow(1 - .4, m)) / (m * .4),
                    1e-6);
    }
}

TEST(MetronomeRule, GivesThePublishedTimeouts)
{
    const double loads[] = {0, .1, .25, .5, .75, .9, 1};

    const struct
    {
        double threads;
        double timeouts[7];
    } rows[] = {{1, {10, 10, 10, 10, 10, 10, 10}},
                {1.25, {12.5, 11.9203, 11.3882, 10.7842, 10.3461, 10.1299, 10}},
                {1.5, {15, 13.9408, 12.8571, 11.6019, 10.6996, 10.2610, 10}},
                {2, {20, 18.1818, 16.0000, 13.3333, 11.4286, 10.5263, 10}},
                {3, {30, 27.0270, 22.8571, 17.1429, 12.9730, 11.0701, 10}},
                {4, {40, 36.0036, 30.1176, 21.3333, 14.6286, 11.6313, 10}},
                {6, {60, 54.0001, 45.0110, 30.4762, 18.2477, 12.8052, 10}}};

    for (const auto& row : rows)
    {
        for (int i = 0; i < 7; ++i)
        {
            EXPECT_NEAR(MetronomeRule::Paper(10, row.threads, loads[i]), row.timeouts[i], 1e-4)
                << row.threads << " threads, load " << loads[i];
        }
    }
}

TEST(MetronomeRule, IsTheInverseOfTheModelWithoutBackups)
{
    // With p = 1 - rho and no backup to wake first, the mean vacation is the target.
    for (const double m : {1., 2., 3., 6.})
    {
        for (const double rho : {.1, .25, .5, .75, .9})
        {
            const double timeout = MetronomeRule::Paper(10, m, rho);
            EXPECT_NEAR(VacationLaw(m, 1 - rho, timeout, 1e12).Mean(), 10, 1e-6);
            const double with = VacationLaw(m, 1 - rho, timeout, 500).Mean();
            EXPECT_LE(with, 10 + 1e-9);
            EXPECT_GE(with, 9.2);
        }
    }
}

TEST(MetronomeRule, FallsWithTheLoadAndIsNeverNan)
{
    for (const double m : {1., 1.25, 2., 3., 6., 64.})
    {
        double last = INFINITY;
        for (int i = 0; i <= 100000; i += i < 90000 ? 1000 : 7)
        {
            const double timeout = MetronomeRule::Paper(10, m, std::min(i * 1e-5, 1.0));
            EXPECT_LE(timeout, last + 1e-9) << m << " threads, load " << i * 1e-5;
            last = timeout;
        }
        for (const double rho : {1 - 1e-8, 1 - 1e-9, 1 - 1e-10, 1 - 1e-16, 1.0, 1.1})
        {
            EXPECT_NEAR(MetronomeRule::Paper(10, m, rho), 10, 1e-5);
        }
        EXPECT_EQ(MetronomeRule::Paper(10, m, 0), 10 * m);
        EXPECT_NEAR(MetronomeRule::Paper(10, m, 1e-300), 10 * m, 1e-9);
    }
}

TEST(MetronomeRule, CanBeCorrected)
{
    const double rows[][2] = {{.02, 21.35}, {.1, 12.32}, {.3, 10.71}, {.5, 10.42}, {.9, 10.23}};
    for (const auto& row : rows)
    {
        const double timeout = MetronomeRule::Corrected(10, 3, row[0], 500);
        EXPECT_NEAR(timeout, row[1], 0.006);
        EXPECT_NEAR(MetronomeTheory(3, row[0], timeout, 500).MeanVacation(), 10, 1e-4);
    }
    EXPECT_NEAR(MetronomeRule::Corrected(10, 3, 0, 500), 30, 1e-4);
    EXPECT_NEAR(MetronomeRule::Corrected(10, 1, .5, 500), 10, 1e-4);
    EXPECT_NEAR(MetronomeRule::Corrected(10, 1.25, .5, 500), 10.1, 0.1);
}

TEST(MetronomeTheory, SaysHowFarThePublishedRuleMisses)
{
    const double worst3 =
        MetronomeTheory(3, .2, MetronomeRule::Paper(10, 3, .2), 500).MeanVacation();
    const double worst5 =
        MetronomeTheory(5, .32, MetronomeRule::Paper(10, 5, .32), 500).MeanVacation();
    EXPECT_NEAR(worst3, 19.6, 0.05);
    EXPECT_NEAR(worst5, 23.6, 0.05);
    EXPECT_NEAR(MetronomeTheory(3, 1e-6, 30, 500).MeanVacation(), 10.001, 1e-3);
    // The limit of high load is eq. (6).
    EXPECT_NEAR(MetronomeTheory(3, 1 - 1e-9, 10, 500).MeanVacation(), 9.801, 1e-3);
}

TEST(MetronomeParams, RefusesWhatMakesNoSense)
{
    const auto refuses = [](auto change) {
        MetronomeParams params;
        change(params);
        EXPECT_THROW(params.Check(), std::invalid_argument);
        EXPECT_THROW(MetronomeRule{params}, std::invalid_argument);
    };
    MetronomeParams().Check();
    refuses([](MetronomeParams& p) { p.queues = 4; }); // M < N
    refuses([](MetronomeParams& p) { p.queues = 0; });
    refuses([](MetronomeParams& p) { p.vBar = 0; });
    refuses([](MetronomeParams& p) { p.vBar = NAN; });
    refuses([](MetronomeParams& p) { p.tLong = 29999; }); // below M VBar
    refuses([](MetronomeParams& p) { p.alpha = 1; });
    refuses([](MetronomeParams& p) { p.alpha = -.1; });
    refuses([](MetronomeParams& p) { p.mOverN = 0; });
    refuses([](MetronomeParams& p) { p.tFirst = -1; });
    EXPECT_THROW(MetronomeParams::RuleOf("papr"), std::invalid_argument);
    EXPECT_EQ(MetronomeParams::RuleOf("corrected"), MetronomeParams::CORRECTED);
}

} // namespace metronome_theory_test
