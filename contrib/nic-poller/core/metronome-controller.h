/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_CONTROLLER_H
#define METRONOME_CONTROLLER_H

#include "metronome-queue.h"
#include "metronome-rule.h"

#include <vector>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * Metronome's protocol: M threads race for the locks of N queues.
 *
 * A thread wakes and tries the lock of its queue. The winner serves the queue until it is empty,
 * updates the load estimate, sleeps the short timeout and comes back to the same queue as primary.
 * A loser picks another queue, becomes backup and sleeps the long timeout. The role is private to a
 * thread: it only says which timeout it used last.
 *
 * Who calls it owns the clock, the random numbers and the packets.
 */
class MetronomeController
{
  public:
    /** What a thread knows of itself. */
    struct Thread
    {
        uint32_t queue = 0;  //!< the queue it tries next, or serves
        bool primary = true; //!< its last sleep was, or will be, the short one
        uint32_t tried = 0;  //!< queues tried since it woke, with SCAN
        uint64_t wins = 0;   //!< races won
        uint64_t fails = 0;  //!< races lost
    };

    /** What follows from a lost race. */
    struct Loss
    {
        bool again;   //!< try the thread's next queue at once
        double sleep; //!< otherwise sleep that long
    };

    /**
     * @param params the parameters
     * @param now the first vacation of every queue begins
     * @throws std::invalid_argument if a parameter makes no sense
     */
    MetronomeController(const MetronomeParams& params, int64_t now)
        : m_params(params),
          m_rule(params),
          m_queues(params.queues, MetronomeQueue(params.alpha, now)),
          m_threads(params.threads)
    {
        for (uint32_t i = 0; i < params.threads; ++i)
        {
            const bool spread = params.initial == MetronomeParams::ROUND_ROBIN;
            m_threads[i].queue = spread ? i % params.queues : params.queues - 1;
        }
    }

    /**
     * A thread that is awake tries the lock of its queue.
     * @param thread which
     * @param now when
     * @return true if it is the server of its queue now
     */
    bool TryLock(uint32_t thread, int64_t now)
    {
        Thread& t = m_threads[thread];
        const bool won = m_queues[t.queue].TryLock(thread, now);
        ++(won ? t.wins : t.fails);
        return won;
    }

    /**
     * The server found its queue empty.
     * @param thread which
     * @param now when
     * @return the short timeout, which it sleeps now
     */
    double Unlock(uint32_t thread, int64_t now)
    {
        Thread& t = m_threads[thread];
        MetronomeQueue& queue = m_queues[t.queue];
        queue.Unlock(now);
        const double timeout = m_rule.ShortTimeout(queue.Load());
        queue.NoteShort(timeout);
        t.primary = true;
        t.tried = 0;
        return timeout;
    }

    /**
     * The thread lost the race it tried last.
     * @param thread which
     * @param draw a random number in [0, 1)
     * @return whether to try again at once, else how long to sleep
     */
    Loss Lose(uint32_t thread, double draw)
    {
        Thread& t = m_threads[thread];
        const uint32_t n = m_params.queues;
        t.primary = false;
        switch (m_params.pick)
        {
        case MetronomeParams::UNIFORM_ALL:
            t.queue = static_cast<uint32_t>(draw * n);
            break;
        case MetronomeParams::UNIFORM_OTHER:
            t.queue = n == 1 ? 0 : (t.queue + 1 + static_cast<uint32_t>(draw * (n - 1))) % n;
            break;
        case MetronomeParams::SCAN:
            t.queue = (t.queue + 1) % n;
            if (++t.tried < n)
            {
                return {true, 0};
            }
            t.tried = 0;
            break;
        }
        return {false, m_params.tLong};
    }

    /** What a release of a queue changes. */
    struct Snapshot
    {
        uint32_t thread = 0;        //!< who holds the queue
        Thread self;                //!< what that knows of itself
        MetronomeQueue queue{0, 0}; //!< its queue's state
    };

    /** @param thread holds its queue @return what to give Restore() to take its release back */
    Snapshot Save(uint32_t thread) const
    {
        return {thread, m_threads[thread], m_queues[m_threads[thread].queue]};
    }

    /** @param before the state that its thread and queue return to */
    void Restore(const Snapshot& before)
    {
        m_threads[before.thread] = before.self;
        m_queues[before.self.queue] = before.queue;
    }

    /** @param thread which @return what it knows of itself */
    const Thread& ThreadAt(uint32_t thread) const
    {
        return m_threads[thread];
    }

    /** @param queue which @return its lock and measurements */
    const MetronomeQueue& QueueAt(uint32_t queue) const
    {
        return m_queues[queue];
    }

    /** @return the parameters */
    const MetronomeParams& Params() const
    {
        return m_params;
    }

  private:
    MetronomeParams m_params;             //!< the parameters
    MetronomeRule m_rule;                 //!< the short timeout
    std::vector<MetronomeQueue> m_queues; //!< by number
    std::vector<Thread> m_threads;        //!< by number
};

} // namespace schedlab

#endif /* METRONOME_CONTROLLER_H */
