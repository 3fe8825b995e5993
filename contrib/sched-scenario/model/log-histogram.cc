/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "log-histogram.h"

#include <cmath>

namespace schedlab
{

namespace
{

constexpr double STEP = 1.008; //!< ratio of two bucket edges, so that the middle is 0.4 % from both

} // namespace

int
LogHistogram::BucketOf(double value)
{
    return value < 1 ? 0 : 1 + static_cast<int>(std::log(value) / std::log(STEP));
}

double
LogHistogram::Quantile(double share) const
{
    uint64_t seen = 0;
    for (const auto& [bucket, count] : m_buckets)
    {
        seen += count;
        if (seen >= share * m_count)
        {
            return bucket == 0 ? 0 : std::pow(STEP, bucket - 0.5);
        }
    }
    return 0;
}

} // namespace schedlab
