/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_FIFOS_H
#define PACKET_FIFOS_H

#include "slot-pool.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * The packets of many FIFOs in one pool: a FIFO is the numbers of its first and last packet, and
 * each packet knows its neighbours.
 *
 * A packet is named by the number of its slot from Take() until Remove().
 * @tparam Packet what is known of a packet
 */
template <typename Packet>
class PacketFifos
{
  public:
    /** @param packet what is known of a packet @return its number */
    uint32_t Take(const Packet& packet)
    {
        const uint32_t slot = m_pool.Take();
        m_pool[slot].packet = packet;
        return slot;
    }

    /**
     * @param head first packet of the FIFO
     * @param tail last packet of the FIFO; both NO_SLOT if it is empty
     * @param slot a packet to append
     */
    void Append(uint32_t& head, uint32_t& tail, uint32_t slot)
    {
        m_pool[slot].before = tail;
        m_pool[slot].after = NO_SLOT;
        (tail == NO_SLOT ? head : m_pool[tail].after) = slot;
        tail = slot;
    }

    /**
     * @param head first packet of the FIFO
     * @param tail last packet of the FIFO
     * @param before a packet of it, or NO_SLOT for its begin
     * @param slot a packet to put behind that
     */
    void InsertAfter(uint32_t& head, uint32_t& tail, uint32_t before, uint32_t slot)
    {
        const uint32_t after = before == NO_SLOT ? head : m_pool[before].after;
        m_pool[slot].before = before;
        m_pool[slot].after = after;
        (before == NO_SLOT ? head : m_pool[before].after) = slot;
        (after == NO_SLOT ? tail : m_pool[after].before) = slot;
    }

    /** @param slot a packet @return the one before it in its FIFO, or NO_SLOT */
    uint32_t Before(uint32_t slot) const
    {
        return m_pool[slot].before;
    }

    /**
     * Takes a packet out of its FIFO and forgets it.
     * @param head first packet of the FIFO
     * @param tail last packet of the FIFO
     * @param slot the packet
     */
    void Remove(uint32_t& head, uint32_t& tail, uint32_t slot)
    {
        const Entry& entry = m_pool[slot];
        (entry.before == NO_SLOT ? head : m_pool[entry.before].after) = entry.after;
        (entry.after == NO_SLOT ? tail : m_pool[entry.after].before) = entry.before;
        m_pool.GiveBack(slot);
    }

    /**
     * @param slot a packet
     * @return what is known of it; after Remove() still, until the next Take()
     */
    const Packet& operator[](uint32_t slot) const
    {
        return m_pool[slot].packet;
    }

    /** @return the number of packets in all FIFOs */
    std::size_t Size() const
    {
        return m_pool.Used();
    }

  private:
    /** A packet and its neighbours. */
    struct Entry
    {
        Packet packet;            //!< what is known of it
        uint32_t before{NO_SLOT}; //!< the packet before it
        uint32_t after{NO_SLOT};  //!< the packet after it
    };

    SlotPool<Entry> m_pool; //!< all packets
};

} // namespace schedlab

#endif /* PACKET_FIFOS_H */
