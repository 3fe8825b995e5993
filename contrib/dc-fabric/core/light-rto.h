/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_RTO_H
#define LIGHT_RTO_H

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * Retransmission timeout: SRTT + 4 RTTVAR of RFC 6298, doubled by a timeout until the next sample,
 * which starts the estimate afresh. All times in nanoseconds.
 */
class LightRto
{
  public:
    /**
     * @param initial timeout before any sample
     * @param minimum least timeout after a sample, 0 for none
     */
    LightRto(int64_t initial, int64_t minimum)
        : m_timeout(initial),
          m_minimum(minimum)
    {
    }

    /** @param rtt a measured round-trip time */
    void Sample(int64_t rtt)
    {
        const double r = static_cast<double>(rtt);
        if (m_fresh)
        {
            m_srtt = r;
            m_rttvar = r / 2;
            m_fresh = false;
        }
        else
        {
            m_rttvar = 0.75 * m_rttvar + 0.25 * std::abs(m_srtt - r);
            m_srtt = 0.875 * m_srtt + 0.125 * r;
        }
        m_timeout = std::max(m_minimum, static_cast<int64_t>(m_srtt + 4 * m_rttvar));
    }

    /** A timeout has struck. */
    void Backoff()
    {
        m_fresh = true;
        m_timeout = std::min(2 * m_timeout, int64_t{60000000000});
    }

    /** @return the timeout */
    int64_t Timeout() const
    {
        return m_timeout;
    }

  private:
    int64_t m_timeout;   //!< the timeout
    int64_t m_minimum;   //!< its least value
    double m_srtt = 0;   //!< smoothed round-trip time
    double m_rttvar = 0; //!< its variation
    bool m_fresh = true; //!< the next sample is the first
};

} // namespace schedlab

#endif /* LIGHT_RTO_H */
