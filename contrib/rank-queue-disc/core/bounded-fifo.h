/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BOUNDED_FIFO_H
#define BOUNDED_FIFO_H

#include "queue-load.h"
#include "rank-entry.h"

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
class BoundedFifo : public QueueLoad
{
  public:
    using Entry = RankEntry<Handle>; //!< what is stored

    /** @param limit the most it may hold */
    explicit BoundedFifo(const RankLimit& limit)
        : QueueLoad(limit)
    {
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
        Add(entry.size);
    }

    /** @return the packet that came first, removed; the queue must not be empty */
    Entry PopFront()
    {
        const Entry entry = m_ring.front();
        m_ring.pop_front();
        Remove(entry.size);
        return entry;
    }

  private:
    static constexpr std::size_t FIRST_CAPACITY = 16; //!< packets; then it doubles

    boost::circular_buffer<Entry> m_ring; //!< the packets
};

} // namespace schedlab

#endif /* BOUNDED_FIFO_H */
