/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOG_HISTOGRAM_H
#define LOG_HISTOGRAM_H

#include <cmath>
#include <cstdint>
#include <map>

namespace schedlab
{

/**
 * @ingroup sched-scenario
 * Mean and quantiles of numbers that are not kept. A quantile of at least 1 is right within 0.4 %,
 * a smaller one is 0; memory is
 * bounded by the number of different magnitudes.
 */
class LogHistogram
{
  public:
    /** @param value the next number; smaller than 0 counts as 0 */
    void Add(double value)
    {
        ++m_count;
        m_sum += value;
        ++m_buckets[BucketOf(value)];
    }

    /** @return how many there were */
    uint64_t GetCount() const
    {
        return m_count;
    }

    /** @return their mean, 0 if there were none */
    double Mean() const
    {
        return m_count > 0 ? m_sum / m_count : 0;
    }

    /**
     * @param share a number from 0 to 1
     * @return the smallest number that at least this share of them does not exceed, 0 if there were
     * none
     */
    double Quantile(double share) const
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

  private:
    /** @param value a number @return its bucket, 0 for anything below 1 */
    static int BucketOf(double value)
    {
        return value < 1 ? 0 : 1 + static_cast<int>(std::log(value) / std::log(STEP));
    }

    /** Ratio of two edges of a bucket, so that its middle is 0.4 % from both. */
    static constexpr double STEP = 1.008;

    uint64_t m_count{0};               //!< how many
    double m_sum{0};                   //!< their sum
    std::map<int, uint64_t> m_buckets; //!< how many of each magnitude
};

} // namespace schedlab

#endif /* LOG_HISTOGRAM_H */
