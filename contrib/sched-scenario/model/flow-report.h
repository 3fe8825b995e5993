/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_REPORT_H
#define FLOW_REPORT_H

#include "ns3/dc-flow.h"
#include "ns3/ideal-fct.h"
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
    /**
     * @param rows where to write the rows, after the header
     * @param className class of all flows
     * @param ideal completion time of a lone flow
     * @param edges upper edges of the size bins in bytes, rising; larger flows have a bin of their
     * own
     * @param comparisons whether comparisons were counted
     */
    FlowReport(std::ostream& rows,
               const std::string& className,
               const schedlab::IdealFct& ideal,
               const std::vector<uint64_t>& edges,
               bool comparisons);

    /** @param rows where to write the names of the columns */
    static void WriteHeader(std::ostream& rows);

    /** @param flow a flow that has ended */
    void Add(Ptr<const DcFlow> flow);

    /** @return flows that were completed */
    uint64_t GetNDone() const;

    /** @return flows that were not */
    uint64_t GetNCensored() const;

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

    std::ostream& m_rows;       //!< where to write the rows
    std::string m_class;        //!< class of all flows
    schedlab::IdealFct m_ideal; //!< completion time of a lone flow
    bool m_comparisons;         //!< whether comparisons were counted
    std::vector<Bin> m_bins;    //!< by size; a flow is in every bin that it fits
    uint64_t m_done{0};         //!< flows completed
    uint64_t m_censored{0};     //!< flows not completed
};

} // namespace ns3

#endif /* FLOW_REPORT_H */
