/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_RULE_H
#define METRONOME_RULE_H

#include "metronome-params.h"
#include "metronome-theory.h"

#include <algorithm>
#include <cmath>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The short timeout T_S for an estimated load.
 *
 * PAPER is eq. (13) of Metronome's paper, M VBar (1 - rho) / (1 - rho^M): the mean vacation is VBar
 * if p = 1 - rho is the share of primaries at a random moment. It is the share of wake-ups; by time
 * backups weigh more, and vacations come out longer, up to twice as long at intermediate load.
 * CORRECTED solves MetronomeTheory for the timeout that holds VBar.
 */
class MetronomeRule
{
  public:
    /** @param params the parameters @throws std::invalid_argument if they make no sense */
    explicit MetronomeRule(const MetronomeParams& params)
        : m_params(params),
          m_threads(params.ThreadsPerQueue())
    {
        params.Check();
    }

    /** @param load rho, from 0 to 1 @return T_S */
    double ShortTimeout(double load) const
    {
        switch (m_params.rule)
        {
        case MetronomeParams::PAPER:
            return Paper(m_params.vBar, m_threads, load);
        case MetronomeParams::CORRECTED:
            return Corrected(m_params.vBar, m_threads, load, m_params.tLong);
        case MetronomeParams::FIXED:
            return m_params.tShort;
        case MetronomeParams::EQUAL:
            break;
        }
        return m_params.tLong;
    }

    /**
     * @param vBar target vacation
     * @param threads threads for each queue, may be a fraction
     * @param load rho
     * @return eq. (13)
     */
    static double Paper(double vBar, double threads, double load)
    {
        if (load <= 0)
        {
            return threads * vBar;
        }
        if (load > 1 - 1e-9)
        {
            return vBar; // the limit; the quotient is 0 / 0
        }
        return vBar * threads * (1 - load) / -std::expm1(threads * std::log(load));
    }

    /**
     * @param vBar target vacation
     * @param threads threads for each queue, may be a fraction
     * @param load rho
     * @param tLong T_L
     * @return the timeout whose mean vacation is vBar, to a millionth of vBar
     */
    static double Corrected(double vBar, double threads, double load, double tLong)
    {
        const double rho = std::clamp(load, 0.0, 1.0);
        double low = vBar;
        double high = std::min(std::max(threads, 1.0) * vBar, tLong);
        while (high - low > 1e-6 * vBar)
        {
            const double middle = (low + high) / 2;
            const double vacation = MetronomeTheory(threads, rho, middle, tLong).MeanVacation();
            (vacation < vBar ? low : high) = middle;
        }
        return (low + high) / 2;
    }

  private:
    MetronomeParams m_params; //!< the parameters
    double m_threads;         //!< threads for each queue
};

} // namespace schedlab

#endif /* METRONOME_RULE_H */
