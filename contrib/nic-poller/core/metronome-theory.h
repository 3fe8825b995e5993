/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_THEORY_H
#define METRONOME_THEORY_H

#include <cmath>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The vacation of a queue as Metronome's paper models it (Sec. IV): at the release each of the
 * other M - 1 threads is primary with probability p, and its residual sleep is uniform on (0, T_S),
 * or on (0, T_L) for a backup. The binomial sum over the number of primaries collapses into one
 * power: P(V > x) = (1 - a x)^(M - 1) for x < T_S, with a = p / T_S + (1 - p) / T_L; the rest is an
 * atom at T_S, where the releasing thread itself is back.
 */
class VacationLaw
{
  public:
    /**
     * @param threads M; may be a fraction, M / N, with several queues
     * @param primary p, in [0, 1]
     * @param tShort T_S, above 0
     * @param tLong T_L, at least T_S
     */
    VacationLaw(double threads, double primary, double tShort, double tLong)
        : m_threads(threads),
          m_tShort(tShort),
          m_u(primary + (1 - primary) * tShort / tLong)
    {
    }

    /** @return E[V] = T_S [1 - (1 - u)^M] / (M u), u = a T_S */
    double Mean() const
    {
        return m_tShort * (1 - Power(m_threads)) / (m_threads * m_u);
    }

    /** @return E[V^2] = 2 T_S^2 [1 - (1 - u)^M (1 + M u)] / (M (M + 1) u^2) */
    double SecondMoment() const
    {
        return 2 * m_tShort * m_tShort * (1 - Power(m_threads) * (1 + m_threads * m_u)) /
               (m_threads * (m_threads + 1) * m_u * m_u);
    }

    /** @return the mean time to the next visit seen by an arrival during a vacation */
    double MeanResidual() const
    {
        return SecondMoment() / (2 * Mean());
    }

    /** @param x a time @return P(V > x) */
    double Tail(double x) const
    {
        return x < 0 ? 1 : x >= m_tShort ? 0 : std::pow(1 - m_u * x / m_tShort, m_threads - 1);
    }

    /** @return P(V = T_S) */
    double Atom() const
    {
        return Power(m_threads - 1);
    }

  private:
    /** @param exponent an exponent @return (1 - u) to that power */
    double Power(double exponent) const
    {
        return exponent == 0 ? 1 : std::pow(1 - m_u, exponent);
    }

    double m_threads; //!< M
    double m_tShort;  //!< T_S
    double m_u;       //!< a T_S
};

/**
 * @ingroup nic-poller
 * The steady state of the protocol itself. The paper's p = 1 - rho counts wake-ups, but the
 * residual times need the share of time: a backup sleeps T_L and a primary T_S, so the mean sleep
 * S = (1 - rho) T_S + rho T_L takes the place of 1 / a. Timer overshoot is added to both timeouts
 * by the caller.
 */
class MetronomeTheory
{
  public:
    /**
     * @param threads M, or M / N for each of N queues alike
     * @param load rho, in [0, 1)
     * @param tShort T_S
     * @param tLong T_L
     */
    MetronomeTheory(double threads, double load, double tShort, double tLong)
        : m_threads(threads),
          m_load(load),
          m_tShort(tShort),
          m_sleep((1 - load) * tShort + load * tLong)
    {
    }

    /** @return E[V] = (S / M) [1 - (1 - T_S / S)^M] */
    double MeanVacation() const
    {
        return m_sleep / m_threads * (1 - Power());
    }

    /** @return E[V^2] = 2 S^2 [1 - (1 - T_S / S)^M (1 + M T_S / S)] / (M (M + 1)) */
    double SecondMoment() const
    {
        return 2 * m_sleep * m_sleep * (1 - Power() * (1 + m_threads * m_tShort / m_sleep)) /
               (m_threads * (m_threads + 1));
    }

    /** @return E[V^2] / (2 E[V]), the mean wait of a packet with negligible service time */
    double MeanResidual() const
    {
        return SecondMoment() / (2 * MeanVacation());
    }

    /** @return E[B] = E[V] rho / (1 - rho) */
    double MeanBusy() const
    {
        return MeanVacation() * m_load / (1 - m_load);
    }

    /** @return won races for each unit of time, one a cycle */
    double WinRate() const
    {
        return (1 - m_load) / MeanVacation();
    }

    /** @return lost races for each unit of time */
    double FailRate() const
    {
        return m_load * (m_threads - 1) / m_sleep;
    }

    /** @return lost races as a share of all */
    double BusyTries() const
    {
        return FailRate() / WakeRate();
    }

    /** @return races for each unit of time */
    double WakeRate() const
    {
        return WinRate() + FailRate();
    }

    /** @param wake CPU time of a wake-up @return CPU use in cores */
    double Cpu(double wake) const
    {
        return m_load + wake * WakeRate();
    }

  private:
    /** @return (1 - T_S / S)^M */
    double Power() const
    {
        return std::pow(std::fmax(0, 1 - m_tShort / m_sleep), m_threads);
    }

    double m_threads; //!< M
    double m_load;    //!< rho
    double m_tShort;  //!< T_S
    double m_sleep;   //!< S, the mean sleep of a thread that does not serve
};

} // namespace schedlab

#endif /* METRONOME_THEORY_H */
