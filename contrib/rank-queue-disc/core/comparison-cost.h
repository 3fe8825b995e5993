/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMPARISON_COST_H
#define COMPARISON_COST_H

#include "ranked-keys.h"

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * What the modelled hardware would have compared, as counts since the start.
 *
 * A sorted queue is taken to place an arrival by a linear scan from its tail to the first packet
 * that may stay ahead of it; every packet looked at counts, that last one included, and an empty
 * queue costs nothing. The simulator's own data structures are faster than that and do not show
 * here.
 */
struct ComparisonCost
{
    uint64_t scan = 0; //!< queued packets compared with an arrival, in the queue chosen for it
    uint64_t cascadeScan = 0;    //!< the same for a packet moved into another queue by an overflow
    uint64_t boundTests = 0;     //!< comparisons with a queue bound or with a sampled rank
    uint64_t occupancyTests = 0; //!< queue lengths looked at to choose a queue
    uint64_t headTests = 0;      //!< queued packets compared with each other to choose the next
    uint64_t cascades = 0;       //!< packets moved to another queue by an overflow
    uint64_t promotions = 0;     //!< packets moved to another queue to refill it

    /** @return what was counted between two moments */
    friend ComparisonCost operator-(const ComparisonCost& later, const ComparisonCost& earlier)
    {
        return {later.scan - earlier.scan,
                later.cascadeScan - earlier.cascadeScan,
                later.boundTests - earlier.boundTests,
                later.occupancyTests - earlier.occupancyTests,
                later.headTests - earlier.headTests,
                later.cascades - earlier.cascades,
                later.promotions - earlier.promotions};
    }
};

/**
 * @ingroup rank-queue-disc
 * Cost policy of a core that counts nothing; it takes no space worth speaking of and no time.
 */
class NoCost
{
  public:
    /** Stands in for the ordered copy of a queue's keys that counting needs. */
    class KeySet
    {
      public:
        /** @return 0 @param key ignored */
        uint64_t ScanFromTail(const RankKey& key) const
        {
            (void)key;
            return 0;
        }

        /** @param key ignored */
        void Insert(const RankKey& key)
        {
            (void)key;
        }

        /** @param key ignored */
        void Erase(const RankKey& key)
        {
            (void)key;
        }
    };

    /** @return false: a core skips all counting, which the compiler then removes */
    static constexpr bool IsEnabled()
    {
        return false;
    }

    /** @return counts that nobody reads */
    ComparisonCost& Counts()
    {
        return m_counts;
    }

  private:
    ComparisonCost m_counts; //!< never written while IsEnabled() is false
};

/**
 * @ingroup rank-queue-disc
 * Cost policy that counts when it was switched on before the first packet.
 */
class SwitchedCost
{
  public:
    using KeySet = RankedKeys; //!< the keys of one queue

    /** @param enabled whether to count */
    explicit SwitchedCost(bool enabled = false)
        : m_enabled(enabled)
    {
    }

    /** @return whether counting was switched on */
    bool IsEnabled() const
    {
        return m_enabled;
    }

    /** @return the counts since the start */
    ComparisonCost& Counts()
    {
        return m_counts;
    }

    /** @return the counts since the start */
    const ComparisonCost& Counts() const
    {
        return m_counts;
    }

  private:
    bool m_enabled;          //!< whether to count
    ComparisonCost m_counts; //!< the counts
};

} // namespace schedlab

#endif /* COMPARISON_COST_H */
