/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUMBBELL_SCENARIO_H
#define DUMBBELL_SCENARIO_H

#include "flow-report.h"
#include "pace-probe.h"
#include "scenario.h"
#include "share-probe.h"
#include "udp-flood.h"

#include "ns3/dc-dumbbell-helper.h"
#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"

#include <memory>
#include <utility>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * A few transfers of equal size, each between hosts of its own and with a congestion control of its
 * own, that share one bottleneck with the scheduler under test. Access is unlimited. If the
 * scheduler is to be at the host, one host sends all flows, their sockets tell its queue disc their
 * pacing rates, and the bottleneck has a FIFO. A UDP flood may come from one more host.
 *
 * The seed moves the phase of the flows: each starts up to a packet time later and has up to 10 us
 * more of a round-trip time.
 */
class DumbbellScenario : public Scenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     * @throws ConfigurationError if a transport is wrong
     */
    DumbbellScenario(const ScenarioConfig& config, const Json& parameters);

  private:
    void Build() override;
    Facts GetFacts() const override;
    double GetDone() const override;
    void Summarize(Json& summary) override;

    /** @return counts, rates and delays, with the seed's phases */
    static DcDumbbellHelper::Params GetParams(const ScenarioConfig& config);
    /** @return every default of TCP that is set, names and values */
    std::vector<std::pair<std::string, std::string>> GetTcpDefaults() const;
    /** @return whether the scheduler is at the host and not at the bottleneck */
    bool IsAtHost() const;
    /** Puts queue discs on all ports and watches them. */
    void InstallDiscs();
    /** Puts a source and a sink on each pair of hosts, with the congestion control of its flow. */
    void InstallFlows();
    /** @param socket that of a sender, made just now @param flow its flow */
    void OnSocket(Ptr<Socket> socket, Ptr<const DcFlow> flow);
    /** @param index a flow to start now */
    void StartFlow(uint32_t index);
    /** @param flow a flow that has ended */
    void OnEnd(Ptr<const DcFlow> flow);

    DcDumbbellHelper m_fabric;                //!< the network
    std::vector<TypeId> m_congestion;         //!< by flow
    std::unique_ptr<FlowReport> m_report;     //!< rows and sums of the flows
    Ptr<ShareProbe> m_shares;                 //!< at the bottleneck, if the scheduler is there
    Ptr<PaceProbe> m_pace;                    //!< at the host, if the scheduler is there
    Ptr<UdpFlood> m_flood;                    //!< beside the flows, or null
    Ptr<DcFlowTable> m_table;                 //!< open flows
    std::vector<Ptr<DcFlowSource>> m_sources; //!< by flow
    std::vector<Ptr<const DcFlow>> m_done;    //!< flows that have ended
    uint32_t m_ended{0};                      //!< how many those are
};

} // namespace ns3

#endif /* DUMBBELL_SCENARIO_H */
