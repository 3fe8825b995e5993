/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_CYCLE_H
#define PFQD_CYCLE_H

#include "pfqd-tier.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Whose turn it is: the cycle of section 3.3 of the paper.
 *
 * A cycle gives up to ten turns to NEW, up to ten to CTL, one to each flow that was in DHI when it
 * began, and then one to DLO, with which it ends. It spans many packets; it begins with the first
 * packet asked for after the last one ended. NEW and CTL are looked at for each packet, so what
 * comes in the middle of a cycle is served at once while its turns last. A flow that must not send
 * yet loses its turn and stops nobody. If nobody else has anything, cycles end and begin until NEW
 * and CTL have turns again.
 */
class PfqdCycle
{
  public:
    static constexpr uint32_t TURNS = 10; //!< of NEW, and of CTL, in a cycle

    /** Whose turn it may be. */
    enum Turn : uint8_t
    {
        NEW, //!< connection setup
        CTL, //!< control
        DHI, //!< a flow that is not demoted
        DLO, //!< a demoted flow
        NONE //!< nobody can send
    };

    /** The next turn. */
    struct Choice
    {
        Turn turn;     //!< whose
        bool isReopen; //!< it is in a new cycle
    };

    /**
     * @param hasNew whether NEW has packets
     * @param hasCtl whether CTL has packets
     * @param firstDhiOrder place of the first flow of DHI that may send, UINT64_MAX if none
     * @param hasDlo whether a flow of DLO may send
     * @return whose turn it is; Take() has to follow if it is taken
     */
    Choice Choose(bool hasNew, bool hasCtl, uint64_t firstDhiOrder, bool hasDlo) const
    {
        if (m_isOpen)
        {
            if (hasNew && m_newServed < TURNS)
            {
                return {NEW, false};
            }
            if (hasCtl && m_ctlServed < TURNS)
            {
                return {CTL, false};
            }
            if (firstDhiOrder < m_snapshot)
            {
                return {DHI, false};
            }
            if (hasDlo)
            {
                return {DLO, false};
            }
        }
        return {hasNew                        ? NEW
                : hasCtl                      ? CTL
                : firstDhiOrder != UINT64_MAX ? DHI
                : hasDlo                      ? DLO
                                              : NONE,
                true};
    }

    /**
     * @param choice what Choose() has said
     * @param nextDhiOrder place that the next flow to join DHI will have
     */
    void Take(const Choice& choice, uint64_t nextDhiOrder)
    {
        if (choice.isReopen)
        {
            m_newServed = m_ctlServed = 0;
            m_snapshot = nextDhiOrder;
        }
        m_newServed += choice.turn == NEW;
        m_ctlServed += choice.turn == CTL;
        m_isOpen = choice.turn < DLO;
    }

  private:
    bool m_isOpen{false};    //!< a cycle has begun and not ended
    uint32_t m_newServed{0}; //!< turns that NEW has had in it
    uint32_t m_ctlServed{0}; //!< turns that CTL has had in it
    uint64_t m_snapshot{0};  //!< flows of DHI with a place below have a turn in it
};

} // namespace schedlab

#endif /* PFQD_CYCLE_H */
