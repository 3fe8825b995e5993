/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BUSY_POLLER_H
#define BUSY_POLLER_H

#include "rx-poller.h"

#include "ns3/poll-grid.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * Static polling as DPDK does it: threads that poll their rings for ever. Thread i has the queues
 * i, i + Threads, ...
 *
 * Empty polls are not made but counted: when a packet arrives, the next poll of its ring follows
 * from when the thread began to idle. Departures and counts are those of the loop, which Eager
 * runs.
 */
class BusyPoller : public RxPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void OnRingNonEmpty(uint32_t queue) override;
    void OnAwake(PollThread& thread) override;
    void OnPollBegun(PollThread& thread) override;
    void OnBurst(PollThread& thread, uint32_t packets) override;
    void OnPreempt(PollThread& thread) override;
    void OnResume(PollThread& thread) override;
    void OnFrequency(PollThread& thread) override;
    void Sync() override;

    /** A thread and the polls it would make. */
    struct Loop
    {
        schedlab::PollGrid grid{1, 1}; //!< its polls while it idles
        uint32_t queues{1};            //!< how many it has
        uint32_t next{0};              //!< the one to poll next, among its own
        int64_t cost{1};               //!< of an empty poll, in time steps
        int64_t stopped{0};            //!< when it was taken off its core
        bool idling{false};            //!< the grid counts
    };

    /** @param thread goes on polling */
    void Go(PollThread& thread);
    /** @param thread plans its next poll that finds a packet */
    void Look(PollThread& thread);
    /** @param thread polls a queue that is not empty @param at since when, in time steps */
    void StopIdling(PollThread& thread, int64_t at);
    /** @param loop whose idle polls before now are counted @param now the time */
    void Count(Loop& loop, int64_t now);

    uint32_t m_nThreads;       //!< attribute Threads
    bool m_eager;              //!< attribute Eager
    std::vector<Loop> m_loops; //!< by thread
};

} // namespace ns3

#endif /* BUSY_POLLER_H */
