/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RSS_TABLE_H
#define RSS_TABLE_H

#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The indirection table of receive side scaling: the low bits of a hash name one of 128 entries, an
 * entry names a queue.
 */
class RssTable
{
  public:
    static constexpr std::size_t ENTRIES = 128; //!< as on the paper's cards

    /** @param queues entry i is queue i mod queues; at least 1 */
    explicit RssTable(uint32_t queues)
    {
        for (std::size_t i = 0; i < ENTRIES; ++i)
        {
            m_entries[i] = i % queues;
        }
    }

    /**
     * Gives the queues shares of the entries, spread evenly.
     * @param weights of each queue, at least 0, not all 0
     * @throws std::invalid_argument if they are not
     */
    explicit RssTable(const std::vector<double>& weights)
    {
        double total = 0;
        for (const double weight : weights)
        {
            if (!(weight >= 0))
            {
                throw std::invalid_argument("a queue's weight must not be negative");
            }
            total += weight;
        }
        if (!(total > 0))
        {
            throw std::invalid_argument("a queue's weight must be above 0");
        }
        // Each entry goes to the queue that is furthest behind its share.
        std::vector<double> credit(weights.size(), 0);
        for (uint32_t& entry : m_entries)
        {
            uint32_t best = 0;
            for (uint32_t q = 0; q < weights.size(); ++q)
            {
                credit[q] += weights[q] / total;
                best = credit[q] > credit[best] ? q : best;
            }
            credit[best] -= 1;
            entry = best;
        }
    }

    /** @param hash of a packet @return its queue */
    uint32_t QueueOf(uint32_t hash) const
    {
        return m_entries[hash % ENTRIES];
    }

    /** @param entry which @return its queue */
    uint32_t At(std::size_t entry) const
    {
        return m_entries[entry];
    }

  private:
    std::array<uint32_t, ENTRIES> m_entries{}; //!< queue of each entry
};

} // namespace schedlab

#endif /* RSS_TABLE_H */
