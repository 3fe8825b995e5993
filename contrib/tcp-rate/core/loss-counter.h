/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSS_COUNTER_H
#define LOSS_COUNTER_H

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * How many bytes an acknowledgement made count as lost.
 *
 * The rate sample of ns-3 says by how much the bytes marked lost changed and not in which
 * direction: a retransmission that arrives takes its bytes off that count and looks like a loss of
 * as many. The direction follows from what else is known.
 *  - What was never counted cannot be taken off, and neither can more than was delivered.
 *  - Lost bytes not yet sent again are what is outstanding, less those in flight and those
 *    acknowledged selectively. If they are fewer than the change it was no loss.
 *  - What is left is decided by the cumulative acknowledgement: retransmissions go out from the
 *    lowest hole up and so move it, while losses are found by SACKs above a hole, which do not.
 */
class LossCounter
{
  public:
    /** What one acknowledgement brings. */
    struct Ack
    {
        uint32_t change = 0;         //!< by how much the bytes marked lost changed, either way
        uint32_t newlyDelivered = 0; //!< bytes acknowledged, cumulatively or by SACK
        uint32_t advance = 0;        //!< bytes by which the cumulative acknowledgement moved
        uint32_t outstanding = 0;    //!< bytes sent and not acknowledged cumulatively
        uint32_t inFlight = 0;       //!< bytes in flight after it
    };

    /**
     * @param ack an acknowledgement
     * @return the bytes it made count as lost
     */
    uint32_t OnAck(const Ack& ack)
    {
        m_sacked += ack.newlyDelivered;
        m_sacked -= std::min<uint64_t>(m_sacked, ack.advance);
        if (ack.change == 0)
        {
            return 0;
        }
        if (IsRepair(ack))
        {
            m_lost -= ack.change;
            return 0;
        }
        m_lost += ack.change;
        return ack.change;
    }

    /**
     * A retransmission timeout: all that is outstanding counts as lost.
     * @param outstanding bytes sent and not acknowledged cumulatively
     */
    void OnTimeout(uint32_t outstanding)
    {
        m_lost = outstanding - std::min<uint64_t>(m_sacked, outstanding);
    }

    /** @return bytes marked lost and not yet delivered */
    uint64_t Lost() const
    {
        return m_lost;
    }

  private:
    /** @return true if the change comes of lost bytes that arrived after all */
    bool IsRepair(const Ack& ack) const
    {
        if (ack.change > m_lost || ack.change > ack.newlyDelivered)
        {
            return false;
        }
        const uint64_t elsewhere = uint64_t{ack.inFlight} + m_sacked;
        const uint64_t waiting = ack.outstanding - std::min<uint64_t>(ack.outstanding, elsewhere);
        return waiting < ack.change || ack.advance > 0;
    }

    uint64_t m_lost = 0;   //!< bytes marked lost and not yet delivered
    uint64_t m_sacked = 0; //!< bytes acknowledged above the cumulative acknowledgement
};

} // namespace schedlab

#endif /* LOSS_COUNTER_H */
