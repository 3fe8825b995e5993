/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "golden_trace.h"
#include "naive_fifo.h"
#include "sp-pifo-core.h"
#include "wide-integer.h"

#include <gtest/gtest.h>

using namespace schedlab;
using namespace schedlab::test;

namespace sp_pifo_core_test
{

std::string
BoundsOf(const SpPifoCore<int64_t>& core)
{
    std::string text;
    for (uint64_t bound : core.Bounds())
    {
        text += (text.empty() ? "b=" : "|") + std::to_string(bound);
    }
    return text;
}

class SpPifoGolden : public testing::TestWithParam<std::string>
{
};

TEST_P(SpPifoGolden, EveryRowAndBoundMatches)
{
    const GoldenTrace trace = GoldenByName(GetParam());
    const std::map<std::string, SpPifoParams::StepRule> rules{
        {"cost", SpPifoParams::COST},
        {"1", SpPifoParams::ONE},
        {"rank", SpPifoParams::RANK},
        {"queueBound", SpPifoParams::QUEUE_BOUND}};
    const auto step = trace.config.find("step");
    SpPifoCore<int64_t> core(
        {uint32_t(trace.Number("queues")),
         {uint64_t(trace.Number("perQueue"))},
         step == trace.config.end() ? SpPifoParams::COST : rules.at(step->second)});
    const Replayed replayed = Replay<SpPifoCore<int64_t>>(trace, core, BoundsOf);
    EXPECT_EQ(replayed.otherRows, 0u) << replayed.firstDifference;
}

INSTANTIATE_TEST_SUITE_P(Vectors,
                         SpPifoGolden,
                         testing::ValuesIn(GoldenNames("sppifo_")),
                         [](const auto& info) { return TestName(info.param); });

// The same scheduler with ranks that a fair-queueing ranker computed.
INSTANTIATE_TEST_SUITE_P(FairRanks,
                         SpPifoGolden,
                         testing::ValuesIn(GoldenNames("stfq_sppifo_")),
                         [](const auto& info) { return TestName(info.param); });

/** SP-PIFO with bounds that cannot overflow. */
class NaiveSpPifo
{
  public:
    using Entry = RankEntry<int64_t>;
    using Bound = Int128;

    explicit NaiveSpPifo(const SpPifoParams& params)
        : m_params(params),
          m_bounds(params.queues, 0)
    {
        for (uint32_t i = 0; i < params.queues; ++i)
        {
            m_queues.emplace_back(params.queueLimit, TakeAll());
        }
    }

    RankVerdict<Entry> Push(const RankArrival<int64_t>& arrival)
    {
        const Bound rank = arrival.rank;
        for (std::size_t i = m_queues.size(); i-- > 0;)
        {
            if (i > 0 && rank < m_bounds[i])
            {
                continue;
            }
            const auto verdict = m_queues[i].Push(arrival);
            if (verdict.IsAccepted())
            {
                const std::vector<Bound> old = m_bounds;
                for (std::size_t j = 1; rank < old[i] && j < old.size(); ++j)
                {
                    switch (m_params.stepRule)
                    {
                    case SpPifoParams::COST:
                        m_bounds[j] = old[j] - (old[0] - rank);
                        break;
                    case SpPifoParams::ONE:
                        m_bounds[j] = old[j] - 1;
                        break;
                    case SpPifoParams::RANK:
                        m_bounds[j] = old[j] - rank;
                        break;
                    case SpPifoParams::QUEUE_BOUND:
                        m_bounds[j] = j == 1 ? rank : old[j - 1];
                        break;
                    }
                }
                m_bounds[i] = rank;
            }
            return verdict;
        }
        throw std::logic_error("the first queue takes every rank");
    }

    std::optional<Entry> Pop()
    {
        for (auto& queue : m_queues)
        {
            if (queue.Size() > 0)
            {
                return queue.Pop();
            }
        }
        return std::nullopt;
    }

    std::size_t Size() const
    {
        std::size_t size = 0;
        for (const auto& queue : m_queues)
        {
            size += queue.Size();
        }
        return size;
    }

    const std::vector<Bound>& Bounds() const
    {
        return m_bounds;
    }

  private:
    struct TakeAll
    {
        bool operator()(uint64_t, uint64_t, uint64_t) const
        {
            return true;
        }
    };

    SpPifoParams m_params;
    std::vector<NaiveFifo<TakeAll>> m_queues;
    std::vector<Bound> m_bounds;
};

void
ExpectSameBounds(const SpPifoCore<int64_t>& core, const NaiveSpPifo& oracle)
{
    ASSERT_EQ(core.Bounds().size(), oracle.Bounds().size());
    for (std::size_t i = 0; i < core.Bounds().size(); ++i)
    {
        EXPECT_TRUE(Int128(core.Bounds()[i]) == oracle.Bounds()[i]) << "bound " << i;
    }
}

constexpr SpPifoParams::StepRule ALL_RULES[] = {SpPifoParams::COST,
                                                SpPifoParams::ONE,
                                                SpPifoParams::RANK,
                                                SpPifoParams::QUEUE_BOUND};

TEST(SpPifoCore, MatchesANaiveBankOverAMillionRandomOperations)
{
    for (const SpPifoParams::StepRule rule : ALL_RULES)
    {
        for (uint32_t queues : {1u, 2u, 8u, 32u})
        {
            const SpPifoParams params{queues, {1 + 160 / queues}, rule};
            SpPifoCore<int64_t> core(params);
            NaiveSpPifo oracle(params);
            const auto refused = ExpectSameBehaviour(core, oracle, {65000, queues, 100});
            EXPECT_GT(refused[std::size_t(Refusal::FULL)], 0u);
            ExpectSameBounds(core, oracle);
        }
    }
}

TEST(SpPifoCore, BoundsStayWithinTheRangeOf64BitRanks)
{
    for (const SpPifoParams::StepRule rule : ALL_RULES)
    {
        const SpPifoParams params{4, {20}, rule};
        SpPifoCore<int64_t> core(params);
        NaiveSpPifo oracle(params);
        for (uint64_t seed = 0; seed < 20; ++seed)
        {
            ExpectSameBehaviour(core, oracle, {1000, seed, 0});
            ExpectSameBounds(core, oracle);
        }
    }
}

TEST(SpPifoCore, LimitInBytesIsThatOfEachQueue)
{
    const SpPifoParams params{3, {4000, RankLimit::BYTES}, SpPifoParams::COST};
    SpPifoCore<int64_t> core(params);
    NaiveSpPifo oracle(params);
    const auto refused = ExpectSameBehaviour(core, oracle, {50000, 5, 50, 1500});
    EXPECT_GT(refused[std::size_t(Refusal::FULL)], 0u);
}

TEST(SpPifoCore, PushUpAndPushDown)
{
    SpPifoCore<int64_t> core({3, {10}, SpPifoParams::COST});
    for (uint64_t rank : {10, 5, 3})
    {
        ASSERT_TRUE(core.Push({0, rank}).IsAccepted());
    }
    EXPECT_EQ(BoundsOf(core), "b=3|5|10");
    core.Push({0, 1}); // below all bounds by 2
    EXPECT_EQ(BoundsOf(core), "b=1|3|8");
    core.Push({0, 3}); // a rank equal to a bound goes to the queue that has it
    EXPECT_EQ(BoundsOf(core), "b=1|3|8");
    core.Push({0, 0});
    core.Push({0, 6});
    EXPECT_EQ(BoundsOf(core), "b=0|6|7");
}

TEST(SpPifoCore, AFullQueueRefusesAndMovesNoBound)
{
    SpPifoCore<int64_t> core({2, {1}, SpPifoParams::COST});
    ASSERT_TRUE(core.Push({0, 7}).IsAccepted());
    ASSERT_TRUE(core.Push({1, 4}).IsAccepted());
    EXPECT_EQ(core.Push({2, 9}).refusal, Refusal::FULL);
    EXPECT_EQ(core.Push({3, 2}).refusal, Refusal::FULL);
    EXPECT_EQ(BoundsOf(core), "b=4|7");
    EXPECT_EQ(core.Pop()->handle, 1);
    // The empty first queue is not used for a rank that belongs to the full second one.
    EXPECT_EQ(core.Push({4, 9}).refusal, Refusal::FULL);
}

TEST(SpPifoCore, OneQueueAndEqualRanksAreFifos)
{
    for (uint32_t queues : {1u, 8u})
    {
        SpPifoCore<int64_t> core({queues, {50}, SpPifoParams::COST});
        std::mt19937_64 random(1);
        for (int64_t i = 0; i < 50; ++i)
        {
            ASSERT_TRUE(core.Push({i, queues == 1 ? random() : 17}).IsAccepted());
        }
        for (int64_t i = 0; i < 50; ++i)
        {
            ASSERT_EQ(core.Pop()->handle, i);
        }
    }
}

TEST(SpPifoCore, CountsTheBoundsLookedAt)
{
    SpPifoCore<int64_t, SwitchedCost> core({4, {10}, SpPifoParams::COST}, SwitchedCost(true));
    core.Push({0, 9}); // the last queue takes it
    EXPECT_EQ(core.GetCost().Counts().boundTests, 1u);
    core.Push({0, 8}); // the last refuses it
    EXPECT_EQ(core.GetCost().Counts().boundTests, 3u);
    core.Push({0, 7});
    core.Push({0, 6});
    core.Push({0, 5}); // below all bounds
    EXPECT_EQ(core.GetCost().Counts().boundTests, 3u + 3 + 4 + 4);

    SpPifoCore<int64_t, SwitchedCost> off({4, {10}, SpPifoParams::COST});
    off.Push({0, 9});
    EXPECT_EQ(off.GetCost().Counts().boundTests, 0u);
}

TEST(SpPifoCore, RefusesNonsense)
{
    EXPECT_THROW(SpPifoCore<int>({0, {136}}), std::invalid_argument);
    EXPECT_THROW(SpPifoCore<int>({8, {0}}), std::invalid_argument);
}

} // namespace sp_pifo_core_test
