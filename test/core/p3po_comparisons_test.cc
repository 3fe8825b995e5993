/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "naive_queue.h"
#include "p3po-core.h"
#include "p3po_params.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

using namespace schedlab;
using namespace schedlab::test;

namespace p3po_comparisons_test
{

using Core = P3poCore<int>;

/** The rules once more, over lists, with every comparison made and counted. */
class NaiveP3po
{
  public:
    explicit NaiveP3po(const Core::Params& params)
        : m_params(params),
          m_queues(params.queues),
          m_bounds(params.queues)
    {
    }

    std::vector<NaivePacket> Push(const NaivePacket& p)
    {
        if (m_params.limit.Need(p.size) > m_params.limit.value)
        {
            return {p};
        }
        const std::vector<NaiveQueue> before = m_queues;
        std::size_t i = 0;
        for (; i + 1 < m_queues.size(); ++i)
        {
            ++cost.boundTests;
            if (!m_bounds[i] || p.rank < m_bounds[i]->rank ||
                (m_params.tieMode == Core::PAPER_LE && p.rank == m_bounds[i]->rank))
            {
                break;
            }
        }
        cost.scan += m_queues[i].Insert(p);
        std::vector<NaivePacket> lost;
        for (; i < m_queues.size() && IsOver(m_queues[i]); ++i)
        {
            while (IsOver(m_queues[i]))
            {
                const NaivePacket worst = m_queues[i].TakeLast();
                if (i + 1 == m_queues.size())
                {
                    lost.push_back(worst);
                }
                else
                {
                    ++cost.cascades;
                    cost.cascadeScan += m_queues[i + 1].Insert(worst);
                }
            }
            m_bounds[i] = m_queues[i].packets.back();
        }
        if (Contains(lost, p.handle))
        {
            m_queues = before;
            return {p};
        }
        return lost;
    }

    bool Pop(NaivePacket& served)
    {
        std::size_t first = 0;
        while (first < m_queues.size() && m_queues[first].packets.empty())
        {
            ++first;
        }
        if (first == m_queues.size())
        {
            return false;
        }
        served = m_queues[first].TakeFirst();
        const uint64_t whole = m_params.limit.value * 100;
        const auto low = static_cast<uint64_t>(m_params.lowThreshold * 100 + 0.5);
        const auto high = static_cast<uint64_t>(m_params.highThreshold * 100 + 0.5);
        for (std::size_t i = 0; i + 1 < m_queues.size(); ++i)
        {
            auto& next = m_queues[i + 1].packets;
            if (Load(i) * 10000 > low * whole)
            {
                continue;
            }
            while (Load(i) * 10000 < high * whole && !next.empty() &&
                   Load(i) + m_params.limit.Need(next.front().size) <= m_params.limit.value)
            {
                m_bounds[i] = next.front();
                m_queues[i].Insert(m_queues[i + 1].TakeFirst()); // at the end, nothing to compare
                ++cost.promotions;
            }
        }
        bool nothingBehind = true;
        for (std::size_t i = m_queues.size(); i-- > 0;)
        {
            if (nothingBehind && (m_params.eagerReset || m_queues[i].packets.empty()))
            {
                m_resettable.push_back(i);
            }
            nothingBehind = nothingBehind && m_queues[i].packets.empty();
        }
        if (m_params.eagerReset || nothingBehind)
        {
            for (std::size_t i : m_resettable)
            {
                m_bounds[i].reset();
            }
        }
        m_resettable.clear();
        return true;
    }

    ComparisonCost cost; //!< comparisons made

  private:
    uint64_t Load(std::size_t i) const
    {
        return m_queues[i].Load(m_params.limit.unit);
    }

    bool IsOver(const NaiveQueue& queue) const
    {
        return queue.Load(m_params.limit.unit) > m_params.limit.value;
    }

    Core::Params m_params;                            //!< the parameters
    std::vector<NaiveQueue> m_queues;                 //!< the packets
    std::vector<std::optional<NaivePacket>> m_bounds; //!< none: takes everything
    std::vector<std::size_t> m_resettable;            //!< scratch of Pop()
};

TEST(P3poCore, MatchesANaiveModelIncludingEveryComparison)
{
    using Tested = P3poCore<uint32_t, SwitchedCost>;
    ComparisonCost total;
    uint64_t seed = 0;
    for (Core::Params params : ManyParams())
    {
        for (auto mode : {Core::STABLE, Core::PAPER_LE})
        {
            for (auto unit : {RankLimit::PACKETS, RankLimit::BYTES})
            {
                ++seed;
                Core::Params varied = params;
                varied.tieMode = mode;
                varied.eagerReset = seed / 4 & 1;
                varied.limit = {params.limit.value * (unit == RankLimit::BYTES ? 40 : 1), unit};
                Tested core(As<Tested>(varied), SwitchedCost(true));
                NaiveP3po model(varied);
                ASSERT_NO_FATAL_FAILURE(
                    CheckAgainstModel(core,
                                      model,
                                      RandomLoad(ALL_RANKS[seed % ALL_RANKS.size()], seed, 100),
                                      600))
                    << "seed " << seed;
                total.cascadeScan += model.cost.cascadeScan;
                total.promotions += model.cost.promotions;
            }
        }
    }
    EXPECT_GT(total.cascadeScan, 1000u);
    EXPECT_GT(total.promotions, 1000u);
}

} // namespace p3po_comparisons_test
