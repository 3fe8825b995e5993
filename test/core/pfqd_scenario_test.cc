/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Small cases of PFQD with answers worked out by hand from the rules.
 */

#include "pfqd_player.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace pfqd_scenario_test
{

const PlayedPacket NOT_ECT{PacketClass::DATA, 1500, false};

PfqdParams
WithLimit(uint64_t bytes)
{
    PfqdParams params;
    params.ecnThreshold = bytes;
    return params;
}

TEST(PfqdScenario, NewGoesBeforeControlBeforeData)
{
    PfqdPlayer pfqd;
    pfqd.Enq("a1");
    pfqd.Ctl("k1");
    pfqd.Syn("s1");
    pfqd.Enq("b1");
    EXPECT_EQ(pfqd.Take(), "s1 k1 a1 b1");
}

TEST(PfqdScenario, FlowsTakeTurns)
{
    PfqdPlayer pfqd;
    pfqd.Enq("a1 a2 a3 b1 b2 c1");
    EXPECT_EQ(pfqd.Take(), "a1 b1 c1 a2 b2 a3");
}

TEST(PfqdScenario, TenOfEachBeforeDataInACycle)
{
    PfqdPlayer pfqd;
    pfqd.Syn(Names("s", 12));
    pfqd.Ctl(Names("k", 11));
    pfqd.Enq("a1 a2 b1");
    EXPECT_EQ(pfqd.Take(), Names("s", 10) + " " + Names("k", 10) + " a1 b1 s11 s12 k11 a2");
}

/** A player with flows of DLO that have the packets named, and nothing else. */
void
Demote(PfqdPlayer& pfqd, const std::string& first, const std::string& second)
{
    pfqd.Enq(first + " z1");
    pfqd.Enq(second, {}, 2000);
    ASSERT_EQ(pfqd.Deq(2000), "z1");
}

TEST(PfqdScenario, WhoComesInTheMiddleOfACycleWaitsForTheNext)
{
    PfqdPlayer pfqd;
    Demote(pfqd, "d1", "d2");
    pfqd.Enq("a1 a2 b1 b2", {}, 2000);
    EXPECT_EQ(pfqd.Deq(2000), "d1") << "the cycle of z1 ends";
    PfqdPlayer again;
    Demote(again, "d0 d1", "d2");
    EXPECT_EQ(again.Deq(2000), "d0");
    again.Enq("a1 a2 b1 b2", {}, 2000);
    EXPECT_EQ(again.Deq(2000), "a1");
    again.Enq("c1", {}, 2000);
    EXPECT_EQ(again.Take(6, 2000), "b1 d1 a2 c1 b2 d2");
}

TEST(PfqdScenario, WhoDrainsAndReturnsIsNew)
{
    PfqdPlayer pfqd;
    pfqd.Enq("a1 b1 b2");
    EXPECT_EQ(pfqd.Deq(), "a1");
    pfqd.Enq("a2");
    EXPECT_EQ(pfqd.Take(), "b1 a2 b2") << "B was served in the cycle, then A joined behind it";
}

TEST(PfqdScenario, OneOfTheDemotedForEachCycle)
{
    PfqdPlayer pfqd;
    pfqd.Enq("x0 x1 y0 y1 z1");
    pfqd.Enq("x2 y2", {}, 2000);
    EXPECT_EQ(pfqd.Core().DloFlows(), 2u);
    EXPECT_EQ(pfqd.Take(3, 2000), "z1 x0 y0");
    pfqd.Enq("a1 a2 a3 a4 b1 b2 b3 b4", {}, 2000);
    EXPECT_EQ(pfqd.Take(1 << 30, 2000), "a1 b1 x1 a2 b2 y1 a3 b3 x2 a4 b4 y2");
}

TEST(PfqdScenario, ALoneFlowIsNotDemoted)
{
    PfqdPlayer pfqd;
    pfqd.Enq("a1");
    pfqd.Enq("a2", {}, 500);
    pfqd.Enq("a3", {}, 2500);
    EXPECT_EQ(pfqd.Core().DloFlows(), 0u);
    pfqd.Enq("b1 b2", {}, 2600);
    pfqd.Enq("a4", {}, 2700);
    EXPECT_EQ(pfqd.Core().DloFlows(), 1u);
    EXPECT_EQ(pfqd.Take(1 << 30, 2700), "b1 a1 b2 a2 a3 a4");
}

TEST(PfqdScenario, TheTimeToDemotionBeginsAgainAfterADrain)
{
    PfqdPlayer pfqd;
    pfqd.Enq("a1");
    EXPECT_EQ(pfqd.Deq(1900), "a1");
    pfqd.Enq("a2", {}, 1950);
    pfqd.Enq("b1", {}, 2000);
    pfqd.Enq("a3", {}, 3000);
    EXPECT_EQ(pfqd.Core().DloFlows(), 0u);
    pfqd.Enq("a4", {}, 3949.999);
    EXPECT_EQ(pfqd.Core().DloFlows(), 0u);
    pfqd.Enq("a5", {}, 3950);
    EXPECT_EQ(pfqd.Core().DloFlows(), 1u);
}

TEST(PfqdScenario, WhatBringsTheQueueDownToTheLimitIsMarkedToo)
{
    PfqdPlayer pfqd(WithLimit(4500));
    pfqd.Enq(Names("a", 5));
    EXPECT_EQ(pfqd.Take(), "a1* a2* a3 a4 a5");
}

TEST(PfqdScenario, WhoCannotBeMarkedLosesItsOldest)
{
    PfqdPlayer pfqd(WithLimit(4500));
    pfqd.Enq(Names("u", 6), NOT_ECT);
    EXPECT_EQ(pfqd.Lost(), "u1(head) u2(head) u3(head)");
    EXPECT_EQ(pfqd.Take(), "u4 u5 u6");
}

TEST(PfqdScenario, TheCapTakesFromTheDeepest)
{
    PfqdParams params;
    params.maxQueue = 9000;
    PfqdPlayer pfqd(params);
    pfqd.Enq(Names("u", 5), NOT_ECT);
    pfqd.Enq("a1 a2 a3");
    EXPECT_EQ(pfqd.Lost(), "u1(cap) u2(cap)");
    EXPECT_EQ(pfqd.Take(), "u3 a1 u4 a2 u5 a3");
}

TEST(PfqdScenario, TheCapCanTakeTheNewest)
{
    PfqdParams params;
    params.maxQueue = 9000;
    params.capDropPosition = PfqdParams::TAIL;
    PfqdPlayer pfqd(params);
    pfqd.Enq(Names("u", 7), NOT_ECT);
    EXPECT_EQ(pfqd.Lost(), "u7(cap)");
    pfqd.Enq("a1");
    EXPECT_EQ(pfqd.Lost(), "u6(cap)");
    EXPECT_EQ(pfqd.Take(), "u1 a1 u2 u3 u4 u5");
}

TEST(PfqdScenario, TheSendersPaceIsKept)
{
    PfqdPlayer pfqd;
    pfqd.Enq(Names("a", 3), {PacketClass::DATA, 1500, true, true, 12'000'000});
    pfqd.Enq(Names("b", 6), {PacketClass::DATA, 1500, true, true});
    EXPECT_EQ(pfqd.Run(0.5), "a1@0 b1@0.5 a2@1 b2@1.5 a3@2 b3@2.5 b4@3 b5@3.5 b6@4");
}

TEST(PfqdScenario, TheLargerGapCounts)
{
    PfqdParams params;
    params.contractedRate = 6'000'000;
    PfqdPlayer pfqd(params);
    pfqd.Enq(Names("a", 3), {PacketClass::DATA, 1500, true, true, 12'000'000});
    EXPECT_EQ(pfqd.Run(0.5), "a1@0 a2@2 a3@4");
}

TEST(PfqdScenario, ABurstGoesAtPortSpeed)
{
    PfqdParams params;
    params.contractedRate = 6'000'000;
    params.burstWindowNs = 4'000'000;
    PfqdPlayer pfqd(params);
    pfqd.Enq(Names("a", 12));
    EXPECT_EQ(pfqd.Run(0.5),
              "a1@0 a2@0.5 a3@1 a4@1.5 a5@2 a6@2.5 a7@3 a8@3.5 a9@4 a10@6 a11@8 a12@10");
}

TEST(PfqdScenario, LimitsOfTheEvaluation)
{
    const auto limit = [](uint64_t rate, std::size_t flows) {
        return EcnLimit(rate, 5'000'000, 65536, 0).Of(flows);
    };
    EXPECT_EQ(limit(12'000'000, 2), 65536u);
    EXPECT_EQ(limit(200'000'000, 1), 125000u);
    EXPECT_EQ(limit(200'000'000, 2), 65536u);
    EXPECT_EQ(limit(1'000'000'000, 1), 625000u);
    EXPECT_EQ(limit(1'000'000'000, 2), 312500u);
    EXPECT_EQ(limit(1'000'000'000, 10), 65536u);
    EXPECT_EQ(limit(10'000'000'000, 100), 65536u);
}

TEST(PfqdScenario, TheLastOfManyLongFlowsGetsHalf)
{
    PfqdPlayer pfqd;
    const std::string flows = "abcd";
    std::map<char, int> served;
    // A packet leaves each millisecond, and its flow sends another at once.
    for (char flow : flows)
    {
        pfqd.Enq(Names(std::string(1, flow), 20));
    }
    for (int ms = 0; ms < 4000; ++ms)
    {
        const char flow = pfqd.Deq(ms)[0];
        pfqd.Enq(std::string(1, flow) + "0", {}, ms);
        served[flow] += ms >= 2500;
    }
    EXPECT_EQ(pfqd.Core().DloFlows(), 3u);
    EXPECT_EQ(served['a'], 250);
    EXPECT_EQ(served['b'], 250);
    EXPECT_EQ(served['c'], 250);
    EXPECT_EQ(served['d'], 750);
}

TEST(PfqdScenario, AnArrivalOverTheLimitFlagsTheFlowAgain)
{
    PfqdPlayer pfqd(WithLimit(3000));
    pfqd.Enq("a1 a2 a3");
    EXPECT_EQ(pfqd.Deq(), "a1*");
    pfqd.Enq("a4");
    EXPECT_EQ(pfqd.Take(), "a2* a3 a4");
}

TEST(PfqdScenario, WhoHasOnceSentEctIsNotHeadDropped)
{
    PfqdPlayer pfqd(WithLimit(3000));
    pfqd.Enq("a1");
    pfqd.Enq("a2", NOT_ECT);
    pfqd.Enq("a3");
    pfqd.Enq("a4", NOT_ECT);
    EXPECT_EQ(pfqd.Lost(), "");
    EXPECT_EQ(pfqd.Take(), "a1* a2 a3 a4");
}

TEST(PfqdScenario, FullControlFifosRefuse)
{
    PfqdParams params;
    params.newLimit = 2;
    params.ctlLimit = 1;
    PfqdPlayer pfqd(params);
    pfqd.Syn("s1 s2 s3");
    pfqd.Ctl("k1 k2");
    EXPECT_EQ(pfqd.Lost(), "s3(new) k2(ctl)");
    EXPECT_EQ(pfqd.Take(), "s1 s2 k1");
}

TEST(PfqdScenario, WhatThisHostSendsIsNeitherMarkedNorLost)
{
    PfqdParams params = WithLimit(3000);
    params.maxQueue = 3000;
    params.newLimit = 1;
    PfqdPlayer pfqd(params);
    const PlayedPacket local{PacketClass::DATA, 1500, true, true};
    pfqd.Enq(Names("a", 10), local);
    pfqd.Enq(Names("u", 10), {PacketClass::DATA, 1500, false, true});
    pfqd.Enq("s1 s2", {PacketClass::NEW, 40, false, true});
    EXPECT_EQ(pfqd.Lost(), "");
    // What it forwards is treated as in a router, whatever else is queued.
    pfqd.Enq("f1 f2 f3");
    EXPECT_EQ(pfqd.Lost(), "f1(cap)");
    const std::string all = pfqd.Take();
    EXPECT_EQ(all.substr(0, 11), "s1 s2 a1 u1");
    EXPECT_EQ(std::count(all.begin(), all.end(), '*'), 1);
    EXPECT_NE(all.find("f2*"), std::string::npos);
}

TEST(PfqdScenario, FlowsOfOneBucketShareATurnOrNot)
{
    PfqdParams params;
    params.buckets = 1;
    PfqdPlayer shared(params);
    shared.Enq("a1 a2 b1 b2");
    EXPECT_EQ(shared.Take(), "a1 a2 b1 b2");
    params.collisionPolicy = PfqdParams::EXACT;
    PfqdPlayer exact(params);
    exact.Enq("a1 a2 b1 b2");
    EXPECT_EQ(exact.Take(), "a1 b1 a2 b2");
}

TEST(PfqdScenario, AFloodOfControlLeavesOneTurnInEleven)
{
    PfqdPlayer pfqd;
    pfqd.Enq(Names("d", 100), {PacketClass::CTL, 1500, false});
    pfqd.Enq(Names("a", 10));
    std::string expected;
    for (int i = 0; i < 10; ++i)
    {
        expected += Names("d", 10, 10 * i + 1) + " a" + std::to_string(i + 1) + " ";
    }
    EXPECT_EQ(pfqd.Take() + " ", expected);
}

} // namespace pfqd_scenario_test
