/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOG_HISTOGRAM_H
#define LOG_HISTOGRAM_H

#include <cstdint>
#include <map>

namespace schedlab
{

/**
 * @ingroup sched-scenario
 * Mean and quantiles of numbers that are not kept. A quantile is right within 0.4 %; memory is
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
    double Quantile(double share) const;

  private:
    /** @param value a number @return its bucket, 0 for anything below 1 */
    static int BucketOf(double value);

    uint64_t m_count{0};               //!< how many
    double m_sum{0};                   //!< their sum
    std::map<int, uint64_t> m_buckets; //!< how many of each magnitude
};

} // namespace schedlab

#endif /* LOG_HISTOGRAM_H */
