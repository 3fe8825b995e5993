/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_POWER_H
#define CPU_POWER_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * An idle state of a core.
 */
struct CState
{
    std::string name;       //!< C1, C1E, C6
    double targetResidency; //!< shortest idle time that is worth it, in ns
    double exitLatency;     //!< time to wake up, in ns
    double watts;           //!< power in it
};

/**
 * @ingroup nic-poller
 * Power of a package: P = uncore + sum over cores of static + dynamic * (f in GHz)^exponent while
 * running, or of the idle state's power. No source gives figures for the paper's machine: the
 * defaults are an example, and only comparisons between pollers mean anything.
 */
struct CpuPower
{
    double uncore = 20;                     //!< W, whatever the cores do
    double coreStatic = 1.5;                //!< W of a running core
    double coreDynamic = 0.6;               //!< W of a running core at 1 GHz
    double exponent = 3;                    //!< of the frequency
    std::vector<CState> states = Shallow(); //!< from light to deep, at least one

    /**
     * C1 alone. Its exit latency is part of the measured overshoot of a sleep, so it is 0 here.
     * @return the state
     */
    static std::vector<CState> Shallow()
    {
        return {{"C1", 0, 0, 0.7}};
    }

    /** @return C1, C1E and C6 with the latencies that Linux takes for Xeon Scalable processors */
    static std::vector<CState> Deep()
    {
        return {{"C1", 0, 0, 0.7}, {"C1E", 20000, 10000, 0.5}, {"C6", 600000, 133000, 0.05}};
    }

    /** @param ghz frequency @return W of a running core */
    double Running(double ghz) const
    {
        return coreStatic + coreDynamic * std::pow(ghz, exponent);
    }

    /**
     * @param idle how long the core expects to be idle, in ns
     * @return the deepest state that is worth it
     */
    std::size_t Choose(double idle) const
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < states.size(); ++i)
        {
            if (idle >= states[i].targetResidency)
            {
                best = i;
            }
        }
        return best;
    }
};

/**
 * @ingroup nic-poller
 * Chooses the frequency of a core, as Linux' governors of the same names.
 */
struct CpuGovernor
{
    /** The governors. */
    enum Kind
    {
        PERFORMANCE, //!< always the highest
        POWERSAVE,   //!< always the lowest
        ONDEMAND     //!< the highest above a threshold of use, below it in proportion to use
    };

    Kind kind = PERFORMANCE;  //!< which
    double lowest = 0.8;      //!< GHz
    double highest = 2.1;     //!< GHz
    double upThreshold = 0.8; //!< share of time running above which ONDEMAND takes the highest

    /** @param use share of the last period that the core ran @return GHz */
    double Frequency(double use) const
    {
        switch (kind)
        {
        case PERFORMANCE:
            return highest;
        case POWERSAVE:
            return lowest;
        case ONDEMAND:
            break;
        }
        return use > upThreshold ? highest
                                 : lowest + std::clamp(use, 0.0, 1.0) * (highest - lowest);
    }
};

} // namespace schedlab

#endif /* CPU_POWER_H */
