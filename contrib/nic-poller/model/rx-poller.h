/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RX_POLLER_H
#define RX_POLLER_H

#include "host-cpu.h"
#include "poll-thread.h"
#include "sleep-model.h"

#include "ns3/service-cost.h"

#include <vector>

namespace ns3
{

class HostNicNetDevice;

/**
 * @ingroup nic-poller
 * How the packets of a HostNicNetDevice come from its rings to the host: the base of all pollers.
 *
 * A poller has threads on the cores of a HostCpu, from FirstCore on, one core each as far as they
 * go. Costs are nanoseconds of CPU time at the nominal frequency.
 */
class RxPoller : public Object
{
  public:
    /** What a poller has done. */
    struct Counters
    {
        uint64_t polls{0};      //!< polls of a ring
        uint64_t emptyPolls{0}; //!< of these found nothing
        uint64_t bursts{0};     //!< bursts handed on
        uint64_t packets{0};    //!< packets handed on
        uint64_t interrupts{0}; //!< interrupts taken
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Ties the poller to a device and a processor.
     * @param nic the device
     * @param cpu the processor
     */
    void Attach(HostNicNetDevice* nic, Ptr<HostCpu> cpu);

    /** Makes the threads and begins; the device calls it when it is initialized. */
    void Start();

    /** @param queue a packet arrived in its ring */
    void Arrived(uint32_t queue);

    /** @param queue polls of it that have begun take their packets */
    void Settle(uint32_t queue)
    {
        if (queue < m_polledBy.size() && m_polledBy[queue])
        {
            m_polledBy[queue]->Settle();
        }
    }

    /** @return what it has done up to now */
    Counters GetCounters();

    /** @return number of threads */
    uint32_t GetNThreads() const;

    /** @param thread from 0 @return the thread */
    Ptr<PollThread> GetThread(uint32_t thread) const;

    /** @return how often threads woke */
    uint64_t GetWakeUps() const;

    /** @return CPU time of all threads */
    Time GetCpuTime() const;

    /** @return the costs */
    const schedlab::ServiceCost& GetCosts() const;

    /** @return most packets taken by a poll */
    virtual uint32_t GetBurst() const;

    /** @return the device */
    HostNicNetDevice* GetNic() const;

    /** @param stream first stream number @return numbers used */
    virtual int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source Wake.
     * @param thread number of the thread
     * @param queue the queue that it tries next
     * @param requested how long it wanted to sleep
     * @param actual how long it did
     */
    typedef void (*WakeTracedCallback)(uint32_t thread,
                                       uint32_t queue,
                                       Time requested,
                                       Time actual);

    /**
     * Signature of the trace source Burst.
     * @param thread number of the thread
     * @param queue the queue polled
     * @param packets packets handed on
     */
    typedef void (*BurstTracedCallback)(uint32_t thread, uint32_t queue, uint32_t packets);

    /**
     * Signature of the trace source PollsSkipped.
     * @param polls empty polls that were counted and not made
     */
    typedef void (*PollsSkippedTracedCallback)(uint64_t polls);

  protected:
    RxPoller();

    /**
     * Adds the attributes of costs, with a kind's own defaults.
     * @param tid the TypeId
     * @param costs the defaults
     * @return the TypeId
     */
    static TypeId WithCosts(TypeId tid, const schedlab::ServiceCost& costs);

    void DoDispose() override;

    /** @return how many queues the device has */
    uint32_t GetNQueues() const;

    /** @return how many cores the processor has */
    uint32_t GetNCores() const;

    /** @param n how many threads to make, for DoStart() */
    void MakeThreads(uint32_t n);

    /** @param thread sleeps before it runs for the first time @param requested so long, in ns */
    void SleepFirst(PollThread& thread, double requested);

    /**
     * Lets a thread sleep by the sleep model, then OnAwake() is called.
     * @param thread which
     * @param requested how long in ns
     * @param queue the queue that it will try
     */
    void SleepTimed(PollThread& thread, double requested, uint32_t queue);

    /**
     * An empty poll and the sleep after it cost no event if nobody can see or disturb them: the
     * ring is empty, the thread has its core to itself and nothing to drain, and all others sleep
     * longer than the poll takes.
     * @param thread which is about to poll
     * @param queue this one
     * @return when the poll will be over, or -1 if it has to be made step by step
     */
    int64_t EndOfEmptyPoll(const PollThread& thread, uint32_t queue) const;

    /**
     * Polls and sleeps at once, after EndOfEmptyPoll(). If a packet turns up in the same instant,
     * OnTakenBack() is called and the poll is made as usual.
     * @param thread which
     * @param queue the one to poll
     * @param end what EndOfEmptyPoll() returned
     * @param requested how long it sleeps then in ns, a sleep by SleepModel::Sleeps()
     */
    void PollAndSleep(PollThread& thread, uint32_t queue, int64_t end, double requested);

    /** @param thread drains its transmit buffers if TxDrain has passed since it did */
    void DrainIfDue(PollThread& thread);

    /** @param thread has handled a burst; a drain is scheduled if packets wait */
    void DrainLater(PollThread& thread);

    /** @param message what is wrong with the configuration; ends the program */
    [[noreturn]] void Refuse(const std::string& message) const;

    Counters m_counters;                          //!< what it has done
    Ptr<SleepModel> m_sleep;                      //!< timed sleeps
    TracedCallback<uint64_t> m_pollsSkippedTrace; //!< empty polls not made

  private:
    friend class PollThread;

    /** Checks the parameters and begins. */
    virtual void DoStart() = 0;
    /** @param queue a packet has arrived in its empty ring */
    virtual void OnRingNonEmpty(uint32_t queue) = 0;
    /** @param thread is awake and has its core */
    virtual void OnAwake(PollThread& thread) = 0;
    /** @param thread had planned a poll, which has begun and taken its packets */
    virtual void OnPollBegun(PollThread& thread);
    /** @param thread has handed on a burst @param packets of it, 0 if the ring was empty */
    virtual void OnBurst(PollThread& thread, uint32_t packets) = 0;
    /** @param thread has not polled in vain after all, and does not sleep */
    virtual void OnTakenBack(PollThread& thread);
    /** @param thread has done other work */
    virtual void OnWork(PollThread& thread);
    /** @param thread was taken off its core while it spun */
    virtual void OnPreempt(PollThread& thread);
    /** @param thread spins again */
    virtual void OnResume(PollThread& thread);
    /** @param thread spins at another frequency from now on */
    virtual void OnFrequency(PollThread& thread);
    /** Brings the counters up to now. */
    virtual void Sync();

    /** @param thread polls @param queue a queue @param at when, -1 if it will not */
    void NotePoll(PollThread& thread, uint32_t queue, int64_t at);
    /** @param thread handed on @param queue from a queue @param packets so many */
    void NoteBurst(PollThread& thread, uint32_t queue, uint32_t packets);
    /** A timed sleep is over. @param thread whose @param requested ns @param actual ns @param queue
     */
    void Woken(PollThread* thread, double requested, double actual, uint32_t queue);
    /** @param thread drains its transmit buffers */
    void Drain(PollThread* thread);
    /** @param thread polls the queue again that it has left @param queue it */
    void TakeBack(PollThread& thread, uint32_t queue);

    HostNicNetDevice* m_nic{nullptr};                           //!< the device
    Ptr<HostCpu> m_cpu;                                         //!< the processor
    schedlab::ServiceCost m_cost;                               //!< the costs, checked
    uint32_t m_firstCore;                                       //!< core of thread 0
    int m_nice;                                                 //!< nice value of the threads
    uint32_t m_burst;                                           //!< most packets taken by a poll
    Time m_txDrain;                                             //!< time between two drains
    bool m_txDrainBug;                                          //!< look at the wrong port
    std::vector<Ptr<PollThread>> m_threads;                     //!< the threads
    std::vector<PollThread*> m_polledBy;                        //!< by queue: who polled it last
    std::vector<int64_t> m_polledAt;                            //!< by queue: when
    PollThread* m_ahead{nullptr};                               //!< who slept at once last
    int64_t m_aheadAt{-1};                                      //!< when it did
    int64_t m_drainedBefore{0};                                 //!< its drainedAt before that
    double m_cLock;                                             //!< attribute
    double m_cPoll;                                             //!< attribute
    double m_cPkt;                                              //!< attribute
    double m_cByte;                                             //!< attribute
    double m_cTxFlush;                                          //!< attribute
    double m_cWake;                                             //!< attribute
    double m_cIrq;                                              //!< attribute
    TracedCallback<uint32_t, uint32_t, Time, Time> m_wakeTrace; //!< ends of timed sleeps
    TracedCallback<uint32_t, uint32_t, uint32_t> m_burstTrace;  //!< bursts
};

} // namespace ns3

#endif /* RX_POLLER_H */
