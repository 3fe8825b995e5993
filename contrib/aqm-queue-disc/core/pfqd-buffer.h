/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_BUFFER_H
#define PFQD_BUFFER_H

#include "deepest-flow.h"
#include "packet-fifos.h"
#include "pfqd-arrival.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * The packets of PFQD: a FIFO for each flow and one each for NEW and CTL, and what the cap has to
 * know of them.
 */
class PfqdBuffer
{
  public:
    /** What is known of a packet. */
    struct Packet
    {
        uint32_t size{0};       //!< bytes
        uint64_t pacingRate{0}; //!< bit/s
        bool isEct{false};      //!< it can be marked
    };

    /** The FIFO of NEW or CTL. */
    struct Control
    {
        uint32_t head{NO_SLOT}; //!< oldest packet
        uint32_t tail{NO_SLOT}; //!< newest packet
        uint32_t packets{0};    //!< queued
    };

    /**
     * @param flows all flows
     * @param maxQueue the cap, bytes
     */
    PfqdBuffer(PfqdFlows& flows, uint64_t maxQueue)
        : m_flows(flows),
          m_deepest(flows),
          m_maxQueue(maxQueue)
    {
    }

    PfqdBuffer(const PfqdBuffer&) = delete;
    PfqdBuffer& operator=(const PfqdBuffer&) = delete;

    /** @param fifo NEW or CTL @param arrival a packet to append @return the packet's name */
    uint32_t Append(Control& fifo, const PfqdArrival& arrival)
    {
        const uint32_t slot = m_packets.Take({arrival.size, 0, arrival.isEct});
        m_packets.Append(fifo.head, fifo.tail, slot);
        ++fifo.packets;
        return slot;
    }

    /** @param fifo NEW or CTL, not empty @return its oldest packet, taken out */
    uint32_t Pop(Control& fifo)
    {
        const uint32_t slot = fifo.head;
        m_packets.Remove(fifo.head, fifo.tail, slot);
        --fifo.packets;
        return slot;
    }

    /** @param index a flow @param arrival a packet to append to it @return the packet's name */
    uint32_t Append(uint32_t index, const PfqdArrival& arrival)
    {
        const uint32_t slot = m_packets.Take({arrival.size, arrival.pacingRate, arrival.isEct});
        PfqdFlow& flow = m_flows[index];
        uint32_t head = flow.state.head;
        uint32_t tail = flow.state.tail;
        m_packets.Append(head, tail, slot);
        flow.state.head = head;
        flow.state.tail = tail;
        flow.state.bytes += arrival.size;
        m_bytes += arrival.isLocal ? 0 : arrival.size;
        if (arrival.isEct)
        {
            flow.Set(PfqdFlowRecord::ECT_SEEN, true);
        }
        if (flow.state.packets++ == 0)
        {
            m_deepest.Add(index);
        }
        else
        {
            m_deepest.Grown(index);
        }
        return slot;
    }

    /** @param index a flow @param slot a packet of it, that is taken out */
    void Remove(uint32_t index, uint32_t slot)
    {
        PfqdFlow& flow = m_flows[index];
        const uint32_t size = m_packets[slot].size;
        uint32_t head = flow.state.head;
        uint32_t tail = flow.state.tail;
        m_packets.Remove(head, tail, slot);
        flow.state.head = head;
        flow.state.tail = tail;
        flow.state.bytes -= size;
        m_bytes -= flow.Is(PfqdFlowRecord::LOCAL) ? 0 : size;
        if (2 * m_bytes < m_maxQueue)
        {
            m_deepest.Forget();
        }
        if (--flow.state.packets == 0)
        {
            m_deepest.Remove(index);
        }
    }

    /** @param slot a packet @return what is known of it */
    const Packet& operator[](uint32_t slot) const
    {
        return m_packets[slot];
    }

    /** @return true if more is queued than the cap allows */
    bool IsOver() const
    {
        return m_bytes > m_maxQueue;
    }

    /** @return the flow that the cap takes from; something must be queued that it counts */
    uint32_t Deepest()
    {
        return m_deepest.Find();
    }

    /** @return the number of packets */
    std::size_t Size() const
    {
        return m_packets.Size();
    }

    /** @return the bytes that the cap counts */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

  private:
    PfqdFlows& m_flows;            //!< all flows
    PacketFifos<Packet> m_packets; //!< all packets
    DeepestFlow m_deepest;         //!< whom the cap takes from
    uint64_t m_maxQueue;           //!< the cap, bytes
    uint64_t m_bytes{0};           //!< in DHI and DLO, of flows that are not local
};

} // namespace schedlab

#endif /* PFQD_BUFFER_H */
