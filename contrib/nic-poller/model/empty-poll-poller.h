/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EMPTY_POLL_POLLER_H
#define EMPTY_POLL_POLLER_H

#include "rx-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * DPDK's l3fwd-power: a thread polls; after some empty polls in a row it pauses between them, after
 * more it lets an interrupt wake it up. A thread for each queue.
 *
 * Empty polls are counted and not made: an idle time costs one event, that of the interrupt being
 * armed.
 */
class EmptyPollPoller : public RxPoller
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

    /** An idle time of a thread. */
    struct Idle
    {
        bool on{false};     //!< it lasts
        bool armed{false};  //!< an interrupt is to end it
        int64_t since{0};   //!< its first poll, in the thread's own time
        int64_t stopped{0}; //!< when it was taken off its core
        uint64_t polls{0};  //!< counted so far
    };

    /** @param thread begins to idle */
    void Begin(PollThread& thread);
    /** @param thread waits for a poll that finds a packet, or for its last empty one */
    void Look(PollThread& thread);
    /** @param thread has made its last empty poll */
    void Arm(PollThread* thread);
    /** @param thread its idle polls up to now are counted @param until now, in its own time */
    void Count(PollThread& thread, int64_t until);
    /** @param thread a thread @param n a number @return time from its first empty poll to poll n */
    int64_t TimeOf(const PollThread& thread, uint64_t n) const;
    /** @param thread a thread @param after time since its first empty poll @return the first poll
     * not before that */
    uint64_t PollAt(const PollThread& thread, int64_t after) const;

    uint32_t m_pauseAfter;    //!< empty polls before the first pause
    uint32_t m_sleepAfter;    //!< empty polls before the interrupt is armed
    Time m_pause;             //!< between two polls
    std::vector<Idle> m_idle; //!< by thread
};

} // namespace ns3

#endif /* EMPTY_POLL_POLLER_H */
