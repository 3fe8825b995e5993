/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MIN_RTT_FILTER_H
#define MIN_RTT_FILTER_H

#include <cstdint>
#include <limits>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * The least round-trip time of the last seconds, and whether it is time to look for a lower one
 * (draft-ietf-ccwg-bbr, section 5.3.4.3).
 */
class MinRttFilter
{
  public:
    /**
     * @param nowNs the time
     * @param rttNs a round-trip time, below 0 if there is none
     * @param probeIntervalNs after so long without a lower one it is time to probe
     * @param filterNs after so long the least is forgotten
     * @return true if it is time to probe
     */
    bool OnAck(int64_t nowNs, int64_t rttNs, int64_t probeIntervalNs, int64_t filterNs)
    {
        const bool probe = m_recent != NONE && nowNs > m_recentNs + probeIntervalNs;
        if (rttNs >= 0 && (rttNs < m_recent || probe))
        {
            m_recent = rttNs;
            m_recentNs = nowNs;
        }
        if (m_recent < m_min || nowNs > m_minNs + filterNs)
        {
            m_min = m_recent;
            m_minNs = m_recentNs;
        }
        return probe;
    }

    /** A probe has ended: the least of it counts from now on. @param nowNs the time */
    void OnProbed(int64_t nowNs)
    {
        m_recentNs = nowNs;
    }

    /** @return the least round-trip time, nanoseconds, or NONE */
    int64_t MinNs() const
    {
        return m_min;
    }

    static constexpr int64_t NONE = std::numeric_limits<int64_t>::max(); //!< none seen

  private:
    int64_t m_min = NONE;    //!< the least of the filter's length
    int64_t m_minNs = 0;     //!< when it was seen
    int64_t m_recent = NONE; //!< the least since the last probe
    int64_t m_recentNs = 0;  //!< when it was seen
};

} // namespace schedlab

#endif /* MIN_RTT_FILTER_H */
