/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "backlog-share.h"

#include <gtest/gtest.h>
#include <vector>

using namespace schedlab;

namespace backlog_share_test
{

constexpr double RATE = 12e6; // a packet of 1500 bytes takes a millisecond
constexpr int64_t MS = 1'000'000;

/** Packets by name, so that they can be told apart. */
const void*
P(int number)
{
    static const std::vector<char> place(1000);
    return &place[number];
}

TEST(BacklogShare, RoundRobinWaitsOnePacketTimePerFlow)
{
    BacklogShare shares(2, RATE);
    for (int i = 0; i < 20; ++i)
    {
        shares.OnEnqueue(i % 2, P(i), 0);
    }
    for (int i = 0; i < 20; ++i)
    {
        shares.OnServed(P(i), "DHI");
        shares.OnDequeue(i % 2, P(i), 1500, i * MS);
    }
    shares.Commit();
    EXPECT_EQ(shares.Bytes(0), 15000u);
    EXPECT_EQ(shares.Bytes(1), 13500u) << "the last packet leaves when the other flow has none";
    EXPECT_EQ(shares.LargestGap(), 1u);
    const auto& waits = shares.GetWaits(0).at("DHI");
    EXPECT_EQ(waits.packets, 10u);
    EXPECT_DOUBLE_EQ(waits.sum, 9.0); // the first waits not at all, the others 2 ms for 2 flows
}

TEST(BacklogShare, CountsNothingWhileOneFlowIsIdle)
{
    BacklogShare shares(2, RATE);
    shares.OnEnqueue(0, P(1), 0);
    shares.OnDequeue(0, P(1), 1500, 5 * MS);
    shares.Commit();
    EXPECT_EQ(shares.Bytes(0), 0u);
    EXPECT_TRUE(shares.GetWaits(0).empty());
}

TEST(BacklogShare, CountsOnlyWaitsThatLieWithinAnInterval)
{
    BacklogShare shares(2, RATE);
    shares.OnEnqueue(0, P(1), 0);
    shares.OnEnqueue(0, P(2), 0);
    shares.OnEnqueue(1, P(3), 4 * MS);
    shares.OnDequeue(0, P(1), 1500, 5 * MS); // at the head since before flow 1 came
    shares.OnDequeue(0, P(2), 1500, 9 * MS);
    shares.Commit();
    EXPECT_EQ(shares.Bytes(0), 3000u);
    const auto& waits = shares.GetWaits(0).at("");
    EXPECT_EQ(waits.packets, 1u);
    EXPECT_DOUBLE_EQ(waits.sum, 2.0); // 4 ms, two flows
}

TEST(BacklogShare, ADropIsNoService)
{
    BacklogShare shares(2, RATE);
    for (int i = 0; i < 4; ++i)
    {
        shares.OnEnqueue(0, P(i), 0);
        shares.OnEnqueue(1, P(10 + i), 0);
    }
    // A discipline that drops at the head takes the packet out first.
    shares.OnDequeue(0, P(0), 1500, MS);
    shares.OnDrop(0, P(0), MS);
    shares.OnDequeue(0, P(1), 1500, MS);
    shares.OnDrop(1, P(12), MS); // from the middle
    shares.OnDequeue(1, P(10), 1500, 2 * MS);
    shares.OnDequeue(1, P(11), 1500, 3 * MS);
    shares.OnDequeue(1, P(13), 1500, 4 * MS);
    shares.Commit();
    EXPECT_EQ(shares.Bytes(0), 1500u);
    EXPECT_EQ(shares.Bytes(1), 4500u);
    EXPECT_EQ(shares.LargestGap(), 3u - 1u);
    EXPECT_EQ(shares.GetWaits(0).at("").packets, 1u);
    EXPECT_DOUBLE_EQ(shares.GetWaits(0).at("").sum, 0.0) << "it came to the head just now";
}

TEST(BacklogShare, ThePlaceMayBeNamedLater)
{
    BacklogShare shares(1, RATE);
    shares.OnEnqueue(0, P(1), 0);
    shares.OnEnqueue(0, P(2), 0);
    shares.OnDequeue(0, P(1), 1500, MS);
    shares.OnServed(P(1), "new");
    shares.OnDequeue(0, P(2), 1500, 2 * MS);
    shares.OnServed(P(2), "old");
    shares.Commit();
    EXPECT_EQ(shares.GetWaits(0).count("new"), 1u);
    EXPECT_EQ(shares.GetWaits(0).count("old"), 1u);
}

TEST(BacklogShare, ANewIntervalStartsItsGapAnew)
{
    BacklogShare shares(2, RATE);
    int id = 0;
    for (int interval = 0; interval < 5; ++interval)
    {
        shares.OnEnqueue(0, P(id), 0);
        shares.OnEnqueue(0, P(id + 1), 0);
        shares.OnEnqueue(1, P(id + 2), 0);
        shares.OnDequeue(0, P(id), 1500, 0);
        shares.OnDequeue(1, P(id + 2), 1500, 0);
        shares.OnDequeue(0, P(id + 1), 1500, 0);
        id += 3;
    }
    shares.Commit();
    EXPECT_EQ(shares.LargestGap(), 1u);
}

TEST(BacklogShare, GivesOnePacketPerIntervalToWhoIsBehind)
{
    BacklogShare shares(2, RATE);
    for (int i = 0; i < 100; ++i)
    {
        shares.OnEnqueue(0, P(i), 0); // always queued
    }
    for (int i = 0; i < 10; ++i)
    {
        // One packet at a time, served at once, and one of the other flow while it is away.
        shares.OnEnqueue(1, P(200 + i), 0);
        shares.OnDequeue(1, P(200 + i), 1500, 0);
        shares.OnDequeue(0, P(i), 1500, 0);
    }
    shares.Commit();
    EXPECT_EQ(shares.Bytes(0), 0u);
    EXPECT_EQ(shares.Bytes(1), 15000u);
    EXPECT_EQ(shares.BytesBeyondAPacket(0), 15000u);
    EXPECT_EQ(shares.BytesBeyondAPacket(1), 15000u);
    EXPECT_EQ(shares.BytesBeyondAPacket(0), 15000u) << "asking twice gives nothing more";
    // Two packets ahead is more than a round robin may be.
    shares.OnEnqueue(1, P(300), 0);
    shares.OnEnqueue(1, P(301), 0);
    shares.OnDequeue(1, P(300), 1500, 0);
    shares.OnDequeue(1, P(301), 1500, 0);
    EXPECT_EQ(shares.BytesBeyondAPacket(1) - shares.BytesBeyondAPacket(0), 1500u);
}

} // namespace backlog_share_test
