/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUND_COUNTER_H
#define ROUND_COUNTER_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * Round trips counted by packets: a round ends when a packet is delivered that was sent after the
 * round began (draft-ietf-ccwg-bbr, section 5.5.1).
 */
class RoundCounter
{
  public:
    /** @param delivered bytes delivered so far: a new round begins here */
    void Restart(uint64_t delivered)
    {
        m_end = delivered;
    }

    /**
     * @param priorDelivered bytes delivered when the latest packet delivered was sent
     * @param delivered bytes delivered so far
     * @return true if a round ends here
     */
    bool OnAck(uint64_t priorDelivered, uint64_t delivered)
    {
        if (priorDelivered < m_end)
        {
            return false;
        }
        m_end = delivered;
        ++m_rounds;
        return true;
    }

    /** @return the number of rounds that have ended */
    uint64_t Rounds() const
    {
        return m_rounds;
    }

  private:
    uint64_t m_end = 0;    //!< a packet sent at or after this count ends the round
    uint64_t m_rounds = 0; //!< rounds ended
};

} // namespace schedlab

#endif /* ROUND_COUNTER_H */
