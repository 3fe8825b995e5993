/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOUNDED_PIFO_H
#define BOUNDED_PIFO_H

#include "comparison-cost.h"
#include "rank-entry.h"
#include "rank-limit.h"
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
class BoundedPifo
{
  public:
    using Entry = RankEntry<Handle>; //!< what is stored

    /** @param limit the most it may hold */
    explicit BoundedPifo(const RankLimit& limit)
        : m_limit(limit)
    {
        if (limit.unit == RankLimit::PACKETS && limit.value <= MAX_RESERVED)
        {
            m_queue.Reserve(limit.value + 1);
        }
    }

    /** @return the number of packets held */
    std::size_t Size() const
    {
        return m_queue.Size();
    }

    /** @return the bytes held */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

    /** @return true if nothing is held */
    bool IsEmpty() const
    {
        return m_queue.IsEmpty();
    }

    /** @return what is held, in the unit of the limit */
    uint64_t Load() const
    {
        return m_limit.unit == RankLimit::PACKETS ? Size() : m_bytes;
    }

    /** @return the limit */
    const RankLimit& Limit() const
    {
        return m_limit;
    }

    /** @param limit the new limit; packets beyond it stay until the next overflow */
    void SetLimit(const RankLimit& limit)
    {
        m_limit = limit;
    }

    /** @return true if more is held than the limit allows */
    bool IsOver() const
    {
        return Load() > m_limit.value;
    }

    /**
     * @param size size of a packet in bytes
     * @return true if such a packet fits beside what is held
     */
    bool HasRoomFor(uint32_t size) const
    {
        return Load() + m_limit.Need(size) <= m_limit.value;
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
        uint64_t scanned = 0;
        if (cost.IsEnabled())
        {
            scanned = m_keys.ScanFromTail(entry.key);
            m_keys.Insert(entry.key);
        }
        m_queue.Insert(entry);
        m_bytes += entry.size;
        return scanned;
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
    /** Up to this limit, in packets, memory is claimed at the first packet: at most 1.7 MB. */
    static constexpr uint64_t MAX_RESERVED = 16384;

    /** Accounts for a packet that was taken out. */
    Entry Left(const Entry& entry, const Cost& cost)
    {
        m_bytes -= entry.size;
        if (cost.IsEnabled())
        {
            m_keys.Erase(entry.key);
        }
        return entry;
    }

    RankLimit m_limit;            //!< the most it may hold
    uint64_t m_bytes = 0;         //!< bytes held
    SortedBlocks<Entry> m_queue;  //!< the packets
    typename Cost::KeySet m_keys; //!< their keys, kept while counting
};

} // namespace schedlab

#endif /* BOUNDED_PIFO_H */
