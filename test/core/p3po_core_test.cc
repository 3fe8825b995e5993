/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p3po-core.h"
#include "p3po_params.h"
#include "trace_player.h"

#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>
#include <string>

using namespace schedlab;
using namespace schedlab::test;

namespace p3po_core_test
{

using Core = P3poCore<int>;
using Player = TracePlayer<Core>;

TEST(P3poBounds, DoNotFollowPlainInsertions)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c 1d - - - -"), "1a 1b 1c 1d");
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1 2 3 4 - - - -"), "1 2 3 4");
    Core core(Small(0, 0));
    Player player(core);
    player.Play("5 7");
    EXPECT_EQ(core.BoundOf(0), Core::NO_BOUND);
    player.Play("9");
    EXPECT_EQ(core.BoundOf(0).rank, 7u);
    player.Play("3");
    EXPECT_EQ(core.BoundOf(0).rank, 5u);
    player.Play("- 6");
    EXPECT_EQ(core.BoundOf(0).rank, 5u) << "neither serving nor an arrival for a lower queue";
}

TEST(P3poBounds, EqualRanksAreNotReordered)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - 1d - - -"), "1a 1b 1c 1d");
}

TEST(P3poBounds, EqualRanksAreReorderedByTheLiteralRule)
{
    Core::Params params = Small(0, 0);
    params.tieMode = Core::PAPER_LE;
    EXPECT_EQ(PlayOn<Core>(params, "1a 1b 1c - 1d - - -"), "1a 1b 1d 1c");
}

TEST(P3poBounds, FollowAnEvictionEvenOfTheArrival)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - 2 - - -"), "1a 1b 1c 2");
}

TEST(P3poBounds, FollowAPromotion)
{
    EXPECT_EQ(PlayOn<Core>(Small(0.5, 1), "1a 1b 2 - - 1c - -"), "1a 1b 1c 2");
}

TEST(P3poBounds, PromotionPullsFromTheNextQueueOnly)
{
    EXPECT_EQ(PlayOn<Core>(Small(1, 1, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b 2a !3b !3c 2b 2c");
    EXPECT_EQ(PlayOn<Core>(Small(0, 1, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b 2a !3b !3c 2b 2c");
    EXPECT_EQ(PlayOn<Core>(Small(0, 0, 3, 1), "3a 1a 1b 2a - - 3b - 2b 2c 3c - -"),
              "!3a 1a 1b !3b 2a 2b 2c");
}

TEST(P3poBounds, ResetOnlyWhenEverythingIsEmpty)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c - - 2 - -"), "1a 1b 1c 2");
    Core core(Small(0, 0));
    Player player(core);
    player.Play("1a 1b 1c - -");
    EXPECT_EQ(core.BoundOf(0).rank, 1u);
    player.Play("-");
    EXPECT_EQ(core.BoundOf(0), Core::NO_BOUND);
    EXPECT_EQ(core.BoundOf(1), Core::NO_BOUND);
}

TEST(P3poBounds, EagerResetActsWhenAllLowerQueuesAreEmpty)
{
    for (bool eager : {false, true})
    {
        Core::Params params = Small(0.5, 1, 3);
        params.eagerReset = eager;
        Core core(params);
        Player player(core);
        EXPECT_EQ(player.Play("1a 1b 1c - -"), "1a 1b");
        player.Play("2");
        EXPECT_EQ(core.SizeOf(0), eager ? 2u : 1u);
        EXPECT_EQ(core.SizeOf(1), eager ? 0u : 1u);
        EXPECT_EQ(player.Play("- -"), "1c 2");
    }
}

TEST(P3poThresholds, WorkedExampleOfTwoQueuesOfFour)
{
    Core core(Small(0.25, 0.75, 2, 4));
    Player player(core);
    const auto expectQueues = [&core](std::size_t upper, std::size_t lower) {
        EXPECT_EQ(core.SizeOf(0), upper);
        EXPECT_EQ(core.SizeOf(1), lower);
    };
    EXPECT_EQ(player.Play("2 5 7 9 15 20"), "");
    expectQueues(4, 2);
    EXPECT_EQ(core.BoundOf(0).rank, 9u);
    EXPECT_EQ(player.Play("8"), "");
    expectQueues(4, 3);
    EXPECT_EQ(core.BoundOf(0).rank, 8u);
    EXPECT_EQ(player.Play("17"), "");
    expectQueues(4, 4);
    EXPECT_EQ(player.Play("19"), "!20");
    expectQueues(4, 4);
    EXPECT_EQ(core.BoundOf(1).rank, 19u);
    EXPECT_EQ(player.Play("- -"), "2 5");
    expectQueues(2, 4);
    EXPECT_EQ(player.Play("-"), "7");
    expectQueues(3, 2);
    EXPECT_EQ(core.BoundOf(0).rank, 15u);
    EXPECT_EQ(player.Play("- - - - - -"), "8 9 15 17 19 empty");
}

/** Fills two queues with rising ranks and serves some. */
std::size_t
UpperQueueAfter(unsigned served, double low, double high, uint64_t limit)
{
    Core core(Small(low, high, 2, limit));
    for (unsigned i = 0; i < 2 * limit; ++i)
    {
        EXPECT_TRUE(core.Push({0, i}).IsAccepted());
    }
    for (unsigned i = 0; i < served; ++i)
    {
        EXPECT_EQ(core.Pop()->key.rank, i);
    }
    return core.SizeOf(0);
}

TEST(P3poThresholds, AreComparedAsRealNumbers)
{
    // 0.8 * 136 = 108.8
    EXPECT_EQ(UpperQueueAfter(27, 0.8, 0.8, 136), 109u);
    EXPECT_EQ(UpperQueueAfter(28, 0.8, 0.8, 136), 109u);
    EXPECT_EQ(UpperQueueAfter(60, 0.8, 0.8, 136), 109u);
    // As doubles 0.55 * 100 > 55 and 0.29 * 100 < 29.
    EXPECT_EQ(UpperQueueAfter(45, 0.55, 0.55, 100), 55u);
    EXPECT_EQ(UpperQueueAfter(46, 0.55, 0.55, 100), 55u);
    EXPECT_EQ(UpperQueueAfter(70, 0.29, 1, 100), 30u);
    EXPECT_EQ(UpperQueueAfter(71, 0.29, 1, 100), 100u);
}

TEST(P3poThresholds, AQueueAtExactlyTheLowOneIsRefilled)
{
    EXPECT_EQ(UpperQueueAfter(2, 0.25, 0.75, 4), 2u);
    EXPECT_EQ(UpperQueueAfter(3, 0.25, 0.75, 4), 3u);
    EXPECT_EQ(UpperQueueAfter(4, 0, 0, 4), 0u) << "0 of 0 switches promotion off";
    EXPECT_EQ(UpperQueueAfter(1, 1, 1, 4), 4u) << "1 of 1 keeps the queue full";
}

TEST(P3poThresholds, RefillHappensOnServiceOfAllQueuesNotOnArrival)
{
    Core core(Small(0.5, 1, 3, 2));
    Player player(core);
    player.Play("1 2 3 4 5 6");
    EXPECT_EQ(player.Play("-"), "1");
    EXPECT_EQ(core.SizeOf(0), 2u);
    EXPECT_EQ(core.SizeOf(1), 2u);
    EXPECT_EQ(core.SizeOf(2), 1u);

    Core idle(Small(0, 0, 2, 2));
    Player other(idle);
    other.Play("1 2 3 - - 4");
    EXPECT_EQ(idle.SizeOf(0), 0u);
    EXPECT_EQ(idle.SizeOf(1), 2u);
}

TEST(P3poDrops, HappenWithUpperQueuesPartlyEmpty)
{
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), "1a 1b 1c 1d - 1e"), "1a !1e");
    EXPECT_EQ(PlayOn<Core>(Small(0.5, 1), "1a 1b 1c 1d - 1e"), "1a") << "refilled in time";
}

TEST(P3poDrops, CompactionUsesTheSpaceOfUpperQueues)
{
    Core::Params params = Small(0, 0);
    params.compactOnOverflow = true;
    EXPECT_EQ(PlayOn<Core>(params, "1a 1b 1c 1d - 1e - - - -"), "1a 1b 1c 1d 1e");
    params.queues = 3;
    Core core(params);
    Player player(core);
    EXPECT_EQ(player.Play("1 2 3 4 5 6 - 7"), "1");
    EXPECT_EQ(core.SizeOf(0), 2u);
    EXPECT_EQ(core.SizeOf(1), 2u);
    EXPECT_EQ(core.SizeOf(2), 2u);
    EXPECT_EQ(core.BoundOf(0).rank, 3u);
    EXPECT_EQ(core.BoundOf(1).rank, 5u);
    EXPECT_EQ(player.Play("8 0 - - - - - - -"), "!8 !7 0 2 3 4 5 6 empty");
}

TEST(P3poDrops, BytesMoveAndDropSeveralPackets)
{
    Core::Params params = Small(0, 0, 2, 1000);
    params.limit.unit = RankLimit::BYTES;
    Core core(params);
    Player player(core);
    EXPECT_EQ(player.Play("5a/400 6a/300 7a/300 8a/400 8b/600"), "");
    EXPECT_EQ(player.Play("1/700"), "!8b !8a") << "7a and 6a moved down, then 8b and 8a went";
    EXPECT_EQ(core.SizeOf(0), 1u);
    EXPECT_EQ(core.SizeOf(1), 3u);
    EXPECT_EQ(player.Play("9/1"), "!9") << "1000 of 1000 bytes in the last queue";
    EXPECT_EQ(player.Play("0/1001"), "!0") << "larger than any queue";
    EXPECT_EQ(player.Play("- - - - -"), "1 5a 6a 7a empty");
}

TEST(P3poDrops, ARefusedArrivalPushesNothingOut)
{
    Core::Params params = Small(0, 0, 1, 1000);
    params.limit.unit = RankLimit::BYTES;
    EXPECT_EQ(PlayOn<Core>(params, "1/600 9/100 5/500 - - -"), "!5 1 9 empty");
}

TEST(P3poCore, SurvivesBothEndsOfTheRanks)
{
    const std::string zero = "0a 0b 0c 0d - - - -";
    EXPECT_EQ(PlayOn<Core>(Small(0, 0), zero), "0a 0b 0c 0d");
    const std::string max = std::to_string(UINT64_MAX);
    EXPECT_EQ(
        PlayOn<Core>(Small(0, 0), max + "a " + max + "b " + max + "c - " + max + "d 0 - - - -"),
        max + "a 0 " + max + "b " + max + "c " + max + "d");
}

TEST(P3poCore, RefusesParametersThatMakeNoSense)
{
    const auto message = [](auto change) -> std::string {
        Core::Params params;
        change(params);
        try
        {
            Core core(params);
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message([](auto&) {}), "accepted");
    EXPECT_EQ(message([](auto& p) { p.queues = 0; }), "Queues must be at least 1");
    EXPECT_EQ(message([](auto& p) { p.limit.value = 0; }), "QueueSize must be at least one packet");
    EXPECT_EQ(message([](auto& p) { p.lowThreshold = -0.1; }),
              "LowThreshold must lie between 0 and 1, not -0.100000");
    EXPECT_EQ(message([](auto& p) { p.highThreshold = 1.5; }),
              "HighThreshold must lie between 0 and 1, not 1.500000");
    EXPECT_EQ(message([](auto& p) { p.highThreshold = std::numeric_limits<double>::quiet_NaN(); }),
              "HighThreshold must lie between 0 and 1, not nan");
    EXPECT_EQ(message([](auto& p) { p.lowThreshold = 0.9; }),
              "LowThreshold (0.900000) must not be above HighThreshold (0.800000)");
    EXPECT_NE(message([](auto& p) {
                  p.limit.unit = RankLimit::BYTES;
                  p.compactOnOverflow = true;
              }).find("CompactOnOverflow needs a QueueSize in packets"),
              std::string::npos);
}

} // namespace p3po_core_test
