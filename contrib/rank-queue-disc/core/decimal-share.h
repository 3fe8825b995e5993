/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DECIMAL_SHARE_H
#define DECIMAL_SHARE_H

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * A share between 0 and 1 of a whole, meant as the decimal that the user wrote.
 *
 * As a double, 0.55 of 100 is a little more than 55 and would be rounded up to 56. A share is
 * therefore taken as the nearest multiple of 1e-9 and all arithmetic is in integers.
 */
class DecimalShare
{
  public:
    static constexpr uint64_t ONE = 1000000000; //!< units of 1e-9 in the whole

    /**
     * @param value the share
     * @param what name of the parameter, for the message
     * @throws std::invalid_argument if the share is not within 0 and 1
     */
    DecimalShare(double value, const char* what)
    {
        if (!(value >= 0 && value <= 1))
        {
            throw std::invalid_argument(std::string(what) + " must lie between 0 and 1, not " +
                                        std::to_string(value));
        }
        m_units = static_cast<uint64_t>(std::llround(value * ONE));
    }

    /** @return the share in units of 1e-9 */
    uint64_t Units() const
    {
        return m_units;
    }

    /** @param whole any amount @return the largest integer not above this share of it */
    uint64_t Floor(uint64_t whole) const
    {
        return whole / ONE * m_units + whole % ONE * m_units / ONE;
    }

    /** @param whole any amount @return the smallest integer not below this share of it */
    uint64_t Ceil(uint64_t whole) const
    {
        return Floor(whole) + (whole % ONE * m_units % ONE ? 1 : 0);
    }

  private:
    uint64_t m_units; //!< the share in units of 1e-9
};

} // namespace schedlab

#endif /* DECIMAL_SHARE_H */
