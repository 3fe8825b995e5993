/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLL_THREAD_H
#define POLL_THREAD_H

#include "cpu-task.h"

#include "ns3/address.h"
#include "ns3/packet.h"

#include <vector>

namespace ns3
{

class RxPoller;
class TxBatcher;

/**
 * @ingroup nic-poller
 * A received packet in a ring.
 */
struct RxDescriptor
{
    Ptr<const Packet> packet; //!< the packet
    Address from;             //!< its source on the link
    int64_t arrival;          //!< when it arrived, in time steps
    uint16_t protocol;        //!< number of its network protocol
};

/**
 * @ingroup nic-poller
 * A thread of a poller: takes bursts from rings and hands them on when their time is spent. What it
 * does next is up to its poller.
 */
class PollThread : public CpuTask
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return the thread whose burst is being handed on right now, or null */
    static PollThread* Current();

    /** @param poller whose thread it is @param index its number there */
    void SetPoller(RxPoller* poller, uint32_t index);

    /** @return its number in its poller */
    uint32_t GetIndex() const;

    /** @return the queue it polled last */
    uint32_t GetQueue() const;

    /** @return packets that it has taken and not handed on */
    uint32_t GetInService() const;

    /**
     * Takes a burst from a ring and works on it; the poller is told when that is done, also of an
     * empty one.
     * @param queue which
     */
    void Poll(uint32_t queue);

    /**
     * Spins on and polls a ring later, which has a packet now. The burst and its end are one event:
     * what the poll takes is fixed when it matters, see Settle().
     * @param queue which
     * @param at when, not before now, in time steps
     */
    void PollAt(uint32_t queue, int64_t at);

    using CpuTask::EndOf;
    using CpuTask::GetStart;
    using CpuTask::IsPlanned;
    using CpuTask::IsPrivate;
    using CpuTask::TakeBackSleep;
    using CpuTask::Unplan;

    /** A poll that was planned and has begun takes its packets, which are those of its time. */
    void Settle();

    /**
     * A packet arrived not after a poll's instant: it is part of the burst if there is room.
     * @param queue where it arrived
     */
    void Join(uint32_t queue);

    /** @param cost CPU time in ns; the poller is told when it is spent */
    void Work(double cost);

    /** @param cost of its sleep and wake-up in ns */
    void Wake(double cost);

    /** @param expected how long it will sleep in ns, negative if unknown */
    void Rest(double expected);

    /**
     * Polls an empty ring and sleeps then, see CpuTask::ExecuteAndSleep().
     * @param queue which
     * @param expected how long it will sleep in ns
     */
    void PollAndRest(uint32_t queue, double expected);

    /** @return true if it runs and has no work */
    bool IsSpinning() const;

    /** @param batcher has a packet of this burst */
    void UseBatcher(TxBatcher* batcher);

    /** A transmit buffer was emptied. */
    void OnFlush();

    /** @param batcher if not null, the only one to be drained */
    void DrainBuffers(const TxBatcher* batcher = nullptr);

    /** @return true if a packet waits in a transmit buffer of the thread */
    bool HasBuffered() const;

    EventId timer;        //!< what the poller waits for on behalf of the thread
    EventId drain;        //!< the next drain of its transmit buffers
    int64_t drainedAt{0}; //!< when it looked at them last
    uint64_t wakeUps{0};  //!< how often it woke

  protected:
    void DoDispose() override;

  private:
    void OnDispatch() override;
    void OnExecuted() override;
    void OnUnplanned() override;
    void OnPreempt() override;
    void OnResume() override;
    void OnFrequency() override;
    /** Takes the packets of a poll. */
    void Take();
    /** Hands on the burst. */
    void Deliver();
    /** @return CPU time of the burst in ns */
    double BurstCost() const;
    /** @return CPU time of what a poll of the queue would take now, in ns */
    double CostOfNext() const;

    static PollThread* g_current; //!< whose burst is being handed on

    RxPoller* m_poller{nullptr};        //!< whose thread it is
    uint32_t m_index{0};                //!< its number
    uint32_t m_queue{0};                //!< the queue polled last
    bool m_polling{false};              //!< its work is a burst
    bool m_open{false};                 //!< the poll is planned and has not taken its packets
    uint64_t m_bytes{0};                //!< of the burst
    std::vector<RxDescriptor> m_burst;  //!< packets of the burst
    std::vector<TxBatcher*> m_batchers; //!< all it ever used
    std::vector<TxBatcher*> m_touched;  //!< used in this burst
};

} // namespace ns3

#endif /* POLL_THREAD_H */
