/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINEAR_SCENARIO_H
#define LINEAR_SCENARIO_H

#include "flow-report.h"
#include "scenario.h"
#include "throughput-sampler.h"

#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/dc-linear-helper.h"
#include "ns3/dc-poisson-pairs.h"
#include "ns3/dc-tcp-profile.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * TCP flows between hosts of a fabric, for now two hosts and a switch.
 */
class LinearScenario : public Scenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     * @throws ConfigurationError if the transport or the table of sizes is wrong
     */
    LinearScenario(const ScenarioConfig& config, const Json& parameters);

  private:
    void Build() override;
    Facts GetFacts() const override;
    double GetDone() const override;
    void Summarize(Json& summary) override;

    /** Puts queue discs on all ports and watches them. */
    void InstallDiscs();
    /** Puts a source and a sink on each host. */
    void InstallApplications();
    /** Starts the arrivals of workload poisson. */
    void BuildPoisson();
    /** Schedules the joins and leaves of workload staircase. */
    void BuildStaircase();

    /** @param flow a flow that is to start now */
    void StartFlow(Ptr<DcFlow> flow);
    /** @param flow a flow of workload poisson that is to start now */
    void OnArrival(Ptr<DcFlow> flow);
    /** @param flow a flow of workload staircase that is to stop now */
    void Leave(Ptr<DcFlow> flow);
    /** @param flow a flow that has ended */
    void OnEnd(Ptr<const DcFlow> flow);
    /** Trace of a scheduler. @param item an arrival @param cost what placing it compared */
    void OnComparisons(Ptr<const QueueDiscItem> item, const schedlab::ComparisonCost& cost);
    /** @param item a packet at a scheduler @return weight of its flow */
    uint32_t WeightOf(Ptr<const QueueDiscItem> item);
    /** @param item a packet at a scheduler @return its flow, or null if it carries no data */
    Ptr<DcFlow> FlowOf(Ptr<const QueueDiscItem> item) const;
    /** @return weights differ, so that a scheduler has to know them */
    bool HasWeights() const;
    /** @return CSV table of the size distribution */
    static schedlab::SizeCdf LoadSizes(const ScenarioConfig& config);

    DcLinearHelper m_fabric;                    //!< the network
    DcTcpProfile m_profile;                     //!< settings of TCP
    std::unique_ptr<schedlab::SizeCdf> m_sizes; //!< sizes of workload poisson
    std::unique_ptr<FlowReport> m_report;       //!< rows and sums of the flows
    Ptr<ThroughputSampler> m_sampler;           //!< throughput of workload staircase, or null
    Ptr<DcFlowTable> m_table;                   //!< open flows
    Ptr<DcPoissonPairs> m_arrivals;             //!< arrivals of workload poisson, or null
    std::vector<Ptr<DcFlowSource>> m_sources;   //!< by host
    std::vector<Ptr<DcFlowSink>> m_sinks;       //!< by host
    Ptr<UniformRandomVariable> m_jitter;        //!< of the joins
    uint64_t m_flows{0};                        //!< flows that there will be
    uint64_t m_ended{0};                        //!< flows that have ended
    uint64_t m_startedBytes{0};                 //!< bytes of the flows that have started
    uint64_t m_endedBytes{0};                   //!< bytes of the flows that have ended
    Time m_lastArrival;                         //!< start of the last flow so far
};

} // namespace ns3

#endif /* LINEAR_SCENARIO_H */
