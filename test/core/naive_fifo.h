/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NAIVE_FIFO_H
#define NAIVE_FIFO_H

#include "rank-entry.h"
#include "rank-limit.h"
#include "rank-verdict.h"

#include <array>
#include <deque>
#include <gtest/gtest.h>
#include <optional>
#include <random>

/**
 * @file
 * What the FIFO-based cores are held against: the rules written down plainly, without a thought of
 * speed, and random operations done on both.
 */

namespace schedlab
{
namespace test
{

/**
 * A FIFO with an admission rule.
 * @tparam Rule `bool operator()(rank, load, limit)`
 */
template <typename Rule>
class NaiveFifo
{
  public:
    using Entry = RankEntry<int64_t>;

    NaiveFifo(const RankLimit& limit, Rule rule)
        : m_limit(limit),
          m_rule(rule)
    {
    }

    RankVerdict<Entry> Push(const RankArrival<int64_t>& arrival)
    {
        uint64_t load = 0;
        if (m_limit.unit == RankLimit::PACKETS)
        {
            load = m_queue.size();
        }
        else
        {
            for (const Entry& entry : m_queue)
            {
                load += entry.size;
            }
        }
        const bool admitted = m_rule(arrival.rank, load, m_limit.value);
        if (load + m_limit.Need(arrival.size) > m_limit.value)
        {
            return RankVerdict<Entry>::Refuse(Refusal::FULL);
        }
        if (!admitted)
        {
            return RankVerdict<Entry>::Refuse(Refusal::ADMISSION);
        }
        m_queue.push_back(Entry::From(arrival, m_accepted++));
        return RankVerdict<Entry>::Accept();
    }

    std::optional<Entry> Pop()
    {
        if (m_queue.empty())
        {
            return std::nullopt;
        }
        const Entry entry = m_queue.front();
        m_queue.pop_front();
        return entry;
    }

    const Entry* Peek() const
    {
        return m_queue.empty() ? nullptr : &m_queue.front();
    }

    std::size_t Size() const
    {
        return m_queue.size();
    }

    const Rule& GetRule() const
    {
        return m_rule;
    }

  private:
    RankLimit m_limit;
    Rule m_rule;
    std::deque<Entry> m_queue;
    uint64_t m_accepted = 0;
};

/** Random operations. */
struct RandomOperations
{
    int count;                //!< pushes and pops, 11 to 9; then the queue is drained
    uint64_t seed;            //!< of the generator
    uint64_t ranks;           //!< ranks are uniform in [0, ranks), or below 2^64 if 0
    uint32_t largestSize = 1; //!< sizes are uniform in [1, largestSize]
};

/**
 * Does the same random operations on a core and on its oracle and expects the same outcome of each,
 * and that every packet accepted is served once.
 * @return packets refused, by reason
 */
template <typename Core, typename Oracle>
std::array<uint64_t, 3>
ExpectSameBehaviour(Core& core, Oracle& oracle, const RandomOperations& operations)
{
    std::mt19937_64 random(operations.seed);
    std::array<uint64_t, 3> refused{};
    uint64_t accepted = 0;
    uint64_t popped = 0;
    for (int64_t i = 0; i < operations.count || oracle.Size() > 0; ++i)
    {
        const uint64_t draw = random();
        if (i < operations.count && draw % 20 < 11)
        {
            const uint64_t rank = operations.ranks == 0 ? random() : random() % operations.ranks;
            const uint32_t size = 1 + (draw >> 32) % operations.largestSize;
            const auto verdict = core.Push({i, rank, size});
            const auto expected = oracle.Push({i, rank, size});
            EXPECT_EQ(verdict.refusal, expected.refusal) << "operation " << i;
            EXPECT_EQ(verdict.nEvicted, 0u);
            accepted += verdict.IsAccepted();
            refused[std::size_t(verdict.refusal)] += !verdict.IsAccepted();
        }
        else
        {
            const auto* peeked = core.Peek();
            const int64_t next = peeked ? peeked->handle : -1;
            const auto entry = core.Pop();
            const auto expected = oracle.Pop();
            EXPECT_EQ(entry ? entry->handle : -1, expected ? expected->handle : -1)
                << "operation " << i;
            EXPECT_EQ(entry ? entry->handle : -1, next);
            popped += entry.has_value();
        }
        EXPECT_EQ(core.Size(), oracle.Size());
        EXPECT_EQ(accepted, popped + core.Size());
        if (testing::Test::HasFailure())
        {
            break; // the rest would differ too
        }
    }
    return refused;
}

} // namespace test
} // namespace schedlab

#endif /* NAIVE_FIFO_H */
