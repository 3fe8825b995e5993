/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "metronome-controller.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace schedlab;

namespace metronome_controller_test
{

TEST(MetronomeController, LetsOneThreadServeAQueueAtATime)
{
    MetronomeController controller(MetronomeParams(), 0);
    EXPECT_TRUE(controller.TryLock(0, 10));
    EXPECT_EQ(controller.QueueAt(0).Holder(), 0u);
    EXPECT_FALSE(controller.TryLock(1, 11));
    EXPECT_FALSE(controller.TryLock(2, 12));
    EXPECT_EQ(controller.QueueAt(0).Holder(), 0u);
    EXPECT_FALSE(controller.Lose(1, .5).again);
    EXPECT_EQ(controller.Lose(1, .5).sleep, 500000);
    EXPECT_FALSE(controller.ThreadAt(1).primary);
    controller.Unlock(0, 20);
    EXPECT_TRUE(controller.ThreadAt(0).primary);
    EXPECT_TRUE(controller.TryLock(1, 21));
    EXPECT_EQ(controller.QueueAt(0).Holder(), 1u);
    EXPECT_EQ(controller.QueueAt(0).Seen().wins, 2u);
    EXPECT_EQ(controller.QueueAt(0).Seen().fails, 2u);
    EXPECT_EQ(controller.ThreadAt(2).fails, 1u);
}

TEST(MetronomeController, TilesTheTimeLineWithVacationsAndBusyPeriods)
{
    MetronomeController controller(MetronomeParams(), 5);
    std::mt19937 random(3);
    int64_t now = 5;
    for (int i = 0; i < 1000; ++i)
    {
        now += random() % 20000;
        ASSERT_TRUE(controller.TryLock(i % 3, now));
        auto seen = controller.QueueAt(0).Seen();
        ASSERT_EQ(seen.vacation + seen.busy + now - controller.QueueAt(0).Since(), now - 5);
        now += 1 + random() % 20000;
        controller.Unlock(i % 3, now);
        seen = controller.QueueAt(0).Seen();
        ASSERT_EQ(seen.vacation + seen.busy + now - controller.QueueAt(0).Since(), now - 5);
    }
}

TEST(MetronomeController, FollowsAStepOfTheLoadExponentially)
{
    MetronomeParams params;
    params.alpha = .75;
    params.queues = 2;
    MetronomeController controller(params, 0);
    int64_t now = 0;
    for (int n = 1; n <= 20; ++n)
    {
        now += 300;
        ASSERT_TRUE(controller.TryLock(0, now));
        now += 700;
        const double timeout = controller.Unlock(0, now);
        const double load = .7 * (1 - std::pow(.75, n));
        EXPECT_NEAR(controller.QueueAt(0).Load(), load, 1e-12);
        EXPECT_NEAR(timeout, MetronomeRule::Paper(10000, 1.5, load), 1e-6);
        // The other queue has its own times and its own estimate.
        EXPECT_EQ(controller.QueueAt(1).Load(), 0);
    }
    ASSERT_TRUE(controller.TryLock(1, 40000));
    EXPECT_EQ(controller.QueueAt(1).LastVacation(), 40000);
}

TEST(MetronomeController, PicksTheNextQueueAsItIsTold)
{
    MetronomeParams params;
    params.threads = 8;
    params.queues = 4;
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform;
    for (const auto pick : {MetronomeParams::UNIFORM_ALL, MetronomeParams::UNIFORM_OTHER})
    {
        params.pick = pick;
        MetronomeController controller(params, 0);
        std::map<uint32_t, int> steps;
        for (int i = 0; i < 4000; ++i)
        {
            const uint32_t before = controller.ThreadAt(1).queue;
            EXPECT_FALSE(controller.Lose(1, uniform(random)).again);
            ++steps[(controller.ThreadAt(1).queue + 4 - before) % 4];
        }
        const bool all = pick == MetronomeParams::UNIFORM_ALL;
        EXPECT_NEAR(steps[0], all ? 1000 : 0, 120);
        EXPECT_EQ(steps.size(), 4u);
        EXPECT_NEAR(steps[2], all ? 1000 : 1333, 120);
        if (!all)
        {
            EXPECT_EQ(steps[0], 0);
        }
    }
}

TEST(MetronomeController, ScansEachQueueOnceBeforeItSleeps)
{
    MetronomeParams params;
    params.threads = 8;
    params.queues = 4;
    params.pick = MetronomeParams::SCAN;
    MetronomeController controller(params, 0);
    EXPECT_EQ(controller.ThreadAt(5).queue, 1u);
    for (int wake = 0; wake < 3; ++wake)
    {
        for (uint32_t q : {2u, 3u, 0u})
        {
            EXPECT_TRUE(controller.Lose(5, .9).again);
            EXPECT_EQ(controller.ThreadAt(5).queue, q);
        }
        EXPECT_FALSE(controller.Lose(5, .9).again);
        EXPECT_EQ(controller.ThreadAt(5).queue, 1u);
    }
}

TEST(MetronomeController, SpreadsTheThreadsOverTheQueuesAtTheStart)
{
    MetronomeParams params;
    params.threads = 5;
    params.queues = 3;
    const MetronomeController spread(params, 0);
    params.initial = MetronomeParams::SAME;
    const MetronomeController same(params, 0);
    for (uint32_t i = 0; i < 5; ++i)
    {
        EXPECT_EQ(spread.ThreadAt(i).queue, i % 3);
        EXPECT_EQ(same.ThreadAt(i).queue, 2u);
    }
}

TEST(MetronomeController, SleepsAsLongAfterAWinAsAfterALossWithEqualTimeouts)
{
    MetronomeParams params;
    params.rule = MetronomeParams::EQUAL;
    params.tLong = 30000;
    MetronomeController controller(params, 0);
    ASSERT_TRUE(controller.TryLock(0, 100));
    EXPECT_EQ(controller.Unlock(0, 200), 30000);
}

} // namespace metronome_controller_test
