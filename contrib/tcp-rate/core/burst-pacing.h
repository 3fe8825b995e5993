/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_PACING_H
#define BURST_PACING_H

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * Sends a few segments at once, then waits for as long as they take at the pacing rate.
 *
 * A sender that waits after each segment for its time at some rate does so if each segment has the
 * rate of RateBps(): no wait within a burst, the whole burst's wait after its last segment.
 */
class BurstPacing
{
  public:
    /**
     * From the next segment on.
     * @param rateBps pacing rate, bit/s
     * @param segments segments of a burst; 0 is taken as 1
     */
    void Set(uint64_t rateBps, uint32_t segments)
    {
        m_rateBps = rateBps;
        m_segments = std::max<uint32_t>(segments, 1);
    }

    /** A segment has been sent. */
    void OnSent()
    {
        m_sent = IsLast() ? 0 : m_sent + 1;
    }

    /**
     * @param most the rate of segments that are followed by another at once, bit/s
     * @return the rate for the wait after the next segment, bit/s
     */
    uint64_t RateBps(uint64_t most) const
    {
        return IsLast() ? std::min(m_rateBps / m_segments, most) : most;
    }

  private:
    bool IsLast() const
    {
        return m_sent + 1 >= m_segments;
    }

    uint64_t m_rateBps = 0;  //!< pacing rate
    uint32_t m_segments = 1; //!< segments of a burst
    uint32_t m_sent = 0;     //!< segments of this burst so far
};

} // namespace schedlab

#endif /* BURST_PACING_H */
