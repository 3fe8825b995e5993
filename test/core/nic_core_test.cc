/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-power.h"
#include "nice-weight.h"
#include "rss-table.h"
#include "rx-ring.h"
#include "service-cost.h"
#include "state-clock.h"
#include "toeplitz-hash.h"

#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace schedlab;

namespace nic_core_test
{

TEST(ToeplitzHash, AgreesWithTheVerificationSuite)
{
    // Source address, its port, destination address, its port; hash with and without the ports.
    const struct
    {
        uint8_t from[4];
        uint16_t fromPort;
        uint8_t to[4];
        uint16_t toPort;
        uint32_t withPorts;
        uint32_t without;
    } rows[] = {{{66, 9, 149, 187}, 2794, {161, 142, 100, 80}, 1766, 0x51ccc178, 0x323e8fc2},
                {{199, 92, 111, 2}, 14230, {65, 69, 140, 83}, 4739, 0xc626b0ea, 0xd718262a},
                {{24, 19, 198, 95}, 12898, {12, 22, 207, 184}, 38024, 0x5c2b394a, 0xd2d0a5de},
                {{38, 27, 205, 30}, 48228, {209, 142, 163, 6}, 2217, 0xafc7327f, 0x82989176},
                {{153, 39, 163, 191}, 44251, {202, 188, 127, 2}, 1303, 0x10e828a2, 0x5d1809c5}};

    const ToeplitzHash hash;
    for (const auto& row : rows)
    {
        std::vector<uint8_t> input(row.from, row.from + 4);
        input.insert(input.end(), row.to, row.to + 4);
        EXPECT_EQ(hash.Hash(input.data(), 8), row.without);
        for (const uint16_t port : {row.fromPort, row.toPort})
        {
            input.push_back(port >> 8);
            input.push_back(port & 0xff);
        }
        EXPECT_EQ(hash.Hash(input.data(), 12), row.withPorts);
    }
}

TEST(RssTable, SpreadsItsEntries)
{
    const RssTable even(4);
    const RssTable uneven(std::vector<double>{.6, .2, .2});
    std::vector<int> counts(4, 0);
    std::vector<int> shares(3, 0);
    for (uint32_t hash = 0; hash < RssTable::ENTRIES; ++hash)
    {
        ++counts[even.QueueOf(hash + 1280)];
        ++shares[uneven.QueueOf(hash)];
    }
    EXPECT_EQ(counts, std::vector<int>(4, 32));
    EXPECT_NEAR(shares[0], 76.8, 1);
    EXPECT_NEAR(shares[1], 25.6, 1);
    EXPECT_THROW(RssTable(std::vector<double>{0, 0}), std::invalid_argument);
    EXPECT_THROW(RssTable(std::vector<double>{1, -1}), std::invalid_argument);
}

TEST(RxRing, KeepsTheOrderAndDropsTheLast)
{
    RxRing<std::unique_ptr<int>> ring(4);
    int given = 0;
    int taken = 0;
    for (int round = 0; round < 10; ++round)
    {
        for (int i = 0; i < 6; ++i)
        {
            const bool room = ring.Size() < 4;
            ASSERT_EQ(ring.Push(std::make_unique<int>(given)), room);
            given += room;
        }
        for (int i = 0; i < 3; ++i)
        {
            ASSERT_EQ(*ring.Pop(), taken++);
        }
        const auto& passed = ring.Passed();
        EXPECT_EQ(passed.received, passed.dropped + passed.taken + ring.Size());
        EXPECT_EQ(passed.peak, 4u);
    }
    for (const uint32_t size : {0u, 3u, 4095u})
    {
        EXPECT_THROW(RxRing<int>{size}, std::invalid_argument);
    }
}

TEST(RxRing, HoldsALineRatesWorthOfVacation)
{
    // The longest vacation without loss at 14.88 million packets a second.
    const std::vector<std::pair<int, int>> rows{{4096, 275}, {2048, 138}, {1024, 69}, {512, 34}};
    for (const auto& [size, micros] : rows)
    {
        EXPECT_EQ(std::lround(RxRing<int>(size).Capacity() / 14.88), micros);
    }
}

TEST(ServiceCost, IsThatOfTheCalibration)
{
    const ServiceCost cost;
    cost.Check();
    EXPECT_NEAR(1e3 / cost.packet, 28.5, 0.05);
    EXPECT_NEAR(cost.Burst(32, 32 * 64), 20 + 32 * 35.1, 1e-9);
    ServiceCost gateway;
    gateway.packet = 50.25;
    gateway.byte = 2;
    EXPECT_NEAR(1e3 / (gateway.Burst(32, 32 * 64) - gateway.poll) * 32, 5.61, 0.005);
    ServiceCost wrong;
    wrong.byte = -1;
    EXPECT_THROW(wrong.Check(), std::invalid_argument);
    wrong = ServiceCost();
    wrong.poll = 0;
    EXPECT_THROW(wrong.Check(), std::invalid_argument);
    wrong = ServiceCost();
    wrong.wake = NAN;
    EXPECT_THROW(wrong.Check(), std::invalid_argument);
}

TEST(StateClock, TellsAheadAndTakesBack)
{
    StateClock<2> clock(0, 100);
    EXPECT_EQ(clock.Change(1, 130, true), 30); // told at 110, say
    EXPECT_EQ(clock.State(110), 0u);
    EXPECT_EQ(clock.State(130), 0u); // up to then
    EXPECT_EQ(clock.State(131), 1u);
    EXPECT_EQ(clock.Spent(0, 110), 10);
    EXPECT_EQ(clock.Spent(1, 110), 0);
    EXPECT_EQ(clock.Spent(0, 150), 30);
    EXPECT_EQ(clock.Spent(1, 150), 20);
    clock.TakeBack();
    EXPECT_EQ(clock.State(), 0u);
    EXPECT_EQ(clock.Spent(0, 150), 50);
    EXPECT_EQ(clock.Spent(1, 150), 0);
}

TEST(StateClock, AccountsForAllTime)
{
    StateClock<3> clock(0, 100);
    EXPECT_EQ(clock.Change(2, 130), 30);
    EXPECT_EQ(clock.Change(1, 130), 0);
    EXPECT_EQ(clock.Change(0, 150), 20);
    EXPECT_EQ(clock.Spent(0, 160), 40);
    EXPECT_EQ(clock.Spent(0, 160) + clock.Spent(1, 160) + clock.Spent(2, 160), 60);
}

TEST(NiceWeight, GrowsByAQuarterAStep)
{
    EXPECT_EQ(NiceWeight(0), 1024u);
    EXPECT_EQ(NiceWeight(-20), 88761u);
    EXPECT_EQ(NiceWeight(19), 15u);
    for (int nice = -20; nice < 19; ++nice)
    {
        EXPECT_NEAR(1.0 * NiceWeight(nice) / NiceWeight(nice + 1), 1.25, 0.06);
    }
    EXPECT_THROW(NiceWeight(20), std::invalid_argument);
}

TEST(CpuPower, ChoosesTheDeepestStateThatIsWorthIt)
{
    CpuPower power;
    EXPECT_EQ(power.Choose(1e9), 0u);
    power.states = CpuPower::Deep();
    EXPECT_EQ(power.Choose(10000), 0u);
    EXPECT_EQ(power.Choose(30000), 1u);
    EXPECT_EQ(power.Choose(500000), 1u);
    EXPECT_EQ(power.Choose(700000), 2u);
    EXPECT_GT(power.Running(2.1), power.Running(0.8));
    EXPECT_GT(power.Running(0.8), power.states[0].watts);
}

TEST(CpuGovernor, FollowsTheUse)
{
    CpuGovernor governor;
    EXPECT_EQ(governor.Frequency(0), 2.1);
    governor.kind = CpuGovernor::POWERSAVE;
    EXPECT_EQ(governor.Frequency(1), 0.8);
    governor.kind = CpuGovernor::ONDEMAND;
    EXPECT_EQ(governor.Frequency(.81), 2.1);
    EXPECT_NEAR(governor.Frequency(.2), 0.8 + .2 * 1.3, 1e-12);
    EXPECT_EQ(governor.Frequency(0), 0.8);
}

} // namespace nic_core_test
