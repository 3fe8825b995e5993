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
    std::string topology; //!< linear, star, leaf-spine, dumbbell or port
    std::string stack;    //!< native or light
    std::string workload; //!< poisson, incast, permutation, flow-list, staircase, transfer or ranks

    std::string scheduler;         //!< TypeId of the queue disc under test
    Attributes schedulerSet;       //!< its attributes
    std::string schedulerPosition; //!< ports that get it: all, host or switch
    std::string ranker;            //!< TypeId of the ranker, or none for the rank on the packet
    Attributes rankerSet;          //!< its attributes

    uint32_t seed{1}; //!< seed of all random streams
    uint64_t run{1};  //!< run number of all random streams

    uint32_t hosts{0};        //!< hosts of a star
    uint32_t leaves{0};       //!< leaf switches
    uint32_t hostsPerLeaf{0}; //!< hosts of a leaf
    uint32_t spines{0};       //!< spine switches
    uint32_t fabricLinks{0};  //!< parallel links between a leaf and a spine
    DataRate fabricRate;      //!< rate of links between leaves and spines
    uint64_t ecmpSeed{0};     //!< gives the salts of the switches' choices among equal paths
    std::string ecmpRule;     //!< salted or netbench
    bool idleBypass{false};   //!< a packet that finds a port idle is sent past its queue

    DataRate linkRate;     //!< rate of every link, in a leaf-spine fabric of those of the hosts
    Time linkDelay;        //!< propagation delay of every link
    QueueSize deviceQueue; //!< queue of a device below its queue disc
    uint32_t mtuBytes;     //!< largest packet of a link

    Time rtt;                             //!< two-way propagation delay of a dumbbell
    std::vector<std::string> transports;  //!< congestion controls of its flows, repeated as needed
    bool paceInQdisc{false};              //!< they leave pacing to the sender's queue disc
    std::vector<std::string> pacingRates; //!< they ask it for, repeated as needed; own: their own
    std::optional<DataRate> floodRate;    //!< UDP beside the flows
    uint16_t floodPort{0};                //!< that it is sent to

    std::string transport;                   //!< newreno, dctcp, pfabric or a TypeId
    std::string transportRules;              //!< rfc or netbench
    std::optional<uint32_t> mssBytes;        //!< payload of a full segment
    uint32_t headerBytes{0};                 //!< bytes on the wire beside it, light stack
    std::optional<uint32_t> initialWindow;   //!< segments
    std::optional<uint32_t> initialSsthresh; //!< segments
    std::optional<Time> initialRto;          //!< retransmission timeout before any sample
    std::optional<Time> minRto;              //!< least retransmission timeout
    std::string socketBufferText;            //!< bytes, or auto
    std::string hostRanks;                   //!< what hosts write on packets: none or pfabric

    double load{0};                        //!< payload as a share of the hosts' links
    std::string sizeCdf;                   //!< distribution of flow sizes: a name or a file
    std::string cdfInterpolation;          //!< linear or discrete
    uint64_t flowBytes{0};                 //!< size of each flow of an incast or a permutation
    uint32_t incastReceiver{0};            //!< host that an incast is for
    std::optional<uint32_t> incastSenders; //!< hosts that send to it
    std::string flowList;                  //!< file of the flows
    uint64_t flows{0};                     //!< number of flows that count
    uint64_t warmupFlows{0};               //!< flows that start before them
    uint64_t maxFlowBytes{0};              //!< cap of a flow's size, 0 for none
    std::optional<Time> drain;      //!< time for open flows after the last arrival; none for auto
    std::optional<Time> stop;       //!< end of the run at the latest; none for no such end
    std::vector<uint64_t> sizeBins; //!< upper edges of the bins of flow sizes, rising
    double maxCensoredShare{0};     //!< share of open flows above which times are withheld

    uint32_t flowCount{0};         //!< flows of the staircase
    Time joinInterval;             //!< time between two joins and two leaves
    Time startJitter;              //!< each flow starts up to this much later, at random
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
