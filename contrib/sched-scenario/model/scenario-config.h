/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_CONFIG_H
#define SCENARIO_CONFIG_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * One simulation, completely described. ScenarioParameters documents, reads and prints the fields.
 */
struct ScenarioConfig
{
    using Attributes = std::map<std::string, std::string>; //!< attribute values by name

    std::string name;     //!< what to call the run
    std::string topology; //!< linear or port
    std::string workload; //!< poisson, staircase or ranks

    std::string scheduler;         //!< TypeId of the queue disc under test
    Attributes schedulerSet;       //!< its attributes
    std::string schedulerPosition; //!< ports that get it: all, host or switch
    std::string ranker;            //!< TypeId of the ranker, or none for the rank on the packet
    Attributes rankerSet;          //!< its attributes

    uint32_t seed{1}; //!< seed of all random streams
    uint64_t run{1};  //!< run number of all random streams

    DataRate linkRate;     //!< rate of every link
    Time linkDelay;        //!< propagation delay of every link
    QueueSize deviceQueue; //!< queue of a device below its queue disc
    uint32_t mtuBytes;     //!< largest packet of a link

    std::string transport;        //!< TypeId of the congestion control
    uint32_t mssBytes;            //!< payload of a full segment
    uint32_t initCwndSegments;    //!< initial window
    Time minRto;                  //!< least retransmission timeout
    std::string socketBufferText; //!< bytes, or auto

    double load{0};               //!< payload as a share of the hosts' links
    std::string sizeCdf;          //!< distribution of flow sizes: a name or a file
    std::string cdfInterpolation; //!< linear or discrete
    uint64_t flows{0};            //!< number of flows
    uint64_t maxFlowBytes{0};     //!< cap of a flow's size, 0 for none
    std::optional<Time> drain;    //!< time for open flows after the last arrival; none for auto

    uint32_t flowCount{0};         //!< flows of the staircase
    Time joinInterval;             //!< time between two joins and two leaves
    Time startJitter;              //!< each flow joins up to this much later, at random
    std::vector<uint32_t> weights; //!< weights of the flows, repeated as needed

    std::string rankDistribution; //!< distribution of the ranks
    uint32_t rankMax{0};          //!< number of ranks
    uint64_t packets{0};          //!< packets to send
    uint32_t packetBytes{0};      //!< bytes of each
    uint32_t rankFlows{0};        //!< flows they belong to in turn
    double offeredLoad{0};        //!< share of the link rate

    Time sampleInterval;    //!< window of the throughput samples
    bool inversions{true};  //!< whether to count inversions
    bool comparisons{true}; //!< whether to count comparisons
};

} // namespace ns3

#endif /* SCENARIO_CONFIG_H */
