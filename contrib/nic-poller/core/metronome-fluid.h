/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_FLUID_H
#define METRONOME_FLUID_H

#include "metronome-controller.h"
#include "sleep-law.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <queue>
#include <vector>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * Metronome's protocol under fluid load: after a vacation V a queue of load rho is busy for
 * V rho / (1 - rho). Only wake-ups and releases cost time to compute. Times are in nanoseconds.
 * @tparam Uniform gives a random number in [0, 1) at each call
 */
template <typename Uniform>
class MetronomeFluid
{
  public:
    /**
     * @param params the parameters
     * @param loads load of each queue, in [0, 1)
     * @param sleep how long a sleep takes
     * @param emptyPoll added to each busy period
     * @param uniform random numbers
     * @throws std::invalid_argument if a parameter makes no sense
     */
    MetronomeFluid(const MetronomeParams& params,
                   const std::vector<double>& loads,
                   const SleepLaw& sleep,
                   int64_t emptyPoll,
                   Uniform uniform)
        : m_controller(params, 0),
          m_loads(loads),
          m_sleep(sleep),
          m_emptyPoll(emptyPoll),
          m_uniform(std::move(uniform)),
          m_vacations(params.queues)
    {
        if (loads.size() != params.queues)
        {
            throw std::invalid_argument("a load is needed for each queue");
        }
        for (const double load : loads)
        {
            if (!(load >= 0 && load < 1))
            {
                throw std::invalid_argument("a load must be at least 0 and below 1");
            }
        }
        for (uint32_t thread = 0; thread < params.threads; ++thread)
        {
            Push(std::llround(params.tFirst * m_uniform()), thread, false);
        }
    }

    /** @param until runs up to this time */
    void RunUntil(int64_t until)
    {
        while (!m_events.empty() && m_events.top().at <= until)
        {
            const Event event = m_events.top();
            m_events.pop();
            m_now = event.at;
            event.release ? Release(event.thread) : Wake(event.thread);
        }
        m_now = until;
    }

    /** @return the time reached */
    int64_t Now() const
    {
        return m_now;
    }

    /** @return the protocol's state */
    const MetronomeController& Controller() const
    {
        return m_controller;
    }

    /** @param queue which @return all its vacations that ended */
    const std::vector<int64_t>& Vacations(uint32_t queue) const
    {
        return m_vacations[queue];
    }

    /**
     * A drop of fluid waits uniformly between 0 and the vacation of its cycle.
     * @param vacations the vacations
     * @param share from 0 to 1
     * @return the wait that this share of the fluid does not exceed
     */
    static double WaitQuantile(const std::vector<int64_t>& vacations, double share)
    {
        double total = 0;
        int64_t longest = 0;
        for (const int64_t v : vacations)
        {
            total += v;
            longest = std::max(longest, v);
        }
        double low = 0;
        double high = longest;
        while (high - low > 0.5)
        {
            const double middle = (low + high) / 2;
            double beyond = 0;
            for (const int64_t v : vacations)
            {
                beyond += std::max(0.0, v - middle);
            }
            (beyond > (1 - share) * total ? low : high) = middle;
        }
        return high;
    }

  private:
    /** A wake-up or a release. */
    struct Event
    {
        int64_t at;      //!< when
        uint64_t order;  //!< among those at one time
        uint32_t thread; //!< whose
        bool release;    //!< of a queue, else a wake-up

        /** @param other another @return true if it comes later */
        bool operator<(const Event& other) const
        {
            return at != other.at ? at > other.at : order > other.order;
        }
    };

    /** @param at when @param thread whose @param release of a queue, else a wake-up */
    void Push(int64_t at, uint32_t thread, bool release)
    {
        m_events.push({at, m_order++, thread, release});
    }

    /** @param thread sleeps @param requested so long */
    void Sleep(uint32_t thread, double requested)
    {
        const double first = m_uniform();
        const double second = m_sleep.NeedsTwo() ? m_uniform() : 0;
        Push(m_now + std::llround(m_sleep.Duration(requested, first, second)), thread, false);
    }

    /** @param thread wakes */
    void Wake(uint32_t thread)
    {
        while (!m_controller.TryLock(thread, m_now))
        {
            const auto loss = m_controller.Lose(thread, m_uniform());
            if (!loss.again)
            {
                Sleep(thread, loss.sleep);
                return;
            }
        }
        const uint32_t queue = m_controller.ThreadAt(thread).queue;
        const int64_t vacation = m_controller.QueueAt(queue).LastVacation();
        const double load = m_loads[queue];
        m_vacations[queue].push_back(vacation);
        Push(m_now + m_emptyPoll + std::llround(vacation * load / (1 - load)), thread, true);
    }

    /** @param thread has emptied its queue */
    void Release(uint32_t thread)
    {
        Sleep(thread, m_controller.Unlock(thread, m_now));
    }

    MetronomeController m_controller;              //!< the protocol
    std::vector<double> m_loads;                   //!< by queue
    SleepLaw m_sleep;                              //!< how long a sleep takes
    int64_t m_emptyPoll;                           //!< at the end of a busy period
    Uniform m_uniform;                             //!< random numbers
    int64_t m_now = 0;                             //!< the time
    uint64_t m_order = 0;                          //!< events so far
    std::priority_queue<Event> m_events;           //!< to come, the next on top
    std::vector<std::vector<int64_t>> m_vacations; //!< by queue
};

} // namespace schedlab

#endif /* METRONOME_FLUID_H */
