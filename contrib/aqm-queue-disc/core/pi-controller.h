/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PI_CONTROLLER_H
#define PI_CONTROLLER_H

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * The proportional-integral controller of PI2 and DualPI2 (RFC 9332, figure 6): it moves a base
 * probability p' so that the queuing delay becomes the target.
 */
class PiController
{
  public:
    /**
     * @param targetNs the delay wanted, ns
     * @param alpha integral gain for one update, 1/s
     * @param beta proportional gain for one update, 1/s
     * @param most largest probability
     */
    PiController(int64_t targetNs, double alpha, double beta, double most)
        : m_target(Seconds(targetNs)),
          m_alpha(alpha),
          m_beta(beta),
          m_most(most)
    {
    }

    /** @param delayNs the queuing delay at the time of this update, ns */
    void Update(int64_t delayNs)
    {
        const double delay = Seconds(delayNs);
        m_p = std::clamp(m_p + m_alpha * (delay - m_target) + m_beta * (delay - m_before),
                         0.0,
                         m_most);
        m_before = delay;
    }

    /** @return p' */
    double Get() const
    {
        return m_p;
    }

    /** @return true if updates with an empty queue change nothing any more */
    bool IsAtRest() const
    {
        return m_p == 0 && m_before == 0;
    }

  private:
    /** @param ns a time in ns @return the same in s */
    static double Seconds(int64_t ns)
    {
        return static_cast<double>(ns) * 1e-9;
    }

    double m_target;    //!< delay wanted, s
    double m_alpha;     //!< integral gain, 1/s
    double m_beta;      //!< proportional gain, 1/s
    double m_most;      //!< largest probability
    double m_p{0};      //!< p'
    double m_before{0}; //!< delay at the update before, s
};

} // namespace schedlab

#endif /* PI_CONTROLLER_H */
