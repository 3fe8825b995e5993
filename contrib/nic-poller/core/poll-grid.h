/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLL_GRID_H
#define POLL_GRID_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The polls of a thread that polls empty queues in turn, without making them: poll n is at
 * origin + n * cost, of queue (first + n) mod queues. A packet that arrives exactly at a poll is
 * seen by it.
 */
class PollGrid
{
  public:
    /** @param cost of an empty poll, at least 1 @param queues how many, at least 1 */
    PollGrid(int64_t cost, uint32_t queues)
        : m_cost(cost),
          m_queues(queues)
    {
    }

    /** @param now the next poll is now @param queue and of this queue */
    void Start(int64_t now, uint32_t queue)
    {
        m_origin = now;
        m_first = queue;
    }

    /**
     * @param from a time
     * @param queue a queue
     * @return the first poll of the queue that is not before the time
     */
    int64_t NextVisit(int64_t from, uint32_t queue) const
    {
        uint64_t n = from > m_origin ? (from - m_origin + m_cost - 1) / m_cost : 0;
        const uint64_t there = (m_first + n) % m_queues;
        n += (queue + m_queues - there) % m_queues;
        return m_origin + static_cast<int64_t>(n) * m_cost;
    }

    /** @param until a time, not before the origin @return empty polls begun before it */
    uint64_t PollsBefore(int64_t until) const
    {
        return until > m_origin ? (until - m_origin + m_cost - 1) / m_cost : 0;
    }

    /** @param until a time @return the queue whose poll is the first not before it */
    uint32_t QueueAt(int64_t until) const
    {
        return (m_first + PollsBefore(until)) % m_queues;
    }

    /**
     * The thread was kept from running.
     * @param by so long
     */
    void Shift(int64_t by)
    {
        m_origin += by;
    }

    /** @return the first poll's time */
    int64_t Origin() const
    {
        return m_origin;
    }

  private:
    int64_t m_cost;       //!< of an empty poll
    uint32_t m_queues;    //!< how many
    int64_t m_origin = 0; //!< time of poll 0
    uint32_t m_first = 0; //!< queue of poll 0
};

} // namespace schedlab

#endif /* POLL_GRID_H */
