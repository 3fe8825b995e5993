/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_H
#define SCENARIO_H

#include "port-monitor.h"
#include "scenario-config.h"
#include "scenario-output.h"
#include "type-factory.h"

#include "ns3/rank-queue-disc.h"

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

/**
 * @defgroup sched-scenario Scenarios
 *
 * One configuration in, one directory of results out; and the replay of packet traces.
 */

namespace ns3
{

/**
 * @ingroup sched-scenario
 * One simulation from its configuration to its results. What is common to all topologies is here:
 * queue discs, what is watched at a port, checks, files.
 *
 * One process should run one scenario at a time; a second one may follow the first.
 */
class Scenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name, for the manifest
     * @return the scenario for its topology, workload and stack
     * @throws ConfigurationError if a type or an attribute is wrong
     */
    static std::unique_ptr<Scenario> Make(const ScenarioConfig& config,
                                          const nlohmann::ordered_json& parameters);

    /** Ends the simulation and frees everything that belongs to it. */
    virtual ~Scenario();

    Scenario(const Scenario&) = delete;
    Scenario& operator=(const Scenario&) = delete;

    /**
     * Simulates and writes all files. To be called once.
     * @param output where to write them; it is not committed
     * @param progress where to write lines "progress <percent> <simulated ms>", or null
     * @throws std::runtime_error if a packet has appeared or vanished, or lacks a rank
     */
    void Run(ScenarioOutput& output, std::ostream* progress);

    /** @return what a reader of the results should know, one line each; after Run() */
    const std::vector<std::string>& GetWarnings() const;

  protected:
    static constexpr uint16_t SINK_PORT = 5000; //!< that receivers listen on

    using Json = nlohmann::ordered_json; //!< keeps the order of its keys

    /** What the base knows of a topology, for warnings and the manifest. */
    struct Facts
    {
        double bdpBytes{0}; //!< bandwidth-delay product without queues
        Json realisedLoad;  //!< load that the workload really offered, or null
        Json tcpProfile;    //!< what TCP was set to
    };

    /**
     * @param config what to simulate
     * @param parameters the same by name
     */
    Scenario(const ScenarioConfig& config, const Json& parameters);

    /** Makes the network and the traffic. */
    virtual void Build() = 0;
    /** @return about the network and the traffic, after the simulation */
    virtual Facts GetFacts() const = 0;
    /** @return share of the work that is done, 0 to 1 */
    virtual double GetDone() const = 0;
    /** Adds to the summary, after the simulation. @param summary the summary */
    virtual void Summarize(Json& summary) = 0;

    /** @return the configuration */
    const ScenarioConfig& GetConfig() const;
    /** @param name a file of the results @return where to write it */
    std::ofstream& File(const std::string& name);
    /** @param warning what a reader should know */
    void Warn(const std::string& warning);

    /** @return a queue disc under test, with a ranker of its own */
    Ptr<QueueDisc> MakeDisc() const;
    /** @return a FIFO of the same capacity, for ports that are not under test */
    Ptr<QueueDisc> MakePlainDisc() const;
    /** @return capacity of the scheduler under test in bytes, packets taken as full-sized */
    uint64_t GetCapacityBytes() const;

    /**
     * @param underTest whether the port has the scheduler under test
     * @param histogramBins ranks to count inversions of one by one
     * @return what counts inversions there, or null if nobody asked for it
     */
    Ptr<InversionProbe> MakeProbe(bool underTest, uint32_t histogramBins = 0) const;

    /** @param monitor watches a port; each port has to have one */
    void Watch(Ptr<PortMonitor> monitor);

    /** @return the ports that are watched */
    const std::vector<Ptr<PortMonitor>>& GetMonitors() const;

  private:
    /** Finds out how long the scheduler's queue is, and whether it can be made at all. */
    void ProbeScheduler();
    /** Writes progress if enough time has passed. @param progress where */
    void ReportProgress(std::ostream* progress);
    /** Notes what a reader should know. @param facts about the network */
    void CollectWarnings(const Facts& facts);
    /** @return the manifest @param facts about the network */
    Json Manifest(const Facts& facts) const;

    const ScenarioConfig m_config;                        //!< what to simulate
    const Json m_parameters;                              //!< the same by name
    ScenarioOutput* m_output{nullptr};                    //!< where the results go, once it runs
    TypeFactory m_discFactory;                            //!< makes the scheduler
    std::unique_ptr<TypeFactory> m_rankerFactory;         //!< makes its ranker, or null
    bool m_ranks{false};                                  //!< the scheduler is a RankQueueDisc
    QueueSize m_capacity;                                 //!< length of the scheduler's queue
    std::vector<Ptr<PortMonitor>> m_monitors;             //!< ports that are watched
    std::vector<std::string> m_warnings;                  //!< what a reader should know
    std::chrono::steady_clock::time_point m_startWall;    //!< start of the run
    std::chrono::steady_clock::time_point m_lastProgress; //!< last line of progress
    double m_startCpu{0};                                 //!< CPU seconds at the start of the run
};

} // namespace ns3

#endif /* SCENARIO_H */
