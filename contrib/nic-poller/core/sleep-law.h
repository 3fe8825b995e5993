/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLEEP_LAW_H
#define SLEEP_LAW_H

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * How long a timed sleep really takes. Times are in nanoseconds.
 *
 * A law is written as its name and its parameters, parted by colons, times with a unit:
 *
 *   exact               as asked for
 *   constant:T          T longer
 *   uniform:A:B         between A and B longer, all equally likely
 *   jitter:S            times a factor uniform in 1 - S to 1 + S
 *   lognormal:T:SIGMA   longer by a lognormal time of median T: rare long ones
 *   hr_sleep            uniform:2.5us:5.5us, the paper's own sleep service
 *   nanosleep[:SLACK]   hr_sleep's overshoot and the timer slack, by default Linux' 50us
 */
class SleepLaw
{
  public:
    /** @param text the law, as above @throws std::invalid_argument if it is none */
    explicit SleepLaw(const std::string& text = "exact")
    {
        const std::vector<std::string> parts = Split(text);
        const std::string& name = parts[0];
        const std::size_t given = parts.size() - 1;
        const auto time = [&](std::size_t i) { return Nanoseconds(parts[i], text); };
        if (name == "exact" && given == 0)
        {
        }
        else if (name == "constant" && given == 1)
        {
            m_low = m_high = time(1);
        }
        else if (name == "uniform" && given == 2)
        {
            m_low = time(1);
            m_high = time(2);
        }
        else if (name == "hr_sleep" && given == 0)
        {
            m_low = HR_LOW;
            m_high = HR_HIGH;
        }
        else if (name == "nanosleep" && given <= 1)
        {
            const double slack = given == 1 ? time(1) : SLACK;
            m_low = HR_LOW + slack;
            m_high = HR_HIGH + slack;
        }
        else if (name == "jitter" && given == 1)
        {
            m_jitter = Number(parts[1], text);
        }
        else if (name == "lognormal" && given == 2)
        {
            m_median = time(1);
            m_sigma = Number(parts[2], text);
        }
        else
        {
            throw std::invalid_argument(
                "there is no sleep model \"" + text +
                "\": use exact, constant:4us, uniform:2.5us:5.5us, jitter:0.1, lognormal:3us:0.5, "
                "hr_sleep or nanosleep:50us");
        }
        if (m_low > m_high || m_jitter >= 1)
        {
            throw std::invalid_argument("sleep model " + text +
                                        (m_jitter >= 1 ? ": the jitter must be below 1"
                                                       : ": the bounds are the wrong way round"));
        }
    }

    /**
     * @param requested how long
     * @param first a random number in [0, 1)
     * @param second another one
     * @return how long it takes
     */
    double Duration(double requested, double first, double second) const
    {
        double overshoot = m_low + (m_high - m_low) * first;
        if (m_median > 0)
        {
            constexpr double TAU = 6.283185307179586;
            const double normal = std::sqrt(-2 * std::log(1 - first)) * std::cos(TAU * second);
            overshoot += m_median * std::exp(m_sigma * normal);
        }
        return requested * (1 + m_jitter * (2 * first - 1)) + overshoot;
    }

    /** @return true if Duration() looks at its second random number */
    bool NeedsTwo() const
    {
        return m_median > 0;
    }

    /** @return the mean overshoot, that of jitter is 0 */
    double MeanOvershoot() const
    {
        return (m_low + m_high) / 2 + m_median * std::exp(m_sigma * m_sigma / 2);
    }

    /** @param requested how long @return the longest it takes, infinite for lognormal */
    double Longest(double requested) const
    {
        return m_median > 0 ? INFINITY : requested * (1 + m_jitter) + m_high;
    }

    /**
     * @param text a number and ns, us, ms or s
     * @param where what to name in the error
     * @return nanoseconds
     * @throws std::invalid_argument if it is no time of at least 0
     */
    static double Nanoseconds(const std::string& text, const std::string& where)
    {
        std::size_t end = 0;
        const double number = Parse(text, where, end);
        const std::string unit = text.substr(end);
        const double scale = unit == "ns"   ? 1
                             : unit == "us" ? 1e3
                             : unit == "ms" ? 1e6
                             : unit == "s"  ? 1e9
                                            : NAN;
        if (std::isnan(scale))
        {
            throw std::invalid_argument("\"" + text + "\" in " + where +
                                        " is no time: write a number and ns, us, ms or s");
        }
        return number * scale;
    }

  private:
    static constexpr double HR_LOW = 2500;  //!< least overshoot of hr_sleep
    static constexpr double HR_HIGH = 5500; //!< largest overshoot of hr_sleep
    static constexpr double SLACK = 50000;  //!< Linux' default timer slack

    /** @param text a number @param where for the error @return it */
    static double Number(const std::string& text, const std::string& where)
    {
        std::size_t end = 0;
        const double number = Parse(text, where, end);
        if (end != text.size())
        {
            throw std::invalid_argument("\"" + text + "\" in " + where + " is no number");
        }
        return number;
    }

    /** @param text begins with a number @param where for the error @param end past it @return it */
    static double Parse(const std::string& text, const std::string& where, std::size_t& end)
    {
        double number = NAN;
        try
        {
            number = std::stod(text, &end);
        }
        catch (const std::exception&)
        {
        }
        if (!std::isfinite(number) || number < 0)
        {
            throw std::invalid_argument("\"" + text + "\" in " + where +
                                        " does not begin with a number of at least 0");
        }
        return number;
    }

    /** @param text parts and colons @return the parts, at least one */
    static std::vector<std::string> Split(const std::string& text)
    {
        std::vector<std::string> parts(1);
        for (const char c : text)
        {
            if (c == ':')
            {
                parts.emplace_back();
            }
            else
            {
                parts.back() += c;
            }
        }
        return parts;
    }

    double m_low = 0;    //!< least overshoot
    double m_high = 0;   //!< largest overshoot
    double m_jitter = 0; //!< the factor's distance from 1
    double m_median = 0; //!< of the lognormal overshoot
    double m_sigma = 0;  //!< of its logarithm
};

} // namespace schedlab

#endif /* SLEEP_LAW_H */
