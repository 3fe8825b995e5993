/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FULL_PIPE_H
#define FULL_PIPE_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * Whether the bandwidth has stopped growing (draft-ietf-ccwg-bbr, section 5.3.1.2): it has if it
 * did not grow by a quarter in three round trips.
 */
class FullPipe
{
  public:
    /**
     * @param growth the growth that shows room
     * @param rounds round trips without it that show that there is none
     */
    FullPipe(double growth, uint32_t rounds)
        : m_growth(growth),
          m_rounds(rounds)
    {
    }

    /**
     * @param rateBps a delivery rate that is not limited by the application, bit/s
     * @param roundEnds a round trip ends with it
     */
    void OnRate(uint64_t rateBps, bool roundEnds)
    {
        if (m_now || rateBps == 0)
        {
            return;
        }
        if (rateBps >= m_rateBps * m_growth)
        {
            Restart(rateBps);
        }
        else if (roundEnds && ++m_count >= m_rounds)
        {
            SetReached();
            m_now = true;
        }
    }

    /** Looks for growth anew. @param rateBps the rate to grow from, bit/s */
    void Restart(uint64_t rateBps)
    {
        m_rateBps = rateBps;
        m_count = 0;
        m_now = false;
    }

    /** The pipe is known to be full for another reason. */
    void SetReached()
    {
        m_reached = true;
    }

    /** @return true if the bandwidth does not grow now */
    bool IsNow() const
    {
        return m_now;
    }

    /** @return true once the pipe has been full */
    bool IsReached() const
    {
        return m_reached;
    }

  private:
    double m_growth;        //!< the growth that shows room
    uint32_t m_rounds;      //!< rounds without it that show that there is none
    uint64_t m_rateBps = 0; //!< the rate to grow from
    uint32_t m_count = 0;   //!< rounds without growth
    bool m_now = false;     //!< no growth now
    bool m_reached = false; //!< full once
};

} // namespace schedlab

#endif /* FULL_PIPE_H */
