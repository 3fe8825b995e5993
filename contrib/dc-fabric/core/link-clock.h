/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_CLOCK_H
#define LINK_CLOCK_H

#include <cstdint>
#include <stdexcept>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * When a link has sent what it was given, exactly: what a time step cannot express is carried as a
 * fraction of the rate to the next frame, so that frames sent back to back never drift.
 *
 * Events happen at whole time steps; where the exact end of a frame lies between two of them, it is
 * the later one that is returned, so nothing arrives before its last bit.
 */
class LinkClock
{
  public:
    /**
     * @param bitsPerSecond the rate, at least 1
     * @param stepsPerSecond time steps of a second, 10^9 for nanoseconds
     * @throws std::invalid_argument if the rate is 0
     */
    LinkClock(uint64_t bitsPerSecond, uint64_t stepsPerSecond)
        : m_rate(bitsPerSecond),
          m_stepsPerSecond(stepsPerSecond)
    {
        if (bitsPerSecond == 0)
        {
            throw std::invalid_argument("the rate of a link must be at least 1 bit/s");
        }
    }

    /** @return the first time step at which everything given has been sent */
    uint64_t FreeAt() const
    {
        return m_end + (m_fraction > 0);
    }

    /**
     * Sends a frame over an idle link.
     * @param now the time, not before FreeAt()
     * @param bytes size of the frame
     * @return the first time step at which it has been sent
     */
    uint64_t SendAt(uint64_t now, uint32_t bytes)
    {
        m_end = now;
        m_fraction = 0;
        return SendNext(bytes);
    }

    /**
     * Sends a frame right behind the last one.
     * @param bytes size of the frame
     * @return the first time step at which it has been sent
     */
    uint64_t SendNext(uint32_t bytes)
    {
        // 2^64 is reached with frames of 2 MB at picoseconds, of 2 GB at nanoseconds.
        const uint64_t scaled = uint64_t{bytes} * 8 * m_stepsPerSecond + m_fraction;
        m_end += scaled / m_rate;
        m_fraction = scaled % m_rate;
        return FreeAt();
    }

    /** @return the rate in bit/s */
    uint64_t BitsPerSecond() const
    {
        return m_rate;
    }

  private:
    uint64_t m_rate;           //!< bit/s
    uint64_t m_stepsPerSecond; //!< time steps of a second
    uint64_t m_end = 0;        //!< end of the last frame, whole time steps
    uint64_t m_fraction = 0;   //!< the rest of it, in 1/m_rate time steps
};

} // namespace schedlab

#endif /* LINK_CLOCK_H */
