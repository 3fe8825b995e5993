/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * PFQD's state: its size, many flows, collisions, pauses, and the ends of time.
 */

#include "pfqd_player.h"

#include <gtest/gtest.h>
#include <set>

using namespace schedlab;
using namespace schedlab::test;

namespace pfqd_state_test
{

PfqdArrival
PacketOf(uint64_t flow)
{
    PfqdArrival arrival;
    arrival.size = 1500;
    arrival.key.source[1] = flow;
    arrival.hash = arrival.key.Hash(0);
    return arrival;
}

TEST(PfqdState, TheRecordHasThePapersSize)
{
    static_assert(sizeof(PfqdFlowRecord) == 36);
    static_assert(sizeof(PfqdFlowRecord::head) + sizeof(PfqdFlowRecord::tail) == 8);
    static_assert(sizeof(PfqdFlowRecord::since) == 8);
    static_assert(sizeof(PfqdFlowRecord::burstLeftUs) == 4);
    static_assert(sizeof(PfqdFlowRecord::packets) == 4);
    static_assert(sizeof(PfqdFlowRecord::bytes) == 4);
    static_assert(sizeof(PfqdFlowRecord::hash) == 4);
    static_assert(sizeof(PfqdFlowRecord::flags) == 4);
    EXPECT_EQ(1024 * sizeof(PfqdFlowRecord), 36u * 1024);
    EXPECT_EQ(5000 * sizeof(PfqdFlowRecord), 180'000u);
    EXPECT_LE(sizeof(PfqdFlow), 128u);
}

TEST(PfqdState, AsManyFlowsAsTheLargestTable)
{
    PfqdParams params;
    params.collisionPolicy = PfqdParams::EXACT;
    params.maxQueue = 1'000'000'000;
    PfqdCore core(params);
    constexpr uint32_t FLOWS = 65536;
    for (int round = 0; round < 2; ++round)
    {
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            ASSERT_EQ(core.Push(PacketOf(flow), 0).slot, round * FLOWS + flow);
        }
    }
    EXPECT_EQ(core.DhiFlows(), FLOWS);
    for (uint32_t i = 0; i < 2 * FLOWS; ++i)
    {
        ASSERT_EQ(core.Pop(0).slot, i) << "the flows take turns in the order they came";
    }
    EXPECT_EQ(core.KnownFlows(), 0u);
}

TEST(PfqdState, CollisionsAreAsManyAsExpected)
{
    // n keys in B buckets fill B - B (1 - 1/B)^n of them: 647.5 for 1024 and 1024.
    for (uint32_t salt : {0u, 1u, 12345u})
    {
        std::set<uint32_t> buckets;
        for (uint64_t flow = 0; flow < 1024; ++flow)
        {
            FlowKey key;
            key.source[1] = 0x0a000001;
            key.destination[1] = 0x0a000002;
            key.sourcePort = static_cast<uint16_t>(10000 + flow);
            key.protocol = PROTOCOL_TCP;
            key.family = 4;
            buckets.insert(key.Hash(salt) % 1024);
        }
        EXPECT_NEAR(static_cast<double>(buckets.size()), 647.5, 40);
    }
    FlowKey one;
    FlowKey other;
    other.destinationPort = 1;
    EXPECT_FALSE(one == other);
    EXPECT_NE(one.Hash(0), one.Hash(1)) << "the salt has an effect";
}

TEST(PfqdState, OtherBucketsMakeOtherCollisions)
{
    const auto known = [](uint32_t buckets) {
        PfqdParams params;
        params.buckets = buckets;
        PfqdCore core(params);
        for (uint64_t flow = 0; flow < 500; ++flow)
        {
            core.Push(PacketOf(flow), 0);
        }
        return core.KnownFlows();
    };
    EXPECT_EQ(known(1), 1u);
    EXPECT_LT(known(256), 256u);
    EXPECT_GT(known(65536), 490u);
}

TEST(PfqdState, ARateBindsAFlowWhosePacketsComeOneAtATime)
{
    PfqdParams params;
    params.contractedRate = 6'000'000;
    PfqdPlayer pfqd(params);
    pfqd.Enq("a1");
    EXPECT_EQ(pfqd.Deq(0), "a1");
    pfqd.Enq("a2", {}, 1);
    EXPECT_EQ(pfqd.Deq(1.999), "-") << "the gap of a1 is remembered though its queue was empty";
    EXPECT_EQ(pfqd.Core().NextWakeup(), 2'000'000);
    EXPECT_EQ(pfqd.Deq(2), "a2");
    pfqd.Enq("b1", {}, 5);
    EXPECT_EQ(pfqd.Core().KnownFlows(), 1u) << "what has no effect any more is forgotten";
}

TEST(PfqdState, APauseEarnsANewBurst)
{
    PfqdParams params;
    params.contractedRate = 6'000'000;
    params.burstWindowNs = 4'000'000;
    params.burstIdleNs = 10'000'000;
    PfqdPlayer pfqd(params);
    pfqd.Enq("a1");
    EXPECT_EQ(pfqd.Deq(0), "a1");
    // The burst began at 0 whatever happens to the queue.
    pfqd.Enq("a2 a3", {}, 5);
    EXPECT_EQ(pfqd.Deq(5), "a2");
    EXPECT_EQ(pfqd.Deq(6), "-");
    EXPECT_EQ(pfqd.Deq(7), "a3");
    pfqd.Enq("a4 a5", {}, 17);
    EXPECT_EQ(pfqd.Take(9, 17), "a4 a5") << "10 ms after the last packet";
}

TEST(PfqdState, OtherFlowsGoOnWhileOneWaits)
{
    PfqdParams params;
    PfqdPlayer pfqd(params);
    pfqd.Enq("a1 a2 a3", {PacketClass::DATA, 1500, true, true, 12'000'000});
    pfqd.Enq("b1 b2 b3");
    EXPECT_EQ(pfqd.Take(), "a1 b1 b2 b3");
    EXPECT_EQ(pfqd.Core().Size(), 2u);
    pfqd.Enq("b4 b5", {}, 1);
    EXPECT_EQ(pfqd.Take(9, 1), "a2 b4 b5") << "A kept its place";
}

TEST(PfqdState, TimeMayEnd)
{
    PfqdParams params;
    params.contractedRate = 1;
    params.burstWindowNs = 1'000'000;
    params.demotionNs = INT64_MAX;
    PfqdCore core(params);
    const int64_t end = INT64_MAX - 2;
    core.Push(PacketOf(1), end - 2'000'000);
    core.Push(PacketOf(1), end);
    core.Push(PacketOf(1), end);
    EXPECT_NE(core.Pop(end).slot, NO_SLOT);
    EXPECT_EQ(core.Pop(end).slot, NO_SLOT);
    EXPECT_GT(core.NextWakeup(), end);
    EXPECT_LT(core.NextWakeup(), NEVER_NS);
}

TEST(PfqdState, SenselessParametersAreRefused)
{
    const auto refused = [](auto change) {
        PfqdParams params;
        change(params);
        EXPECT_THROW(PfqdCore core(params), std::invalid_argument);
    };
    refused([](PfqdParams& p) { p.burstWindowNs = p.demotionNs; });
    refused([](PfqdParams& p) { p.burstWindowNs = -1000; });
    refused([](PfqdParams& p) { p.burstWindowNs = 1; });
    refused([](PfqdParams& p) { p.burstIdleNs = 1000; });
    refused([](PfqdParams& p) { p.demotionNs = 0; });
    refused([](PfqdParams& p) { p.ecnSojournNs = -1; });
    refused([](PfqdParams& p) { p.ecnThreshold = 0; });
    refused([](PfqdParams& p) { p.maxQueue = 0; });
    refused([](PfqdParams& p) { p.newLimit = 0; });
    refused([](PfqdParams& p) { p.ctlLimit = 0; });
    refused([](PfqdParams& p) { p.buckets = 0; });
    refused([](PfqdParams& p) { p.buckets = 1000; });
    refused([](PfqdParams& p) { p.buckets = 131072; });
    refused([](PfqdParams& p) { p.limitBufferFraction = -0.5; });
}

TEST(PfqdState, ABoundOfTheLimitFollowsTheBuffer)
{
    // Half of 11250 bytes for one flow, a quarter for each of two.
    EXPECT_EQ(EcnLimit(12'000'000, 5'000'000, 65536, 5625).Of(1), 5625u);
    EXPECT_EQ(EcnLimit(12'000'000, 5'000'000, 65536, 5625).Of(2), 2812u);
    EXPECT_EQ(EcnLimit(12'000'000, 5'000'000, 65536, 5625).Of(0), 5625u);
    PfqdParams params;
    params.maxQueue = 12000;
    params.limitBufferFraction = 0.5;
    PfqdPlayer pfqd(params);
    pfqd.Enq("a1 a2 a3 a4 a5");
    EXPECT_EQ(pfqd.Take(), "a1* a2 a3 a4 a5");
}

TEST(PfqdState, HeadDropsCanGoOnUntilBelow)
{
    PfqdParams params;
    params.ecnThreshold = 3000;
    for (bool untilBelow : {false, true})
    {
        params.headDropUntilBelow = untilBelow;
        PfqdPlayer pfqd(params);
        pfqd.Enq(Names("u", 10), {PacketClass::DATA, 300, false});
        pfqd.Enq("u11", {PacketClass::DATA, 1500, false});
        EXPECT_EQ(pfqd.Lost(),
                  untilBelow ? "u1(head) u2(head) u3(head) u4(head) u5(head)" : "u1(head)");
    }
    // A packet larger than the limit goes itself.
    PfqdPlayer pfqd(params);
    pfqd.Enq("u1", {PacketClass::DATA, 4000, false});
    EXPECT_EQ(pfqd.Lost(), "u1(head)");
    EXPECT_EQ(pfqd.Core().KnownFlows(), 0u);
}

} // namespace pfqd_state_test
