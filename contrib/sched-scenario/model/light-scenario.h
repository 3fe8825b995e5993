/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_SCENARIO_H
#define LIGHT_SCENARIO_H

#include "flow-scenario.h"

#include "ns3/light-fabric.h"
#include "ns3/light-transport.h"

#include <memory>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Flows over the light fabric.
 */
class LightScenario : public FlowScenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     * @throws ConfigurationError if the transport or the workload is wrong
     */
    LightScenario(const ScenarioConfig& config, const Json& parameters);
    ~LightScenario() override;

  private:
    void BuildNetwork() override;
    Time GetBaseRtt() const override;
    void Launch(Ptr<DcFlow> flow) override;
    void CensorOpen() override;
    double GetIdealNs(const DcFlow& flow) const override;
    Json GetTransportProfile() const override;
    void Summarize(Json& summary) override;

    /** @param portClass a class of ports @return whether the scheduler under test is there */
    bool IsUnderTest(schedlab::PortClass portClass) const;
    /** Watches all ports. */
    void WatchPorts();
    /** @param record what became of a flow */
    void OnRecord(const LightFlowRecord& record);

    schedlab::LightTransportParams m_params;          //!< settings of the transport
    std::unique_ptr<LightFabric> m_fabric;            //!< the network
    std::unique_ptr<LightTransport> m_transport;      //!< the transport
    std::unordered_map<uint64_t, Ptr<DcFlow>> m_open; //!< open flows by number
};

} // namespace ns3

#endif /* LIGHT_SCENARIO_H */
