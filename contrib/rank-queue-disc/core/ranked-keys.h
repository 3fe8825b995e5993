/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANKED_KEYS_H
#define RANKED_KEYS_H

#include "rank-entry.h"

#include <boost/multi_index/identity.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>
#include <cstddef>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * The keys of a queue as an order-statistics tree: insertion, removal and position in O(log n).
 */
class RankedKeys
{
  public:
    /** @param key the key of a packet that joins the queue */
    void Insert(const RankKey& key)
    {
        m_keys.insert(key);
    }

    /** @param key the key of a packet that leaves the queue */
    void Erase(const RankKey& key)
    {
        m_keys.erase(key);
    }

    /**
     * @param key an arrival's key, not in the set
     * @return packets looked at by a scan from the tail until one may stay ahead of key
     */
    std::size_t ScanFromTail(const RankKey& key) const
    {
        const std::size_t ahead = m_keys.lower_bound_rank(key);
        return m_keys.size() - ahead + (ahead > 0 ? 1 : 0);
    }

    /**
     * @param rank a rank
     * @return keys of a strictly smaller rank
     */
    std::size_t CountBelow(uint64_t rank) const
    {
        return m_keys.lower_bound_rank(RankKey{rank, 0});
    }

    /** @return the smallest key; there must be one */
    const RankKey& Min() const
    {
        return *m_keys.begin();
    }

    /** @return the number of keys */
    std::size_t Size() const
    {
        return m_keys.size();
    }

  private:
    /** Order-statistics tree. */
    boost::multi_index_container<RankKey,
                                 boost::multi_index::indexed_by<boost::multi_index::ranked_unique<
                                     boost::multi_index::identity<RankKey>>>>
        m_keys;
};

} // namespace schedlab

#endif /* RANKED_KEYS_H */
