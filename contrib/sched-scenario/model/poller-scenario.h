/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLLER_SCENARIO_H
#define POLLER_SCENARIO_H

#include "poller-config.h"
#include "scenario-output.h"

#include "ns3/cpu-hog.h"
#include "ns3/host-nic-net-device.h"
#include "ns3/log-histogram.h"
#include "ns3/metronome-controller.h"
#include "ns3/nic-flow-counter.h"
#include "ns3/nic-load-net-device.h"

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * One host with a polled network card under a traffic generator.
 *
 * Writes manifest.json, summary.json and samples.csv. Fluid arrivals run the protocol alone,
 * without packets.
 */
class PollerScenario
{
  public:
    using Json = nlohmann::ordered_json; //!< results

    /**
     * @param config what to run
     * @param parameters the same as it was given, for the manifest
     */
    PollerScenario(const PollerConfig& config, const Json& parameters);
    ~PollerScenario();

    PollerScenario(const PollerScenario&) = delete;
    PollerScenario& operator=(const PollerScenario&) = delete;

    /**
     * @param output where the results go
     * @param progress where to write progress, or null
     * @throws std::runtime_error if packets are lost without a trace
     */
    void Run(ScenarioOutput& output, std::ostream* progress);

  private:
    /** Mean and spread of times without keeping them, in ns. */
    struct Delays
    {
        schedlab::LogHistogram histogram; //!< for quantiles
        double sum{0};                    //!< of them
        double squares{0};                //!< of their squares
        double most{0};                   //!< the largest

        /** @param ns a time */
        void Add(double ns);
        /** @param prefix of the names @param path added to each, in ns @param to written there */
        void Write(const std::string& prefix, double path, Json& to) const;
    };

    /** Makes the node, its devices and its tasks. */
    void Build();
    /** @return the poller, made from the configuration */
    Ptr<RxPoller> MakePoller() const;
    /** @return packets a second at most of the profile */
    double GetPeakRate() const;
    /** @param step the profile's step begins */
    void Step(uint32_t step);
    /** @param device @param packet @param protocol @param from of a packet for the host */
    bool Receive(Ptr<NetDevice> device,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& from);
    /** @param queue @param packet @param delay of a packet for the host */
    void OnDeliver(uint32_t queue, Ptr<const Packet> packet, Time delay);
    /** @param packet leaves */
    void OnSent(Ptr<const Packet> packet);
    /** A sample of the time series is taken. */
    void Sample();
    /** @param percent of the run is over */
    void ShowProgress(uint32_t percent);
    /** @throws std::runtime_error if the packets do not add up */
    void CheckConservation() const;

    /** Runs with packets. @param output where results go @return the summary */
    Json RunPackets(ScenarioOutput& output);
    /** Runs the protocol alone. @return the summary */
    Json RunFluid();
    /**
     * @param controller the protocol's state
     * @param overshoot mean overshoot of a sleep in ns
     * @param rho true load, or negative to take the estimate
     * @param to the measurements of Metronome are added here
     */
    void WriteMetronome(const schedlab::MetronomeController& controller,
                        double overshoot,
                        double rho,
                        Json& to) const;

    PollerConfig m_config;                            //!< what to run
    Json m_parameters;                                //!< the same as it was given
    Ptr<Node> m_node;                                 //!< the host
    Ptr<NicLoadNetDevice> m_load;                     //!< the traffic generator
    Ptr<HostNicNetDevice> m_nic;                      //!< the polled card
    std::vector<Ptr<CpuHog>> m_hogs;                  //!< competing tasks
    bool m_forwards{false};                           //!< packets are sent on
    bool m_counts{false};                             //!< packets are counted by flow
    NicFlowCounter m_flows;                           //!< counts by flow
    Delays m_delays;                                  //!< from the wire to the host
    Delays m_txDelays;                                //!< from the wire to the wire
    std::unordered_map<const Packet*, Time> m_inside; //!< arrival of packets on their way
    std::ostream* m_progress{nullptr};                //!< where to write progress
    ScenarioOutput* m_output{nullptr};                //!< where results go
    double m_rate{0};                                 //!< packets a second now
    uint64_t m_lastDelivered{0};                      //!< at the last sample
    Time m_lastCpu;                                   //!< CPU time at the last sample
};

} // namespace ns3

#endif /* POLLER_SCENARIO_H */
