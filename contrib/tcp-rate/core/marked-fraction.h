/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MARKED_FRACTION_H
#define MARKED_FRACTION_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * The moving average of the share of bytes that came back with ECE, alpha of RFC 8257, section 3.3:
 * alpha <- (1 - g) alpha + g F once per round trip, F the share in that round.
 */
class MarkedFraction
{
  public:
    /**
     * @param gain g, in (0, 1]
     * @param initial alpha at first, in [0, 1]
     */
    MarkedFraction(double gain, double initial)
        : m_gain(gain),
          m_alpha(initial)
    {
    }

    /**
     * @param bytes bytes delivered
     * @param ecnEcho they came back with ECE
     */
    void OnAck(uint32_t bytes, bool ecnEcho)
    {
        m_bytes += bytes;
        m_marked += ecnEcho ? bytes : 0;
    }

    /** A round trip is over. @return F, the share of this round, in [0, 1] */
    double EndRound()
    {
        if (m_bytes == 0)
        {
            return 0;
        }
        const double share = static_cast<double>(m_marked) / m_bytes;
        m_alpha += m_gain * (share - m_alpha);
        m_bytes = 0;
        m_marked = 0;
        return share;
    }

    /** @return alpha, in [0, 1] */
    double Alpha() const
    {
        return m_alpha;
    }

  private:
    double m_gain;         //!< g
    double m_alpha;        //!< the average
    uint64_t m_bytes = 0;  //!< delivered in this round
    uint64_t m_marked = 0; //!< of those with ECE
};

} // namespace schedlab

#endif /* MARKED_FRACTION_H */
