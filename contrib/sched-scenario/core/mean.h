/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MEAN_H
#define MEAN_H

#include <numeric>
#include <vector>

namespace schedlab
{

/**
 * @param values of any number
 * @return their arithmetic mean, 0 if there are none
 */
inline double
Mean(const std::vector<double>& values)
{
    return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / values.size();
}

} // namespace schedlab

#endif /* MEAN_H */
