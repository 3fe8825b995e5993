/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RX_RING_H
#define RX_RING_H

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * A receive ring: a bounded FIFO that drops what does not fit.
 * @tparam Entry what a descriptor holds
 */
template <typename Entry>
class RxRing
{
  public:
    /** What has passed. */
    struct Counters
    {
        uint64_t received = 0; //!< that came from the wire
        uint64_t dropped = 0;  //!< of these did not fit
        uint64_t taken = 0;    //!< left the ring for a poller
        uint64_t peak = 0;     //!< most that were in the ring
    };

    /**
     * @param size descriptors, a power of two
     * @throws std::invalid_argument if it is not
     */
    explicit RxRing(uint32_t size)
        : m_entries(size)
    {
        if (size == 0 || (size & (size - 1)) != 0)
        {
            throw std::invalid_argument("RingSize must be a power of two, not " +
                                        std::to_string(size));
        }
    }

    /** @param entry arrives @return false if there was no room for it */
    bool Push(Entry&& entry)
    {
        ++m_counters.received;
        if (m_entries.full())
        {
            ++m_counters.dropped;
            return false;
        }
        m_entries.push_back(std::move(entry));
        m_counters.peak = std::max<uint64_t>(m_counters.peak, m_entries.size());
        return true;
    }

    /** @return the oldest entry, which leaves the ring */
    Entry Pop()
    {
        Entry entry = std::move(m_entries.front());
        m_entries.pop_front();
        ++m_counters.taken;
        return entry;
    }

    /** @param i counted from the oldest @return an entry of the ring */
    const Entry& At(uint32_t i) const
    {
        return m_entries[i];
    }

    /** @return entries in the ring */
    uint32_t Size() const
    {
        return m_entries.size();
    }

    /** @return the most it can hold */
    uint32_t Capacity() const
    {
        return m_entries.capacity();
    }

    /** @return what has passed */
    const Counters& Passed() const
    {
        return m_counters;
    }

  private:
    boost::circular_buffer<Entry> m_entries; //!< oldest first
    Counters m_counters;                     //!< what has passed
};

} // namespace schedlab

#endif /* RX_RING_H */
