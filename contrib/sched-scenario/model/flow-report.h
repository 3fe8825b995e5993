/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_REPORT_H
#define FLOW_REPORT_H

#include "ns3/dc-flow.h"
#include "ns3/log-histogram.h"
#include "ns3/ptr.h"

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Writes a row for each flow that ends and sums flows up by size.
 */
class FlowReport
{
  public:
    /** How to sum up. */
    struct Params
    {
        std::string className;       //!< class of the flows that count
        std::vector<uint64_t> edges; //!< upper edges of the size bins in bytes, rising; larger
                                     //!< flows have a bin of their own
        bool comparisons;            //!< whether comparisons were counted
        double maxCensoredShare;     //!< share of open flows above which a bin's times are withheld
    };

    /**
     * @param rows where to write the rows, after the header
     * @param params how to sum up
     */
    FlowReport(std::ostream& rows, const Params& params);

    /** @param rows where to write the names of the columns */
    static void WriteHeader(std::ostream& rows);

    /**
     * @param flow a flow that has ended
     * @param idealNs completion time of the flow if it were alone, nanoseconds
     * @param counts whether it is summed up; if not, its class is "warmup"
     */
    void Add(Ptr<const DcFlow> flow, double idealNs, bool counts = true);

    /** @return flows that were completed, of those that count */
    uint64_t GetNDone() const;

    /** @return flows that were not, of those that count */
    uint64_t GetNCensored() const;

    /** @return labels of the bins whose times are withheld */
    std::vector<std::string> GetWithheld() const;

    /** @return counts, and by size bin and size class times, slowdowns, delays and comparisons */
    nlohmann::ordered_json Summary() const;

  private:
    /** Flows of one range of sizes. */
    struct Bin
    {
        std::string label;                 //!< its name
        uint64_t above;                    //!< sizes above this
        uint64_t upTo;                     //!< and up to this
        uint64_t censored{0};              //!< flows not completed
        schedlab::LogHistogram fctNs;      //!< completion times
        schedlab::LogHistogram slowdown;   //!< completion times over ideal ones, in thousandths
        schedlab::LogHistogram throughput; //!< size over completion time, bit/s
        uint64_t arrivedPackets{0};        //!< data packets that arrived
        uint64_t delaySumNs{0};            //!< sum of their delays
        uint64_t comparedPackets{0};       //!< data packets whose comparisons were counted
        uint64_t comparisons{0};           //!< sum of these
        uint64_t retransmits{0};           //!< packets sent again
        uint64_t rtos{0};                  //!< retransmission timeouts
    };

    /** @param bin some flows @return what is to be said of them */
    nlohmann::ordered_json Describe(const Bin& bin) const;

    /** @param bin some flows @return so many were not completed that times would mislead */
    bool IsWithheld(const Bin& bin) const;

    std::ostream& m_rows;    //!< where to write the rows
    Params m_params;         //!< how to sum up
    std::vector<Bin> m_bins; //!< by size; a flow is in every bin that it fits
    uint64_t m_done{0};      //!< flows completed
    uint64_t m_censored{0};  //!< flows not completed
};

} // namespace ns3

#endif /* FLOW_REPORT_H */
