/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCT_COMPARISON_H
#define FCT_COMPARISON_H

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Compares completion times with those of another simulator for the same flows: mean and 99th
 * percentile by size class, how many finished, and the correlation over the flows that both
 * finished.
 */
class FctComparison
{
  public:
    /** How far the two may differ. */
    struct Bounds
    {
        double mean = 0.10;        //!< mean of a class, relative
        double p99 = 0.20;         //!< 99th percentile of a class, relative
        uint64_t finished = 10;    //!< flows finished
        double correlation = 0.95; //!< least correlation of completion times
    };

    /**
     * @param path the other's times: comma-separated values with the columns flow, fct_ns and
     * completed
     * @throws ConfigurationError if the file cannot be read or is not such a table
     */
    explicit FctComparison(const std::string& path);

    /**
     * @param flow number of a flow
     * @param sizeBytes its size
     * @param fctNs its completion time, ignored if it was not done
     * @param done whether it finished
     */
    void Add(uint64_t flow, uint64_t sizeBytes, int64_t fctNs, bool done);

    /**
     * Writes a table, a line for each class, with the difference and whether it is within bounds.
     * @param os where to
     * @param bounds how far the two may differ
     * @return true if everything is within bounds
     */
    bool Print(std::ostream& os, const Bounds& bounds) const;

  private:
    /** A flow as either simulator saw it. */
    struct Flow
    {
        uint64_t size{0};     //!< bytes, 0 until added
        double ours{-1};      //!< milliseconds, negative if not finished
        double reference{-1}; //!< milliseconds, negative if not finished
    };

    std::map<uint64_t, Flow> m_flows; //!< by number
};

} // namespace ns3

#endif /* FCT_COMPARISON_H */
