/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STATE_CLOCK_H
#define STATE_CLOCK_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * How much time was spent in each of a few states; the sum is the time that has passed, exactly.
 * @tparam States how many there are
 */
template <std::size_t States>
class StateClock
{
  public:
    /** @param state the first state @param now since when */
    explicit StateClock(std::size_t state = 0, int64_t now = 0)
        : m_state(state),
          m_start(now),
          m_since(now)
    {
    }

    /**
     * @param state the state from now on
     * @param now when, not before the last change
     * @return how long the state before it lasted
     */
    int64_t Change(std::size_t state, int64_t now)
    {
        const int64_t lasted = now - m_since;
        m_spent[m_state] += lasted;
        m_state = state;
        m_since = now;
        return lasted;
    }

    /** @return the state */
    std::size_t State() const
    {
        return m_state;
    }

    /** @return when it began */
    int64_t Since() const
    {
        return m_since;
    }

    /** @return when the clock was started */
    int64_t Start() const
    {
        return m_start;
    }

    /** @param state which @param now the time @return time spent in it */
    int64_t Spent(std::size_t state, int64_t now) const
    {
        return m_spent[state] + (state == m_state ? now - m_since : 0);
    }

  private:
    std::size_t m_state;                   //!< the state
    int64_t m_start;                       //!< start of the clock
    int64_t m_since;                       //!< start of the state
    std::array<int64_t, States> m_spent{}; //!< time in each, the current period left out
};

} // namespace schedlab

#endif /* STATE_CLOCK_H */
