/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * PFQD under a million random operations: against the rules walked step by step, and what holds
 * whatever happens.
 */

#include "naive_pfqd.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace schedlab;
using namespace schedlab::test;

namespace pfqd_property_test
{

/** Draws arrivals of every kind. */
class RandomPackets
{
  public:
    RandomPackets(uint32_t seed, uint32_t flows, bool hasRates)
        : m_random(seed),
          m_flows(flows),
          m_hasRates(hasRates)
    {
    }

    PfqdArrival Next()
    {
        PfqdArrival arrival;
        const uint32_t kind = m_random() % 20;
        arrival.kind = kind == 0   ? PacketClass::NEW
                       : kind == 1 ? PacketClass::CTL
                                   : PacketClass::DATA;
        arrival.size = m_random() % 3 ? 1500 : 40 + m_random() % 1461;
        const uint32_t flow = m_random() % m_flows;
        arrival.key.source[1] = flow;
        arrival.hash = arrival.key.Hash(1);
        // Some flows are ECN-capable, some are not, some change.
        arrival.isEct = flow % 3 == 0 || (flow % 3 == 1 && m_random() % 2);
        arrival.isLocal = flow % 5 == 4;
        arrival.pacingRate = m_hasRates && arrival.isLocal ? 1'000'000 * (flow % 4) : 0;
        return arrival;
    }

    uint32_t operator()(uint32_t below)
    {
        return m_random() % below;
    }

  private:
    std::mt19937 m_random;
    uint32_t m_flows;
    bool m_hasRates;
};

/** A way to run. */
struct Case
{
    uint32_t flows;
    bool hasRates;
    PfqdParams::CapDropPosition position;
    uint64_t limit;
};

std::vector<Case>
Cases()
{
    return {{2, false, PfqdParams::HEAD, 4000},
            {3, true, PfqdParams::TAIL, 9000},
            {8, false, PfqdParams::HEAD, 20000},
            {25, true, PfqdParams::HEAD, 3000},
            {60, true, PfqdParams::TAIL, 1000},
            {200, false, PfqdParams::TAIL, 6000}};
}

PfqdParams
ParamsOf(const Case& c)
{
    PfqdParams params;
    params.collisionPolicy = PfqdParams::EXACT;
    params.buckets = 4;
    params.capDropPosition = c.position;
    params.ecnThreshold = c.limit;
    params.portRate = 20'000'000;
    params.maxQueue = 60000;
    params.newLimit = 9;
    params.ctlLimit = 12;
    params.demotionNs = 3'000'000;
    if (c.hasRates)
    {
        params.contractedRate = 3'000'000;
        params.burstWindowNs = 2'000'000;
        params.burstIdleNs = c.flows == 3 ? 500'000 : 0;
    }
    return params;
}

TEST(PfqdProperty, MatchesTheRulesWalkedStepByStep)
{
    for (const Case& c : Cases())
    {
        SCOPED_TRACE(c.flows);
        const PfqdParams params = ParamsOf(c);
        PfqdCore core(params);
        NaivePfqd naive(params);
        RandomPackets random(c.flows, c.flows, c.hasRates);
        std::vector<uint64_t> ids;
        uint64_t nextId = 0;
        // Whole microseconds: the state holds what is left of a burst in them.
        int64_t now = 1'000;
        for (int i = 0; i < 100000; ++i)
        {
            now += random(3) ? 0 : 1000 * random(800);
            if (random(100) < (i / 500 % 3 == 0 ? 75u : 45u))
            {
                const PfqdArrival arrival = random.Next();
                const uint64_t id = nextId++;
                const auto verdict = core.Push(arrival, now);
                std::vector<std::pair<uint64_t, PfqdDrop>> ours;
                std::vector<std::pair<uint64_t, PfqdDrop>> theirs;
                for (const auto& lost : verdict.lost)
                {
                    ours.emplace_back(ids[lost.slot], lost.why);
                }
                if (verdict.refusal != PfqdDrop::NONE)
                {
                    ours.emplace_back(id, verdict.refusal);
                }
                else
                {
                    ids.resize(std::max<std::size_t>(ids.size(), verdict.slot + 1));
                    ids[verdict.slot] = id;
                }
                for (const auto& gone : naive.Push(arrival, now))
                {
                    theirs.emplace_back(gone.id, gone.why);
                }
                std::sort(ours.begin(), ours.end());
                std::sort(theirs.begin(), theirs.end());
                ASSERT_EQ(ours, theirs) << i;
            }
            else
            {
                const uint32_t peeked = core.Peek(now);
                const auto departure = core.Pop(now);
                const auto gone = naive.Pop(now);
                ASSERT_EQ(departure.slot, peeked);
                ASSERT_EQ(departure.slot != NO_SLOT, gone.has_value()) << i;
                if (gone)
                {
                    ASSERT_EQ(ids[departure.slot], gone->id) << i;
                    ASSERT_EQ(departure.isMarked, gone->isMarked) << i;
                    ASSERT_EQ(departure.tier, gone->tier) << i;
                }
                else
                {
                    ASSERT_EQ(core.NextWakeup(), naive.NextWakeup(now)) << i;
                }
            }
            ASSERT_EQ(core.DhiFlows(), naive.DhiFlows()) << i;
            ASSERT_EQ(core.DloFlows(), naive.DloFlows()) << i;
            ASSERT_EQ(core.CappedBytes(), naive.CappedBytes()) << i;
        }
    }
}

TEST(PfqdProperty, WhatHoldsWhateverHappens)
{
    for (const Case& c : Cases())
    {
        SCOPED_TRACE(c.flows);
        const PfqdParams params = ParamsOf(c);
        PfqdCore core(params);
        RandomPackets random(c.flows + 1000, c.flows, c.hasRates);
        std::vector<PfqdArrival> queued;
        uint64_t offered = 0;
        uint64_t left = 0;
        std::set<uint64_t> servedInCycle;
        int turns[4] = {0, 0, 0, 0};
        int64_t now = 0;
        for (int i = 0; i < 170000; ++i)
        {
            now += random(3) ? 0 : random(800'000);
            if (random(100) < (i / 500 % 3 == 0 ? 75u : 45u))
            {
                const PfqdArrival arrival = random.Next();
                ++offered;
                const bool isRoom = core.CappedBytes() + arrival.size <= params.maxQueue;
                const auto verdict = core.Push(arrival, now);
                left += verdict.lost.size() + (verdict.refusal != PfqdDrop::NONE);
                for (const auto& lost : verdict.lost)
                {
                    const PfqdArrival& victim = queued[lost.slot];
                    ASSERT_FALSE(victim.isLocal);
                    ASSERT_FALSE(lost.why == PfqdDrop::HEAD && victim.isEct);
                    ASSERT_FALSE(lost.why == PfqdDrop::OVERLIMIT && isRoom);
                }
                ASSERT_FALSE(verdict.refusal == PfqdDrop::HEAD && arrival.isEct);
                ASSERT_FALSE(verdict.refusal != PfqdDrop::NONE && arrival.isLocal);
                if (verdict.refusal == PfqdDrop::NONE)
                {
                    queued.resize(std::max<std::size_t>(queued.size(), verdict.slot + 1));
                    queued[verdict.slot] = arrival;
                }
                ASSERT_LE(core.CappedBytes(), params.maxQueue);
            }
            else if (const auto departure = core.Pop(now); departure.slot != NO_SLOT)
            {
                ++left;
                const PfqdArrival& packet = queued[departure.slot];
                ASSERT_TRUE(!departure.isMarked || (packet.isEct && !packet.isLocal));
                // Between two packets of DLO, or two cycles without one, nobody is served twice.
                if (departure.tier == PfqdCycle::DLO)
                {
                    servedInCycle.clear();
                    turns[PfqdCycle::NEW] = turns[PfqdCycle::CTL] = 0;
                }
                else if (core.DloFlows() > 0 && !c.hasRates)
                {
                    ++turns[departure.tier];
                    if (departure.tier == PfqdCycle::DHI)
                    {
                        ASSERT_TRUE(servedInCycle.insert(packet.key.source[1]).second) << i;
                    }
                    else
                    {
                        ASSERT_LE(turns[departure.tier], int(PfqdCycle::TURNS)) << i;
                    }
                }
                else
                {
                    servedInCycle.clear();
                    turns[PfqdCycle::NEW] = turns[PfqdCycle::CTL] = 0;
                }
            }
            ASSERT_EQ(core.Size(), offered - left);
        }
    }
}

TEST(PfqdProperty, TheDemotedGetTheirShare)
{
    for (uint32_t dhi : {1u, 2u, 7u, 50u})
    {
        PfqdParams params;
        params.collisionPolicy = PfqdParams::EXACT;
        PfqdCore core(params);
        int64_t now = 0;
        const auto push = [&](uint32_t flow) {
            PfqdArrival arrival;
            arrival.size = 1000;
            arrival.key.source[1] = flow;
            arrival.hash = arrival.key.Hash(0);
            return core.Push(arrival, now).slot;
        };
        std::vector<uint32_t> flowOf;
        const auto offer = [&](uint32_t flow) {
            const uint32_t slot = push(flow);
            flowOf.resize(std::max<std::size_t>(flowOf.size(), slot + 1));
            flowOf[slot] = flow;
        };
        // Three flows that are demoted, then those that are not, all always backlogged.
        for (uint32_t flow = 0; flow < 3 + dhi; ++flow)
        {
            now = flow < 3 ? 0 : 1'500'000'000;
            for (int i = 0; i < 3; ++i)
            {
                offer(flow);
            }
        }
        now = 2'000'000'000;
        for (uint32_t flow = 0; flow < 3; ++flow)
        {
            offer(flow);
        }
        ASSERT_EQ(core.DloFlows(), 3u);
        uint64_t demoted = 0;
        const uint64_t rounds = 3000 * (dhi + 1);
        for (uint64_t i = 0; i < rounds; ++i)
        {
            const auto departure = core.Pop(now);
            demoted += departure.tier == PfqdCycle::DLO;
            offer(flowOf[departure.slot]);
        }
        EXPECT_EQ(core.DhiFlows(), dhi);
        EXPECT_GE(demoted * (dhi + 1), rounds);
    }
}

} // namespace pfqd_property_test
