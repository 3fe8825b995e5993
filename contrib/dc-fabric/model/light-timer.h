/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_TIMER_H
#define LIGHT_TIMER_H

#include "reused-event.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup dc-fabric
 * A timer that is set again far more often than it strikes, as a retransmission timer is: setting
 * it to a later time only writes the time down. The event that is pending finds out when it happens
 * whether the time has come.
 */
class LightTimer
{
  public:
    /** @param strike called when the time has come */
    explicit LightTimer(std::function<void()> strike);

    LightTimer(const LightTimer&) = delete;
    LightTimer& operator=(const LightTimer&) = delete;

    /**
     * Strikes once, at a time that replaces any earlier one.
     * @param now the time step
     * @param delay time steps from now on
     */
    void Set(uint64_t now, uint64_t delay);

    /** Does not strike. */
    void Stop();

  private:
    static constexpr uint64_t NEVER = UINT64_MAX; //!< no time

    /** The pending event. */
    void Notify();

    std::function<void()> m_strike; //!< what to do
    uint64_t m_strikeAt{NEVER};     //!< when to strike
    uint64_t m_pendingAt{NEVER};    //!< when the event that counts happens; later ones are stale
    ReusedEvent<LightTimer, &LightTimer::Notify> m_event; //!< calls Notify()
};

} // namespace ns3

#endif /* LIGHT_TIMER_H */
