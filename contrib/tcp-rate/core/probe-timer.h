/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROBE_TIMER_H
#define PROBE_TIMER_H

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * When BBR looks for more bandwidth again (draft-ietf-ccwg-bbr, section 5.3.3.5): after two to
 * three seconds, at random so that flows do not probe together, or after as many round trips as a
 * Reno flow would need to grow by what is in flight.
 */
class ProbeTimer
{
  public:
    /** A number from [0, 1) for the next wait. @param uniform the number */
    void SetJitter(double uniform)
    {
        m_jitter = uniform;
        m_jitterUsed = false;
    }

    /** @return true if the number is used up */
    bool NeedsJitter() const
    {
        return m_jitterUsed;
    }

    /**
     * A probe has ended.
     * @param nowNs the time
     * @param waitNs least time until the next, nanoseconds
     * @param spreadNs what is added to it times the number of SetJitter(), nanoseconds
     */
    void Start(int64_t nowNs, int64_t waitNs, int64_t spreadNs)
    {
        m_dueNs = nowNs + waitNs + static_cast<int64_t>(m_jitter * spreadNs);
        // A second choice out of the same number: its tenth bit.
        m_rounds = static_cast<int>(m_jitter * 1024) & 1;
        m_jitterUsed = true;
    }

    /** A round trip is over. */
    void OnRound()
    {
        ++m_rounds;
    }

    /**
     * @param nowNs the time
     * @param segments what is in flight, segments
     * @param mostRounds no more round trips than this
     * @return true if it is time for a probe
     */
    bool IsDue(int64_t nowNs, uint64_t segments, uint64_t mostRounds) const
    {
        return nowNs > m_dueNs || m_rounds >= std::min(segments, mostRounds);
    }

  private:
    int64_t m_dueNs = 0;      //!< when the next probe is due
    uint64_t m_rounds = 0;    //!< round trips since the last one
    double m_jitter = 0;      //!< number for the next wait
    bool m_jitterUsed = true; //!< it has been used
};

} // namespace schedlab

#endif /* PROBE_TIMER_H */
