/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NATIVE_SCENARIO_H
#define NATIVE_SCENARIO_H

#include "flow-scenario.h"

#include "ns3/dc-fabric-helper.h"
#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/ecmp-routes.h"
#include "ns3/pfabric-rank-tagger.h"
#include "ns3/rank-queue-disc.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Flows over ns-3's own TCP, IP and devices.
 */
class NativeScenario : public FlowScenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     * @throws ConfigurationError if the transport or the workload is wrong
     */
    NativeScenario(const ScenarioConfig& config, const Json& parameters);

  protected:
    void BuildNetwork() override;
    Time GetBaseRtt() const override;
    void Launch(Ptr<DcFlow> flow) override;
    void CensorOpen() override;
    double GetIdealNs(const DcFlow& flow) const override;
    Json GetTransportProfile() const override;
    void Summarize(Json& summary) override;

    /** @param ranker ranker of a port under test, made just now */
    virtual void PrepareRanker(Ptr<PacketRanker> ranker);

    /** @param item a packet at a scheduler @return its flow, or null if it carries no data */
    Ptr<DcFlow> FlowOf(Ptr<const QueueDiscItem> item) const;
    /** @param flow an open flow that is to stop now */
    void StopFlow(Ptr<DcFlow> flow);

  private:
    /** Fills in the settings of TCP. */
    void MakeProfile();
    /** Puts queue discs on all ports and watches them. */
    void InstallDiscs();
    /** Puts a source and a sink on each host. */
    void InstallApplications();
    /** @param socket that of a sender, made just now @param flow its flow */
    void TagSender(Ptr<Socket> socket, Ptr<const DcFlow> flow);
    /** @param socket that of a receiver, made just now */
    void TagReceiver(Ptr<Socket> socket);
    /** Trace of a scheduler. @param item an arrival @param cost what placing it compared */
    void OnComparisons(Ptr<const QueueDiscItem> item, const schedlab::ComparisonCost& cost);

    DcFabricHelper m_fabric;                  //!< the network
    schedlab::EcmpRoutes m_routes;            //!< paths between hosts
    DcTcpProfile m_profile;                   //!< settings of TCP
    Ptr<DcFlowTable> m_table;                 //!< open flows
    Ptr<PfabricRankTagger> m_tagger;          //!< writes ranks, if hosts do
    std::vector<Ptr<DcFlowSource>> m_sources; //!< by host
    std::vector<Ptr<DcFlowSink>> m_sinks;     //!< by host
};

} // namespace ns3

#endif /* NATIVE_SCENARIO_H */
