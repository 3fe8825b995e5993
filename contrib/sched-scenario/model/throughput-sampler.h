/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef THROUGHPUT_SAMPLER_H
#define THROUGHPUT_SAMPLER_H

#include "ns3/dc-flow.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <map>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Throughput of long flows in windows, and how fair each window was.
 *
 * Throughput is the payload of the data packets that reach the receiving host in the window, in
 * order or not: the share of the link that the scheduler gave. Jain's index of x is
 * sum(x)^2 / (n sum(x^2)) over the flows that were active from the start to the end of the window;
 * the weighted one takes each flow's throughput divided by its weight.
 *
 * Jain, Chiu, Hawe, "A Quantitative Measure of Fairness", DEC TR-301, 1984.
 */
class ThroughputSampler : public SimpleRefCount<ThroughputSampler>
{
  public:
    /** The index over many windows. */
    struct Fairness
    {
        std::vector<double> all;                         //!< index of each window
        std::map<uint32_t, std::vector<double>> byFlows; //!< the same by number of active flows
    };

    /**
     * @param window length of a window
     * @param samples where to write the rows time_ns,series,key,value
     */
    ThroughputSampler(Time window, std::ostream& samples);

    /** Starts the first window now. */
    void Start();

    /** @param flow a flow that has started */
    void Join(Ptr<const DcFlow> flow);

    /** @param flow a flow that no longer sends */
    void Leave(Ptr<const DcFlow> flow);

    /** @return Jain's index of the windows with at least one active flow */
    const Fairness& GetFairness() const;

    /** @return the weighted index of the same windows */
    const Fairness& GetWeightedFairness() const;

    /** @param values numbers @return Jain's index of them, 1 if all are 0 */
    static double Jain(const std::vector<double>& values);

  private:
    /** An active flow. */
    struct Member
    {
        Ptr<const DcFlow> flow; //!< the flow
        uint64_t arrived;       //!< its payload up to the start of the window
        bool whole;             //!< it was active when the window started
    };

    /** Ends a window and starts the next one. */
    void Tick();

    Time m_window;                      //!< length of a window
    std::ostream& m_samples;            //!< where to write
    std::map<uint32_t, Member> m_flows; //!< active flows by id
    Fairness m_fairness;                //!< the index
    Fairness m_weighted;                //!< the weighted index
};

} // namespace ns3

#endif /* THROUGHPUT_SAMPLER_H */
