/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_SCENARIO_H
#define FLOW_SCENARIO_H

#include "flow-report.h"
#include "scenario.h"

#include "ns3/dc-flow-player.h"
#include "ns3/dc-poisson-pairs.h"
#include "ns3/fabric-plan.h"
#include "ns3/size-cdf.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Flows between the hosts of a network: which ones, when they start, and what is said of them. The
 * network and its transport are for subclasses, so that all stacks see the same flows.
 */
class FlowScenario : public Scenario
{
  protected:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     * @throws ConfigurationError if the table of sizes or the list of flows is wrong
     */
    FlowScenario(const ScenarioConfig& config, const Json& parameters);
    ~FlowScenario() override;

    /** Makes the network with its queue discs and watches all ports. */
    virtual void BuildNetwork() = 0;
    /** @return round-trip time of a full-sized packet and its answer between far hosts */
    virtual Time GetBaseRtt() const = 0;
    /** @param flow a flow to start now; OnEnd() is called when it is over */
    virtual void Launch(Ptr<DcFlow> flow) = 0;
    /** Calls OnEnd() for all flows that are open, with their status CENSORED. */
    virtual void CensorOpen() = 0;
    /** @param flow a flow @return its completion time if it were alone, nanoseconds */
    virtual double GetIdealNs(const DcFlow& flow) const = 0;
    /** @return what the transport is set to */
    virtual Json GetTransportProfile() const = 0;
    /** Starts the arrivals. */
    virtual void StartWorkload();

    void Build() override;
    Facts GetFacts() const override;
    double GetDone() const override;
    void Summarize(Json& summary) override;

    /** @return the topology */
    const schedlab::FabricPlan& GetPlan() const;
    /** @return number of hosts */
    uint32_t GetNHosts() const;
    /** @param flow a flow that starts now */
    void OnArrival(Ptr<DcFlow> flow);
    /** @param flow a flow that has ended */
    void OnEnd(Ptr<const DcFlow> flow);
    /** @param flows flows that there will be */
    void SetNFlows(uint64_t flows);

  private:
    /** Reads or makes the list of flows of the workloads that have one. */
    void MakeList();
    /** Starts the arrivals of workload poisson. */
    void StartPoisson();
    /** Ends the window in which the load of the links is measured. */
    void EndWindow();
    /** @return share of the hosts' links that the payload of the flows that count is */
    double GetRealisedLoad() const;

    schedlab::FabricPlan m_plan;                //!< the topology
    std::unique_ptr<schedlab::SizeCdf> m_sizes; //!< sizes of workload poisson, or null
    std::vector<schedlab::FlowSpec> m_list;     //!< flows of the other workloads, until they start
    Ptr<DcFlowPlayer> m_player;                 //!< starts these
    Ptr<DcPoissonPairs> m_arrivals;             //!< arrivals of workload poisson, or null
    std::unique_ptr<FlowReport> m_report;       //!< rows and sums of the flows
    uint64_t m_flows{0};                        //!< flows that there will be
    uint64_t m_started{0};                      //!< flows that have started
    uint64_t m_ended{0};                        //!< flows that have ended
    uint64_t m_openBytes{0};                    //!< bytes of the flows that are open
    uint64_t m_countedBytes{0};                 //!< bytes of the flows that count
    Time m_windowBegin;                         //!< start of the first flow that counts
    Time m_lastArrival;                         //!< start of the last flow so far
};

} // namespace ns3

#endif /* FLOW_SCENARIO_H */
