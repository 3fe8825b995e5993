/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_WINDOW_H
#define LIGHT_WINDOW_H

#include "light-transport-params.h"

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * Congestion window of a light sender: RFC 5681 and RFC 6582, with DCTCP's reaction to marks. In
 * bytes.
 */
class LightWindow
{
  public:
    /** @param params parameters, resolved; kept by reference */
    explicit LightWindow(const LightTransportParams& params)
        : m_params(&params),
          m_cwnd(static_cast<double>(params.initialWindow) * params.mss),
          m_ssthresh(static_cast<double>(params.initialSsthresh) * params.mss)
    {
    }

    /** @return bytes that may be in flight */
    uint64_t Usable() const
    {
        return static_cast<uint64_t>(std::min(m_cwnd, MaxWindow()));
    }

    /** @return the slow start threshold */
    double Ssthresh() const
    {
        return m_ssthresh;
    }

    /** @return the share of marked bytes that DCTCP estimates */
    double Alpha() const
    {
        return m_alpha;
    }

    /** @param ece whether the acknowledgement, which was new, carried a mark */
    void Grow(bool ece)
    {
        if (ece && m_params->variant == LightTransportParams::DCTCP)
        {
            return;
        }
        const double mss = m_params->mss;
        m_cwnd += m_cwnd < m_ssthresh ? mss : mss * mss / m_cwnd;
        m_cwnd = std::min(m_cwnd, MaxWindow());
    }

    /** @param flight bytes in flight when a loss was inferred */
    void EnterRecovery(uint64_t flight)
    {
        m_ssthresh = std::max(static_cast<double>(flight / 2), MinSsthresh());
        m_cwnd = m_ssthresh + 3.0 * m_params->mss;
    }

    /** A further duplicate arrived in recovery: a packet has left the network. */
    void Inflate()
    {
        m_cwnd += m_params->mss;
    }

    /** @param acked bytes newly acknowledged in recovery, not all that was in flight at its start
     */
    void Deflate(uint64_t acked)
    {
        m_cwnd = std::max<double>(m_params->mss, m_cwnd - acked + m_params->mss);
    }

    /** @param flight bytes in flight @param ece whether the last acknowledgement carried a mark */
    void LeaveRecovery(uint64_t flight, bool ece)
    {
        m_cwnd = std::min(m_ssthresh, static_cast<double>(flight) + m_params->mss);
        Grow(ece);
    }

    /** @param flight bytes in flight when the timeout struck */
    void OnTimeout(uint64_t flight)
    {
        m_ssthresh = std::max(flight / 2.0, MinSsthresh());
        m_cwnd = m_params->mss;
    }

    /**
     * DCTCP's part of every acknowledgement, before it moves the window.
     * @param ack the acknowledgement
     * @param una the first byte not acknowledged so far
     * @param next the next byte to be sent
     * @param ece whether it carried a mark
     */
    void Feedback(uint64_t ack, uint64_t una, uint64_t next, bool ece)
    {
        if (m_params->variant != LightTransportParams::DCTCP)
        {
            return;
        }
        const uint64_t acked = ack > una ? ack - una : 0;
        m_totalBytes += acked;
        m_markedBytes += ece ? acked : 0;
        if (ack >= m_estimateAt)
        {
            const double g = m_params->dctcpGain;
            m_alpha = m_totalBytes > 0 ? (1 - g) * m_alpha +
                                             g * static_cast<double>(m_markedBytes) / m_totalBytes
                                       : 0;
            m_totalBytes = 0;
            m_markedBytes = 0;
            m_estimateAt = m_params->netbench ? ack + static_cast<uint64_t>(m_cwnd) : next;
        }
        if (ece && (m_params->netbench || ack > m_cutUntil))
        {
            m_cwnd = std::max<double>(m_params->mss, (1 - m_alpha / 2) * m_cwnd);
            m_ssthresh = std::max(MinSsthresh(), m_cwnd);
            m_cutUntil = next;
        }
    }

  private:
    /** @return the least slow start threshold */
    double MinSsthresh() const
    {
        return 2.0 * m_params->mss;
    }

    /** @return the largest window */
    double MaxWindow() const
    {
        return static_cast<double>(m_params->maxWindowBytes);
    }

    const LightTransportParams* m_params; //!< the parameters
    double m_cwnd;                        //!< congestion window
    double m_ssthresh;                    //!< slow start threshold
    double m_alpha = 0;                   //!< DCTCP: share of marked bytes
    uint64_t m_totalBytes = 0;            //!< DCTCP: acknowledged since the last estimate
    uint64_t m_markedBytes = 0;           //!< DCTCP: of these with a mark
    uint64_t m_estimateAt = 0; //!< DCTCP: acknowledgement that ends the estimate's window
    uint64_t m_cutUntil = 0;   //!< DCTCP: no further cut up to this acknowledgement
};

} // namespace schedlab

#endif /* LIGHT_WINDOW_H */
