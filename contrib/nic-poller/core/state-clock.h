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
     * @param state the state from then on
     * @param now when, not before the last change
     * @param ahead that time is yet to come: the state before it holds up to then
     * @return how long the state before it lasts
     */
    int64_t Change(std::size_t state, int64_t now, bool ahead = false)
    {
        m_ahead = ahead;
        m_lasted = now - m_since;
        m_spent[m_state] += m_lasted;
        m_before = m_state;
        m_state = state;
        m_since = now;
        return m_lasted;
    }

    /** Takes the last change back, as if it had never been. Once only. */
    void TakeBack()
    {
        m_state = m_before;
        m_ahead = false;
        m_spent[m_state] -= m_lasted;
        m_since -= m_lasted;
    }

    /** @return the state after the last change */
    std::size_t State() const
    {
        return m_state;
    }

    /** @param now a time, not before the last change but one @return the state then */
    std::size_t State(int64_t now) const
    {
        return m_ahead && now <= m_since ? m_before : m_state;
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

    /**
     * @param state which
     * @param now the time, not before the last change but one
     * @return time spent in it
     */
    int64_t Spent(std::size_t state, int64_t now) const
    {
        return m_spent[state] + (state == State(now) ? now - m_since : 0);
    }

  private:
    std::size_t m_state;                   //!< the state
    std::size_t m_before = 0;              //!< the one before the last change
    int64_t m_lasted = 0;                  //!< how long that lasted
    bool m_ahead = false;                  //!< the last change was told before its time
    int64_t m_start;                       //!< start of the clock
    int64_t m_since;                       //!< start of the state
    std::array<int64_t, States> m_spent{}; //!< time in each, the current period left out
};

} // namespace schedlab

#endif /* STATE_CLOCK_H */
