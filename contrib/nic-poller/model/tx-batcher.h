/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TX_BATCHER_H
#define TX_BATCHER_H

#include "ns3/address.h"
#include "ns3/packet.h"

#include <functional>
#include <map>
#include <vector>

namespace ns3
{

class PollThread;

/**
 * @ingroup nic-poller
 * The transmit buffers of a port, one for each thread: packets leave when a buffer is full, when a
 * burst that found it empty put enough into it, or when the thread drains it.
 *
 * What is left in the buffer of one thread leaves after later packets of another, so packets of a
 * flow can overtake each other.
 */
class TxBatcher
{
  public:
    /** Why a buffer was emptied. */
    enum Reason
    {
        FULL,   //!< it held a batch
        DIRECT, //!< one burst filled it well
        TIMED   //!< it was drained
    };

    /** A packet that is to leave. */
    struct Entry
    {
        Ptr<Packet> packet; //!< the packet
        Address to;         //!< its destination on the link
        uint16_t protocol;  //!< number of its network protocol
    };

    using Sender = std::function<void(const Entry&)>;                //!< puts a packet on the link
    using Flushed = std::function<void(uint32_t, uint32_t, Reason)>; //!< told thread, packets, why

    /**
     * @param batch packets in a full buffer, at least 1
     * @param direct packets of a burst that leave at once from a buffer found empty
     * @param sender puts a packet on the link
     * @param flushed told of each time a buffer is emptied
     */
    TxBatcher(uint32_t batch, uint32_t direct, Sender sender, Flushed flushed);

    /** @param thread has a packet to send @param entry it */
    void Send(PollThread& thread, Entry&& entry);

    /** @param thread has handled a burst */
    void EndBurst(PollThread& thread);

    /** @param thread drains its buffer */
    void Drain(PollThread& thread);

    /** @param thread a thread @return packets in its buffer */
    uint32_t Buffered(const PollThread& thread) const;

    /** @return packets in all buffers */
    uint32_t Buffered() const;

  private:
    /** What a thread has here. */
    struct Buffer
    {
        std::vector<Entry> entries; //!< packets
        bool emptyBefore{true};     //!< it was empty when the burst began
        uint32_t ofBurst{0};        //!< packets of this burst
    };

    /** @param thread whose @param buffer to empty @param reason why */
    void Flush(PollThread& thread, Buffer& buffer, Reason reason);

    uint32_t m_batch;                              //!< packets in a full buffer
    uint32_t m_direct;                             //!< of a burst, to leave at once
    Sender m_sender;                               //!< puts a packet on the link
    Flushed m_flushed;                             //!< told of each time a buffer is emptied
    std::map<const PollThread*, Buffer> m_buffers; //!< by thread; looked up only
};

} // namespace ns3

#endif /* TX_BATCHER_H */
