/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_QUEUE_H
#define METRONOME_QUEUE_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * A queue's lock and what Metronome measures with it. Vacations (unattended) and busy periods
 * (held) alternate and tile the time line.
 */
class MetronomeQueue
{
  public:
    static constexpr uint32_t NOBODY = UINT32_MAX; //!< no thread holds the lock

    /** What a queue has seen. */
    struct Counters
    {
        uint64_t wins = 0;       //!< races won
        uint64_t fails = 0;      //!< races lost
        uint64_t releases = 0;   //!< busy periods that ended
        int64_t vacation = 0;    //!< sum of the vacations that ended
        int64_t busy = 0;        //!< sum of the busy periods that ended
        double vacation2 = 0;    //!< sum of squares of the vacations
        double loadSum = 0;      //!< sum of the load estimates
        double shortSum = 0;     //!< sum of the short timeouts set
        int64_t maxVacation = 0; //!< longest vacation
    };

    /**
     * @param alpha weight of the old load estimate
     * @param now start of the first vacation
     */
    MetronomeQueue(double alpha, int64_t now)
        : m_alpha(alpha),
          m_since(now)
    {
    }

    /**
     * @param thread who tries
     * @param now when
     * @return true if the lock was free, and now is the thread's
     */
    bool TryLock(uint32_t thread, int64_t now)
    {
        if (m_holder != NOBODY)
        {
            ++m_counters.fails;
            return false;
        }
        ++m_counters.wins;
        m_holder = thread;
        m_vacation = now - m_since;
        m_since = now;
        m_counters.vacation += m_vacation;
        m_counters.vacation2 += static_cast<double>(m_vacation) * m_vacation;
        m_counters.maxVacation =
            m_vacation > m_counters.maxVacation ? m_vacation : m_counters.maxVacation;
        return true;
    }

    /**
     * Ends the busy period and takes its load sample B / (B + V), eq. (4).
     * @param now when
     */
    void Unlock(int64_t now)
    {
        m_holder = NOBODY;
        m_busy = now - m_since;
        m_since = now;
        m_counters.busy += m_busy;
        ++m_counters.releases;
        const int64_t cycle = m_busy + m_vacation;
        const double sample = cycle > 0 ? static_cast<double>(m_busy) / cycle : 0;
        m_load = m_alpha * m_load + (1 - m_alpha) * sample;
        m_counters.loadSum += m_load;
    }

    /** @param timeout the short timeout that followed the last release */
    void NoteShort(double timeout)
    {
        m_counters.shortSum += timeout;
    }

    /** @return who holds the lock, or NOBODY */
    uint32_t Holder() const
    {
        return m_holder;
    }

    /** @return the load estimate, from 0 to 1 */
    double Load() const
    {
        return m_load;
    }

    /** @return the vacation before the current or last busy period */
    int64_t LastVacation() const
    {
        return m_vacation;
    }

    /** @return the last busy period that ended */
    int64_t LastBusy() const
    {
        return m_busy;
    }

    /** @return when the current vacation or busy period began */
    int64_t Since() const
    {
        return m_since;
    }

    /** @return what it has seen */
    const Counters& Seen() const
    {
        return m_counters;
    }

  private:
    double m_alpha;             //!< weight of the old estimate
    uint32_t m_holder = NOBODY; //!< who holds the lock
    int64_t m_since;            //!< start of the current vacation or busy period
    int64_t m_vacation = 0;     //!< last vacation
    int64_t m_busy = 0;         //!< last busy period
    double m_load = 0;          //!< load estimate
    Counters m_counters;        //!< what it has seen
};

} // namespace schedlab

#endif /* METRONOME_QUEUE_H */
