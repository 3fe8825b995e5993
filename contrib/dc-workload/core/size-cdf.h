/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SIZE_CDF_H
#define SIZE_CDF_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <istream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Distribution of flow sizes, given by knots of its cumulative function.
 *
 * Two readings of the same table exist in the literature and differ in the mean by up to a factor
 * of six, so the reading is always named: `LINEAR` spreads the probability between two knots evenly
 * over the sizes between them, `DISCRETE` puts all of it on the upper knot.
 */
class SizeCdf
{
  public:
    /** How to read the table between two knots. */
    enum Interpolation
    {
        LINEAR,  //!< sizes between two knots are equally likely
        DISCRETE //!< only the sizes of the knots occur
    };

    /** One row of the table. */
    struct Knot
    {
        uint64_t size; //!< bytes
        double cdf;    //!< share of flows of at most this size, 0 to 1
    };

    /**
     * @param knots the table
     * @param interpolation how to read it
     * @throws std::invalid_argument if sizes or shares do not rise, or the last share is not 1
     */
    SizeCdf(std::vector<Knot> knots, Interpolation interpolation)
        : m_knots(std::move(knots)),
          m_interpolation(interpolation)
    {
        if (m_knots.empty())
        {
            throw std::invalid_argument("the table of sizes has no rows");
        }
        for (std::size_t i = 0; i < m_knots.size(); ++i)
        {
            CheckRow(i, "row " + std::to_string(i + 1));
        }
        CheckEnd();
    }

    /**
     * Reads a table: a header row `size_bytes,cdf`, then one row for each knot; rows that start
     * with # are ignored.
     * @param in the table
     * @param name what to call it in an error
     * @param interpolation how to read it
     * @return the distribution
     * @throws std::invalid_argument with name, line and reason if the table is bad
     */
    static SizeCdf Parse(std::istream& in, const std::string& name, Interpolation interpolation)
    {
        SizeCdf cdf(interpolation);
        std::string line;
        bool header = false;
        for (uint32_t number = 1; std::getline(in, line); ++number)
        {
            if (!line.empty() && line.back() == '\r')
            {
                line.pop_back();
            }
            if (line.empty() || line[0] == '#')
            {
                continue;
            }
            const std::string where = name + ", line " + std::to_string(number);
            if (!header)
            {
                if (line != "size_bytes,cdf")
                {
                    throw std::invalid_argument(
                        where + ": expected the header size_bytes,cdf, not '" + line + "'");
                }
                header = true;
                continue;
            }
            cdf.m_knots.push_back(ParseRow(line, where));
            cdf.CheckRow(cdf.m_knots.size() - 1, where);
        }
        if (cdf.m_knots.empty())
        {
            throw std::invalid_argument(name + ": the table of sizes has no rows");
        }
        cdf.CheckEnd(name + ": ");
        return cdf;
    }

    /**
     * @param u a number from 0 to 1, evenly distributed
     * @return a size of this distribution, at least 1 byte
     */
    uint64_t Quantile(double u) const
    {
        const auto upper =
            std::lower_bound(m_knots.begin(), m_knots.end(), u, [](const Knot& knot, double share) {
                return knot.cdf < share;
            });
        if (upper == m_knots.end())
        {
            return m_knots.back().size;
        }
        if (m_interpolation == DISCRETE || upper == m_knots.begin())
        {
            return std::max<uint64_t>(upper->size, 1);
        }
        const Knot& lower = *(upper - 1);
        const double share = (u - lower.cdf) / (upper->cdf - lower.cdf);
        const double size = lower.size + share * static_cast<double>(upper->size - lower.size);
        return std::max<uint64_t>(std::llround(size), 1);
    }

    /**
     * @param cap sizes above this count as this; 0 for no cap
     * @return mean size in bytes
     */
    double Mean(uint64_t cap = 0) const
    {
        const double limit = cap ? static_cast<double>(cap) : INFINITY;
        double mean = m_knots[0].cdf * std::min<double>(m_knots[0].size, limit);
        for (std::size_t i = 1; i < m_knots.size(); ++i)
        {
            const double a = m_knots[i - 1].size;
            const double b = m_knots[i].size;
            const double share = m_knots[i].cdf - m_knots[i - 1].cdf;
            if (m_interpolation == DISCRETE)
            {
                mean += share * std::min(b, limit);
            }
            else if (b <= limit)
            {
                mean += share * (a + b) / 2;
            }
            else if (a >= limit)
            {
                mean += share * limit;
            }
            else
            {
                const double below = (limit - a) / (b - a);
                mean += share * (below * (a + limit) / 2 + (1 - below) * limit);
            }
        }
        return mean;
    }

    /** @return the table */
    const std::vector<Knot>& GetKnots() const
    {
        return m_knots;
    }

  private:
    /** @param interpolation how to read the table that is yet to come */
    explicit SizeCdf(Interpolation interpolation)
        : m_interpolation(interpolation)
    {
    }

    /** @param line a row @param where what to call it in an error @return the knot */
    static Knot ParseRow(const std::string& line, const std::string& where)
    {
        std::istringstream fields(line);
        double size = 0;
        double share = 0;
        char comma = 0;
        char rest = 0;
        if (!(fields >> size >> comma >> share) || comma != ',' || fields >> rest)
        {
            throw std::invalid_argument(where + ": expected a size in bytes and a share, not '" +
                                        line + "'");
        }
        if (size < 0 || size != std::floor(size) || size > 9e15)
        {
            throw std::invalid_argument(where + ": a size is a whole number of bytes, not '" +
                                        line + "'");
        }
        return {static_cast<uint64_t>(size), share};
    }

    /** @param i index of the newest row @param where what to call it in an error */
    void CheckRow(std::size_t i, const std::string& where) const
    {
        const Knot& knot = m_knots[i];
        if (!(knot.cdf >= 0 && knot.cdf <= 1))
        {
            throw std::invalid_argument(where + ": a share is from 0 to 1");
        }
        if (i > 0 && knot.size <= m_knots[i - 1].size)
        {
            throw std::invalid_argument(where + ": the sizes do not rise");
        }
        if (i > 0 && knot.cdf <= m_knots[i - 1].cdf)
        {
            throw std::invalid_argument(where + ": the shares do not rise");
        }
    }

    /** @param prefix start of the error */
    void CheckEnd(const std::string& prefix = "") const
    {
        if (std::abs(m_knots.back().cdf - 1) > 1e-9)
        {
            throw std::invalid_argument(prefix + "the last share is " +
                                        std::to_string(m_knots.back().cdf) + ", it has to be 1");
        }
        if (m_knots.back().size == 0)
        {
            throw std::invalid_argument(prefix + "all flows would have 0 bytes");
        }
    }

    std::vector<Knot> m_knots;     //!< the table
    Interpolation m_interpolation; //!< how to read it
};

} // namespace schedlab

#endif /* SIZE_CDF_H */
