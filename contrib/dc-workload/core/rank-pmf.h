/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_PMF_H
#define RANK_PMF_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Distribution of packet ranks over [0, max): the five that published evaluations of programmable
 * schedulers draw ranks from.
 */
class RankPmf
{
  public:
    /** The shapes. */
    enum Shape
    {
        UNIFORM,     //!< all ranks alike
        EXPONENTIAL, //!< mean a quarter of max, cut off at max
        POISSON,     //!< mean half of max, cut off at max
        CONVEX,      //!< Poisson of mean max, modulo max: the lowest and the highest ranks
        INVERSE      //!< the exponential one mirrored: mostly high ranks
    };

    /**
     * @param shape the shape
     * @param max number of ranks, at least 1
     * @throws std::invalid_argument if max is 0
     */
    RankPmf(Shape shape, uint32_t max)
    {
        if (max == 0)
        {
            throw std::invalid_argument("there has to be at least one rank");
        }
        std::vector<double> weights(max, 0);
        if (shape == CONVEX)
        {
            // Twelve standard deviations beyond the mean nothing is left.
            const uint32_t end = 2 * max + 12 * static_cast<uint32_t>(std::sqrt(max)) + 12;
            for (uint32_t k = 0; k < end; ++k)
            {
                weights[k % max] += Poisson(k, max);
            }
        }
        for (uint32_t rank = 0; rank < max && shape != CONVEX; ++rank)
        {
            const double mean = shape == POISSON ? max / 2.0 : max / 4.0;
            switch (shape)
            {
            case EXPONENTIAL:
                weights[rank] = std::exp(-(rank / mean));
                break;
            case INVERSE:
                weights[max - 1 - rank] = std::exp(-(rank / mean));
                break;
            case POISSON:
                weights[rank] = Poisson(rank, mean);
                break;
            default:
                weights[rank] = 1;
            }
        }
        double sum = 0;
        for (double weight : weights)
        {
            sum += weight;
            m_cdf.push_back(sum);
        }
        for (double& share : m_cdf)
        {
            share /= sum;
        }
        m_cdf.back() = 1;
    }

    /**
     * @param name uniform, exponential, poisson, convex or inverse
     * @return the shape
     * @throws std::invalid_argument if there is no such shape
     */
    static Shape ShapeFrom(const std::string& name)
    {
        static const std::vector<std::string> names{"uniform",
                                                    "exponential",
                                                    "poisson",
                                                    "convex",
                                                    "inverse"};
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end())
        {
            throw std::invalid_argument(
                "there is no distribution '" + name +
                "', there are uniform, exponential, poisson, convex and inverse");
        }
        return static_cast<Shape>(found - names.begin());
    }

    /** @param u a number from 0 to 1, evenly distributed @return a rank of this distribution */
    uint32_t Quantile(double u) const
    {
        const auto found = std::upper_bound(m_cdf.begin(), m_cdf.end(), u);
        return std::min<std::size_t>(found - m_cdf.begin(), m_cdf.size() - 1);
    }

    /** @return mean rank */
    double Mean() const
    {
        double mean = 0;
        for (std::size_t rank = 1; rank < m_cdf.size(); ++rank)
        {
            mean += rank * (m_cdf[rank] - m_cdf[rank - 1]);
        }
        return mean;
    }

  private:
    /** @param k a number of events @param mean their mean @return its probability */
    static double Poisson(uint32_t k, double mean)
    {
        return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
    }

    std::vector<double> m_cdf; //!< share of ranks up to each rank
};

} // namespace schedlab

#endif /* RANK_PMF_H */
