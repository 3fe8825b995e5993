/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "exact_service.h"
#include "naive_queue.h"
#include "pifo-core.h"
#include "sifter-core.h"
#include "trace_player.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace sifter_core_test
{

using Core = SifterCore<int>;
using Player = TracePlayer<Core>;

/** A PIFO of four, three FIFOs of two packets each for ten ranks. */
template <typename Tested = Core>
typename Tested::Params
Small(double threshold = 0.5)
{
    typename Tested::Params params;
    params.pifoLimit = {4};
    params.fifos = 3;
    params.fifoLimit = {2};
    params.granularity = 10;
    params.threshold = threshold;
    return params;
}

TEST(SifterPush, ThePifoIsFilledFirst)
{
    Core core(Small());
    Player player(core);
    player.Play("30 20 10 0");
    EXPECT_EQ(core.SizeOfPifo(), 4u);
    player.Play("31");
    EXPECT_EQ(core.SizeOfPifo(), 4u);
    EXPECT_EQ(core.SizeOfFifo(0), 1u) << "day 3 of 3 FIFOs";
    EXPECT_EQ(player.Play("- - - - -"), "0 10 20 30 31");
}

TEST(SifterPush, ABetterRankDisplacesTheTailIntoItsFifo)
{
    Core core(Small());
    Player player(core);
    EXPECT_EQ(player.Play("30 20 10 0 5"), "");
    EXPECT_EQ(core.SizeOfFifo(0), 1u) << "rank 30";
    EXPECT_EQ(player.Play("6"), "");
    EXPECT_EQ(core.SizeOfFifo(2), 1u) << "rank 20";
    EXPECT_EQ(player.Play("- - - - - -"), "0 5 6 10 20 30");
}

TEST(SifterPush, ARankEqualToTheTailStaysBehindIt)
{
    Core core(Small());
    Player player(core);
    EXPECT_EQ(player.Play("1 2 3 9a 9b 9c"), "");
    EXPECT_EQ(core.SizeOfFifo(0), 2u);
    EXPECT_EQ(player.Play("- - - - - -"), "1 2 3 9a 9b 9c");
}

TEST(SifterPush, APifoWithRoomDoesNotOvertakeTheFifos)
{
    Core core(Small(0));
    Player player(core);
    EXPECT_EQ(player.Play("1 2 3 4 11a - - 11b - -"), "1 2 3 4");
    EXPECT_EQ(core.SizeOfPifo(), 0u);
    EXPECT_EQ(player.Play("11c - - - -"), "!11c 11a 11b empty empty");
}

TEST(SifterDrops, AFullFifoDropsWhileOthersHaveRoom)
{
    EXPECT_EQ(PlayOn<Core>(Small(), "1 2 3 4 11 12 13 21"), "!13");
    EXPECT_EQ(PlayOn<Core>(Small(), "1 2 3 14 15 16 5"), "!14")
        << "the displaced tail goes if its FIFO is full";
}

TEST(SifterDrops, BytesDisplaceSeveralAndARefusedArrivalNone)
{
    Core::Params params = Small();
    params.pifoLimit = {1000, RankLimit::BYTES};
    params.fifoLimit = {1000, RankLimit::BYTES};
    EXPECT_EQ(PlayOn<Core>(params, "1/400 8/300 9/300 2/600 - - - -"), "1 2 8 9");
    EXPECT_EQ(PlayOn<Core>(params, "1/400 8/300 9/300 9b/900 2/600 - - -"), "!9 !8 1 2 9b");
    EXPECT_EQ(PlayOn<Core>(params, "1/400 9/500 9b/700 2/800 - - - -"), "!2 1 9 9b empty")
        << "neither the PIFO nor the FIFO has room for 2";
    EXPECT_EQ(PlayOn<Core>(params, "1/1001"), "!1");
    params.fifoLimit = {500, RankLimit::BYTES};
    EXPECT_EQ(PlayOn<Core>(params, "1/501"), "!1") << "might never fit its FIFO";
}

TEST(SifterFifos, FarRanksShareTheLastOne)
{
    Core core(Small());
    Player player(core);
    player.Play("1 2 3 4 50 10000 20000");
    EXPECT_EQ(core.SizeOfFifo(2), 1u) << "day 5, the base";
    EXPECT_EQ(core.SizeOfFifo(1), 2u) << "day 7 and all later ones";
    EXPECT_EQ(player.Play("- - - - - - -"), "1 2 3 4 50 10000 20000");
}

TEST(SifterFifos, TheRingFollowsTheLowestRank)
{
    // Rising ranks go round the ring for ever; a fixed one would put all of them into the last.
    Core core(Small());
    Player player(core);
    for (unsigned rank = 0; rank < 3000; rank += 10)
    {
        const std::string name = std::to_string(rank);
        ASSERT_EQ(player.Play(name), "");
        if (rank >= 40)
        {
            ASSERT_EQ(player.Play("-"), std::to_string(rank - 40));
        }
    }
}

TEST(SifterRefill, SelectsTheSmallestOfTheFifoNotItsFirst)
{
    EXPECT_EQ(PlayOn<Core>(Small(), "1 2 3 4 9 5 - - - - - -"), "1 2 3 4 5 9");
}

TEST(SifterRefill, StopsAtTheThreshold)
{
    Core core(Small());
    Player player(core);
    player.Play("1 2 3 4 11 12 21 22 - -");
    EXPECT_EQ(core.SizeOfPifo(), 2u) << "not below half";
    player.Play("-");
    EXPECT_EQ(core.SizeOfPifo(), 2u) << "3 left, 11 came";
    EXPECT_EQ(player.Play("- - - - - -"), "4 11 12 21 22 empty");
}

TEST(SifterCore, SurvivesBothEndsOfTheRanks)
{
    const std::string max = std::to_string(UINT64_MAX);
    for (uint64_t granularity : {uint64_t{1}, uint64_t{10}, UINT64_MAX})
    {
        Core::Params params = Small();
        params.fifos = 7;
        params.granularity = granularity;
        EXPECT_EQ(
            PlayOn<Core>(params,
                         max + "a " + max + "b " + max + "c 0a 0b " + max + "d 0c - - - - - - -"),
            "!" + max + "b 0a 0b 0c " + max + "a " + max + "c " + max + "d empty");
    }
}

TEST(SifterCore, RefusesParametersThatMakeNoSense)
{
    const auto refuses = [](auto change) {
        Core::Params params;
        change(params);
        try
        {
            Core core(params);
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
    };
    EXPECT_FALSE(refuses([](auto&) {}));
    EXPECT_TRUE(refuses([](auto& p) { p.pifoLimit.value = 0; }));
    EXPECT_TRUE(refuses([](auto& p) { p.fifoLimit.value = 0; }));
    EXPECT_TRUE(refuses([](auto& p) { p.fifoLimit.unit = RankLimit::BYTES; }));
    EXPECT_TRUE(refuses([](auto& p) { p.fifos = 0; }));
    EXPECT_TRUE(refuses([](auto& p) { p.granularity = 0; }));
    EXPECT_TRUE(refuses([](auto& p) { p.threshold = 1.01; }));
    EXPECT_TRUE(refuses([](auto& p) { p.threshold = -1; }));
}

/** Parameters of all kinds, small enough to overflow all the time. */
template <typename Tested>
std::vector<typename Tested::Params>
ManyParams()
{
    std::vector<typename Tested::Params> all;
    for (uint64_t pifo : {1, 2, 9})
    {
        for (uint32_t fifos : {1, 2, 5})
        {
            for (uint64_t fifo : {1, 6})
            {
                for (double threshold : {0., 0.5, 1.})
                {
                    for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
                    {
                        const uint64_t scale = unit == RankLimit::BYTES ? 40 : 1;
                        typename Tested::Params params;
                        params.pifoLimit = {pifo * scale, unit};
                        params.fifos = fifos;
                        params.fifoLimit = {fifo * scale, unit};
                        params.granularity = all.size() % 3 ? 7 : 1;
                        params.threshold = threshold;
                        all.push_back(params);
                    }
                }
            }
        }
    }
    return all;
}

TEST(SifterCore, NeverInvertsOverAMillionRandomEvents)
{
    using Tested = SifterCore<uint32_t>;
    ServiceCounts counts;
    uint64_t seed = 0;
    for (const auto& params : ManyParams<Tested>())
    {
        for (Ranks ranks : ALL_RANKS)
        {
            Tested core(params);
            ASSERT_NO_FATAL_FAILURE(
                CheckExactService(core, RandomLoad(ranks, ++seed, 60), 2400, Victims::ANY, counts))
                << "seed " << seed;
        }
    }
    EXPECT_GT(counts.evicted, 10000u);
    EXPECT_GT(counts.refused, 10000u);
    EXPECT_EQ(counts.accepted, counts.served + counts.evicted);
}

TEST(SifterCore, WithoutLossesIsAPifo)
{
    using Tested = SifterCore<uint32_t>;
    Tested::Params params;
    params.pifoLimit = {16};
    params.fifoLimit = {100000};
    params.granularity = 3;
    for (Ranks ranks : ALL_RANKS)
    {
        Tested sifter(params);
        PifoCore<uint32_t> pifo({RankLimit{100000}});
        ASSERT_NO_FATAL_FAILURE(CheckSameBehaviour(sifter, pifo, RandomLoad(ranks, 1), 20000));
    }
}

/** The rules once more, with FIFOs that are FIFOs and every comparison made and counted. */
class NaiveSifter
{
  public:
    explicit NaiveSifter(const Core::Params& params)
        : m_params(params),
          m_fifos(params.fifos)
    {
    }

    std::vector<NaivePacket> Push(const NaivePacket& p)
    {
        if (m_params.pifoLimit.Need(p.size) > m_params.pifoLimit.value ||
            m_params.fifoLimit.Need(p.size) > m_params.fifoLimit.value)
        {
            return {p};
        }
        const bool bucketed = LowestFifo() != nullptr;
        const bool room = Load(m_pifo, m_params.pifoLimit) + m_params.pifoLimit.Need(p.size) <=
                          m_params.pifoLimit.value;
        if (bucketed || !room)
        {
            cost.boundTests += m_pifo.packets.empty() ? 0 : 1;
            if (m_pifo.packets.empty() || !GoesBefore(p, m_pifo.packets.back()))
            {
                return ToFifo(p) ? std::vector<NaivePacket>() : std::vector<NaivePacket>{p};
            }
        }
        const NaiveQueue before = m_pifo;
        cost.scan += m_pifo.Insert(p);
        std::vector<NaivePacket> displaced;
        while (Load(m_pifo, m_params.pifoLimit) > m_params.pifoLimit.value)
        {
            displaced.insert(displaced.begin(), m_pifo.TakeLast());
        }
        std::vector<NaivePacket> lost;
        for (const NaivePacket& d : displaced)
        {
            if (ToFifo(d))
            {
                ++cost.cascades;
                continue;
            }
            if (d.handle == p.handle)
            {
                m_pifo = before;
                return {p};
            }
            lost.push_back(d);
        }
        return lost;
    }

    bool Pop(NaivePacket& served)
    {
        if (m_pifo.packets.empty() && LowestFifo())
        {
            Sift();
        }
        if (m_pifo.packets.empty())
        {
            return false;
        }
        served = m_pifo.TakeFirst();
        while (NaiveQueue* fifo = LowestFifo())
        {
            const uint64_t load = Load(m_pifo, m_params.pifoLimit);
            const uint64_t next = m_params.pifoLimit.Need(Smallest(*fifo)->size);
            if (load * 2 >= m_params.pifoLimit.value * static_cast<int>(m_params.threshold * 2) ||
                load + next > m_params.pifoLimit.value)
            {
                break;
            }
            Sift();
        }
        return true;
    }

    ComparisonCost cost; //!< comparisons made

  private:
    static uint64_t Load(const NaiveQueue& queue, const RankLimit& limit)
    {
        return queue.Load(limit.unit);
    }

    static std::vector<NaivePacket>::iterator Smallest(NaiveQueue& fifo)
    {
        return std::min_element(fifo.packets.begin(), fifo.packets.end(), GoesBefore);
    }

    NaiveQueue* LowestFifo()
    {
        NaiveQueue* lowest = nullptr;
        for (NaiveQueue& fifo : m_fifos)
        {
            if (!fifo.packets.empty() &&
                (!lowest || GoesBefore(*Smallest(fifo), *Smallest(*lowest))))
            {
                lowest = &fifo;
            }
        }
        return lowest;
    }

    bool ToFifo(const NaivePacket& p)
    {
        uint64_t day = p.rank / m_params.granularity;
        if (NaiveQueue* lowest = LowestFifo())
        {
            const uint64_t base = Smallest(*lowest)->rank / m_params.granularity;
            if (day > base)
            {
                day = base + std::min<uint64_t>(day - base, m_fifos.size() - 1);
            }
        }
        NaiveQueue& fifo = m_fifos[day % m_fifos.size()];
        if (Load(fifo, m_params.fifoLimit) + m_params.fifoLimit.Need(p.size) >
            m_params.fifoLimit.value)
        {
            return false;
        }
        fifo.packets.push_back(p);
        return true;
    }

    void Sift()
    {
        NaiveQueue& fifo = *LowestFifo();
        cost.headTests += fifo.packets.size() - 1;
        ++cost.promotions;
        const auto smallest = Smallest(fifo);
        m_pifo.packets.push_back(*smallest);
        fifo.packets.erase(smallest);
    }

    Core::Params m_params;           //!< the parameters
    NaiveQueue m_pifo;               //!< the best packets
    std::vector<NaiveQueue> m_fifos; //!< the others, in order of arrival
};

TEST(SifterCore, MatchesANaiveModelIncludingEveryComparison)
{
    using Tested = SifterCore<uint32_t, SwitchedCost>;
    ComparisonCost total;
    uint64_t seed = 0;
    const auto forModel = ManyParams<Core>();
    for (const auto& params : ManyParams<Tested>())
    {
        for (Ranks ranks : ALL_RANKS)
        {
            Tested core(params, SwitchedCost(true));
            NaiveSifter model(forModel[seed / ALL_RANKS.size()]);
            ASSERT_NO_FATAL_FAILURE(
                CheckAgainstModel(core, model, RandomLoad(ranks, ++seed, 60), 300))
                << "seed " << seed;
            total.headTests += model.cost.headTests;
            total.cascades += model.cost.cascades;
        }
    }
    EXPECT_GT(total.headTests, 1000u);
    EXPECT_GT(total.cascades, 1000u);
}

} // namespace sifter_core_test
