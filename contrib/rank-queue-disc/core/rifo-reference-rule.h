/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RIFO_REFERENCE_RULE_H
#define RIFO_REFERENCE_RULE_H

#include <cstdint>
#include <limits>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * RIFO's admission as its authors' packet-level simulator decides it, to compare with results that
 * were made with that simulator. It differs from the published rule:
 * - the test is turned round: (Max - r) / (Max - Min) is compared with the free share of the queue,
 *   not with the used one, so the rule is strictest when the queue is nearly empty;
 * - a rank above Max is not also compared with Min, so the first rank of a window leaves Min at its
 *   start value, and scores -0 (refused unless L <= K * C);
 * - if Max equals Min the score is 0 / 0 and the arrival is refused unless L <= K * C;
 * - Max starts at 0 in the first window and at the smallest integer in the others;
 * - ranks are cut to 32 bits with a sign, differences wrap round, K is rounded to a 32-bit float
 *   and the comparisons are of doubles.
 */
class RifoReferenceRule
{
  public:
    /** @param k share of the queue open to every rank */
    explicit RifoReferenceRule(double k)
        : m_k(static_cast<float>(k))
    {
    }

    /**
     * Takes an arrival into the window, then judges it.
     * @param rank64 its rank, of which the lower 32 bits count
     * @param load what is queued before it
     * @param limit the most that may be queued, in the same unit
     * @return true if the rule lets it in
     */
    bool Admit(uint64_t rank64, uint64_t load, uint64_t limit)
    {
        const auto rank = static_cast<int32_t>(static_cast<uint32_t>(rank64));
        if (rank > m_max)
        {
            m_max = rank;
        }
        else if (rank < m_min)
        {
            m_min = rank;
        }
        const double capacity = limit;
        const double score = m_max == m_min
                                 ? std::numeric_limits<double>::quiet_NaN()
                                 : WrappedDifference(m_max, rank) / WrappedDifference(m_max, m_min);
        return load <= m_k * capacity || score >= (capacity - load) / capacity;
    }

    /** Begins a new window. */
    void Forget()
    {
        m_max = std::numeric_limits<int32_t>::min();
        m_min = std::numeric_limits<int32_t>::max();
    }

    /** @return the largest rank of the window, as this rule keeps it */
    int32_t Max() const
    {
        return m_max;
    }

    /** @return the smallest rank of the window, as this rule keeps it */
    int32_t Min() const
    {
        return m_min;
    }

  private:
    /** @return a - b in 32 bits with a sign, wrapping round */
    static double WrappedDifference(int32_t a, int32_t b)
    {
        return static_cast<int32_t>(static_cast<uint32_t>(a) - static_cast<uint32_t>(b));
    }

    double m_k;                                          //!< K after rounding to a float
    int32_t m_max = 0;                                   //!< largest rank of the window
    int32_t m_min = std::numeric_limits<int32_t>::max(); //!< smallest rank of the window
};

} // namespace schedlab

#endif /* RIFO_REFERENCE_RULE_H */
