/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_PARAMS_H
#define METRONOME_PARAMS_H

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * Parameters of Metronome (Faltelli et al., "Metronome: adaptive and precise intermittent packet
 * retrieval in DPDK"). Times are in one unit of the caller's choice, nanoseconds by default.
 */
struct MetronomeParams
{
    /** How the short timeout follows the load. */
    enum Rule
    {
        PAPER,     //!< eq. (13): M VBar (1 - rho) / (1 - rho^M)
        CORRECTED, //!< the timeout whose mean vacation in the protocol is VBar
        FIXED,     //!< always tShort
        EQUAL      //!< as long as the long timeout: no primary, no backup
    };

    /** Where a thread that lost a race tries next. */
    enum Pick
    {
        UNIFORM_ALL,   //!< any queue, the one just lost included
        UNIFORM_OTHER, //!< any queue but the one just lost
        SCAN           //!< the next queue at once; it sleeps when all were taken
    };

    /** The first queue of a thread. */
    enum Initial
    {
        ROUND_ROBIN, //!< thread i begins at queue i mod N
        SAME         //!< all threads begin at the last queue
    };

    uint32_t threads = 3;          //!< M
    uint32_t queues = 1;           //!< N, at most M
    double vBar = 10000;           //!< target vacation, above 0
    double tLong = 500000;         //!< sleep after a lost race, T_L
    double tFirst = 20000;         //!< longest sleep before the first race
    double tShort = 10000;         //!< sleep after a won race with FIXED
    double alpha = 0.75;           //!< weight of the old load estimate, in [0, 1)
    Rule rule = PAPER;             //!< how the short timeout follows the load
    double mOverN = -1;            //!< threads per queue in the rule, -1 for M / N
    Pick pick = UNIFORM_ALL;       //!< where a loser tries next
    Initial initial = ROUND_ROBIN; //!< the first queue of a thread

    /** @return threads for each queue, as the rule takes it */
    double ThreadsPerQueue() const
    {
        return mOverN > 0 ? mOverN : static_cast<double>(threads) / queues;
    }

    /** @return the longest sleep after a won race */
    double LongestShort() const
    {
        return rule == FIXED ? tShort : rule == EQUAL ? tLong : ThreadsPerQueue() * vBar;
    }

    /** @throws std::invalid_argument if a value makes no sense */
    void Check() const
    {
        Require(queues >= 1, "there has to be a queue");
        Require(threads >= queues,
                Said("Threads (") + threads + ") must be at least the number of queues (" + queues +
                    "): add threads or take queues away");
        Require(vBar > 0, "VBar must be above 0");
        Require(tFirst >= 0, "TFirst must not be negative");
        Require(rule != FIXED || tShort >= 0, "TShort must not be negative");
        Require(alpha >= 0 && alpha < 1, "Alpha must be at least 0 and below 1");
        Require(mOverN == -1 || mOverN > 0, "MOverN must be above 0, or -1 for Threads / queues");
        Require(tLong > 0, "TLong must be above 0");
        Require(tLong >= LongestShort(),
                Said("TLong (") + tLong +
                    " ns) must not be shorter than the longest short timeout, " + LongestShort() +
                    " ns: raise it or lower VBar");
    }

    /** @param name paper, corrected, fixed or equal @return the rule */
    static Rule RuleOf(const std::string& name)
    {
        Require(name == "paper" || name == "corrected" || name == "fixed" || name == "equal",
                "there is no rule \"" + name + "\": use paper, corrected, fixed or equal");
        return name == "paper"       ? PAPER
               : name == "corrected" ? CORRECTED
               : name == "fixed"     ? FIXED
                                     : EQUAL;
    }

  private:
    /** A message with numbers in it. */
    struct Said
    {
        /** @param text how it begins */
        explicit Said(const std::string& text)
            : m_text(text)
        {
        }

        /** @param part what follows @return all of it */
        template <typename T>
        Said operator+(const T& part) const
        {
            std::ostringstream out;
            out << m_text << part;
            return Said(out.str());
        }

        /** @return the text */
        operator std::string() const
        {
            return m_text;
        }

      private:
        std::string m_text; //!< so far
    };

    /** @param holds what must be true @param message the error if not */
    static void Require(bool holds, const std::string& message)
    {
        if (!holds)
        {
            throw std::invalid_argument(message);
        }
    }
};

} // namespace schedlab

#endif /* METRONOME_PARAMS_H */
