/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOUNDED_PIFO_H
#define BOUNDED_PIFO_H

#include "comparison-cost.h"
#include "queue-load.h"
#include "rank-entry.h"
#include "sorted-blocks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * One sorted queue with a limit: the building block of PIFO, P3PO, PPQA and Sifter.
 *
 * It may be overfull between Insert() and the owner's decision which packet has to go.
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost>
class BoundedPifo : public QueueLoad
{
  public:
    using Entry = RankEntry<Handle>; //!< what is stored

    /** @param limit the most it may hold */
    explicit BoundedPifo(const RankLimit& limit)
        : QueueLoad(limit)
    {
        m_queue.Reserve(limit.Foreseen() + 1); // it may be overfull
    }

    /** @return the packet to be served first; the queue must not be empty */
    const Entry& Min() const
    {
        return m_queue.Min();
    }

    /** @return the packet to be served last; the queue must not be empty */
    const Entry& Max() const
    {
        return m_queue.Max();
    }

    /**
     * @param entry the packet to add; the queue may become overfull
     * @param cost the core's cost policy, asked only whether to count
     * @return packets a scan from the tail would have compared, 0 while counting is off
     */
    uint64_t Insert(const Entry& entry, const Cost& cost)
    {
        m_queue.Insert(entry);
        return Joined(entry, cost);
    }

    /**
     * The same as Insert(), quicker for a packet that goes behind all others.
     * @param entry the packet to add
     * @param cost the core's cost policy
     */
    void InsertAtEnd(const Entry& entry, const Cost& cost)
    {
        m_queue.InsertAtEnd(entry);
        Joined(entry, cost);
    }

    /**
     * @param cost the core's cost policy
     * @return the packet to be served first, removed; the queue must not be empty
     */
    Entry PopMin(const Cost& cost)
    {
        return Left(m_queue.PopMin(), cost);
    }

    /**
     * @param cost the core's cost policy
     * @return the packet to be served last, removed; the queue must not be empty
     */
    Entry PopMax(const Cost& cost)
    {
        return Left(m_queue.PopMax(), cost);
    }

    /**
     * @param key key of a packet that is queued
     * @param cost the core's cost policy
     * @return the packet, removed
     */
    Entry Take(const RankKey& key, const Cost& cost)
    {
        return Left(m_queue.Remove(key), cost);
    }

    /**
     * Removes worst packets until the limit is kept, after an arrival was inserted.
     *
     * With a limit in bytes several may have to go. If the arrival is one of them it is the last,
     * and those that went before it return: they fitted without it.
     * @param arrival key of the packet inserted last
     * @param dropped set to the packets removed, worst first; empty if the arrival did not stay
     * @param cost the core's cost policy
     * @return true if the arrival stayed
     */
    bool Trim(const RankKey& arrival, std::vector<Entry>& dropped, const Cost& cost)
    {
        dropped.clear();
        while (IsOver())
        {
            const Entry worst = PopMax(cost);
            if (worst.key == arrival)
            {
                for (const Entry& spared : dropped)
                {
                    Insert(spared, cost);
                }
                dropped.clear();
                return false;
            }
            dropped.push_back(worst);
        }
        return true;
    }

  private:
    /** Accounts for a packet that was added. @return what Insert() returns */
    uint64_t Joined(const Entry& entry, const Cost& cost)
    {
        Add(entry.size);
        if (!cost.IsEnabled())
        {
            return 0;
        }
        const uint64_t scanned = m_keys.ScanFromTail(entry.key);
        m_keys.Insert(entry.key);
        return scanned;
    }

    /** Accounts for a packet that was taken out. */
    Entry Left(const Entry& entry, const Cost& cost)
    {
        Remove(entry.size);
        if (cost.IsEnabled())
        {
            m_keys.Erase(entry.key);
        }
        return entry;
    }

    SortedBlocks<Entry> m_queue;  //!< the packets
    typename Cost::KeySet m_keys; //!< their keys, kept while counting
};

} // namespace schedlab

#endif /* BOUNDED_PIFO_H */
