/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOUNDED_FIFO_H
#define BOUNDED_FIFO_H

#include "rank-entry.h"
#include "rank-limit.h"

#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * One first-in first-out queue with a limit: the building block of the schedulers that approximate
 * rank order with FIFOs.
 *
 * The ring doubles when it is full and never shrinks, so a large limit costs memory only once that
 * much has been queued, and nothing is allocated after that.
 * @tparam Handle what the caller finds its packet by
 */
template <typename Handle>
class BoundedFifo
{
  public:
    using Entry = RankEntry<Handle>; //!< what is stored

    /** @param limit the most it may hold */
    explicit BoundedFifo(const RankLimit& limit)
        : m_limit(limit)
    {
    }

    /** @return the number of packets held */
    std::size_t Size() const
    {
        return m_ring.size();
    }

    /** @return the bytes held */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

    /** @return true if nothing is held */
    bool IsEmpty() const
    {
        return m_ring.empty();
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

    /** @param limit the new limit; packets beyond it stay until they are served */
    void SetLimit(const RankLimit& limit)
    {
        m_limit = limit;
    }

    /**
     * @param size size of a packet in bytes
     * @return true if such a packet fits behind what is held
     */
    bool HasRoomFor(uint32_t size) const
    {
        return Load() + m_limit.Need(size) <= m_limit.value;
    }

    /** @return the packet that came first; the queue must not be empty */
    const Entry& Front() const
    {
        return m_ring.front();
    }

    /** @param entry the packet to append; whether there is room is the caller's business */
    void Append(const Entry& entry)
    {
        if (m_ring.full())
        {
            m_ring.set_capacity(m_ring.empty() ? FIRST_CAPACITY : 2 * m_ring.capacity());
        }
        m_ring.push_back(entry);
        m_bytes += entry.size;
    }

    /** @return the packet that came first, removed; the queue must not be empty */
    Entry PopFront()
    {
        const Entry entry = m_ring.front();
        m_ring.pop_front();
        m_bytes -= entry.size;
        return entry;
    }

  private:
    static constexpr std::size_t FIRST_CAPACITY = 16; //!< packets; then it doubles

    RankLimit m_limit;                    //!< the most it may hold
    uint64_t m_bytes = 0;                 //!< bytes held
    boost::circular_buffer<Entry> m_ring; //!< the packets
};

} // namespace schedlab

#endif /* BOUNDED_FIFO_H */
