/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-timer.h"

#include <utility>

namespace ns3
{

LightTimer::LightTimer(std::function<void()> strike)
    : m_strike(std::move(strike)),
      m_event(this)
{
}

void
LightTimer::Set(uint64_t now, uint64_t delay)
{
    m_strikeAt = now + delay;
    if (m_strikeAt < m_pendingAt)
    {
        m_pendingAt = m_strikeAt;
        m_event.Schedule(delay);
    }
}

void
LightTimer::Stop()
{
    m_strikeAt = NEVER;
}

void
LightTimer::Notify()
{
    const uint64_t now = Simulator::Now().GetTimeStep();
    if (now != m_pendingAt)
    {
        return;
    }
    m_pendingAt = NEVER;
    if (m_strikeAt > now)
    {
        if (m_strikeAt != NEVER)
        {
            Set(now, m_strikeAt - now);
        }
        return;
    }
    m_strikeAt = NEVER;
    m_strike();
}

} // namespace ns3
