/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_RUN_H
#define LIGHT_RUN_H

#include "ns3/fabric-plan.h"
#include "ns3/light-transport.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * A run of the light fabric.
 */
struct LightRunConfig
{
    schedlab::FabricPlan plan;                //!< the topology
    uint64_t ecmpSeed{1};                     //!< salts of the switches
    bool spray{false};                        //!< each packet takes a path of its own
    bool idleBypass{false};                   //!< packets pass by the queue of an idle port
    std::string disc{"ns3::FifoQueueDisc"};   //!< TypeId of the queue disc of every port
    std::vector<std::string> discSettings;    //!< its attributes, NAME=VALUE
    schedlab::LightTransportParams transport; //!< transport of all flows
    std::vector<LightFlow> flows;             //!< the flows, by rising start
    LightTransport::FlowSource source;        //!< gives the flows in place of a list, if set
    int64_t stopNs{0};                        //!< end of the run; 0: when nothing is left to do
};

/**
 * @ingroup sched-scenario
 * What a run of the light fabric did, apart from its flows.
 */
struct LightRunResult
{
    uint64_t packetHops{0};   //!< packets put on a link
    uint64_t bypassed{0};     //!< of these past the queue of an idle port
    uint64_t hostDrops{0};    //!< packets dropped at host egress
    uint64_t switchDrops{0};  //!< packets dropped at switches
    uint64_t reordered{0};    //!< data packets delivered after one of their flow sent later
    uint64_t events{0};       //!< events of the simulator
    double cpuSeconds{0};     //!< CPU time of the events
    double setupSeconds{0};   //!< CPU time before them: topology, routes, queue discs
    uint64_t flowCapacity{0}; //!< places for flows, the most that were open at once
    std::string busiestPort;  //!< the port whose queue was longest
    uint32_t peakPackets{0};  //!< how long it was
};

/**
 * @ingroup sched-scenario
 * Runs a simulation from its beginning to Simulator::Destroy(). Packets are conserved at every hop,
 * or the run fails.
 *
 * @param config the run
 * @param record told about each flow that ends, in order of its end; flows that are open at the end
 * of the run come last
 * @return what the run did
 * @throws ConfigurationError or std::invalid_argument if the configuration makes no sense
 * @throws std::runtime_error if the run failed
 */
LightRunResult RunLight(const LightRunConfig& config,
                        const std::function<void(const LightFlowRecord&)>& record);

} // namespace ns3

#endif /* LIGHT_RUN_H */
