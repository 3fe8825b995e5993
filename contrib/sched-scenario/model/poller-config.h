/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLLER_CONFIG_H
#define POLLER_CONFIG_H

#include "ns3/metronome-params.h"
#include "ns3/nic-app.h"
#include "ns3/service-cost.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * One run of a polled network card under a traffic generator, completely described.
 * PollerParameters documents, reads and prints the fields. Times are in nanoseconds.
 */
struct PollerConfig
{
    std::string name;                    //!< what to call the run
    std::string poller;                  //!< metronome, busy, fixed-sleep, ...
    schedlab::MetronomeParams metronome; //!< M, N, VBar, T_L, rule ...; threads 0 for the default
    uint32_t threads{0};                 //!< threads of the poller, 0 for its default
    std::string sleep;                   //!< how long a timed sleep takes
    bool subMicroReturn{false};          //!< a sleep below 1 us returns at once
    double interval{0};                  //!< sleep of fixed-sleep
    double itr{0};                       //!< least time between two interrupts
    uint32_t budget{64};                 //!< packets of a poll of napi and xdp
    std::string app;                     //!< what the host does with a packet
    std::optional<uint32_t> burst;       //!< packets of a poll
    std::optional<uint32_t> ringSize;    //!< packets of a ring
    uint32_t txBatch{32};                //!< packets of a transmit buffer
    uint32_t txDirect{16};               //!< packets of a burst that leave at once
    double txDrain{0};                   //!< time between two drains
    bool txLatency{false};               //!< measure until a packet leaves

    std::optional<double> cLock;  //!< cost in ns
    std::optional<double> cPoll;  //!< cost in ns
    std::optional<double> cPkt;   //!< cost in ns
    std::optional<double> cByte;  //!< cost in ns
    std::optional<double> cFlush; //!< cost in ns
    std::optional<double> cWake;  //!< cost in ns
    std::optional<double> cIrq;   //!< cost in ns

    std::string arrivals;        //!< cbr, poisson or fluid
    double rateMpps{0};          //!< million packets a second
    std::vector<double> rho;     //!< load of each queue, instead of a rate
    uint32_t frameBytes{64};     //!< bytes of a packet
    uint32_t flows{256};         //!< flows in turn
    std::string classifier;      //!< five-tuple, round-robin or table
    std::vector<double> weights; //!< shares of the queues
    std::string profile;         //!< constant or ramp
    uint32_t rampSteps{15};      //!< steps up, and as many down

    uint32_t cores{4};       //!< cores of the host
    std::string governor;    //!< performance, powersave or ondemand
    std::string cStates;     //!< shallow or deep
    int nice{0};             //!< of the polling threads
    uint32_t hogs{0};        //!< cores with a hog
    int hogNice{0};          //!< of the hogs
    double dispatchDelay{0}; //!< mean time that a take-over takes
    std::string shareModel;  //!< cfs or statistical

    double duration{0};       //!< of the run
    double sampleInterval{0}; //!< of the time series, 0 for none
    double pathLatency{0};    //!< added to each latency
    uint32_t seed{1};         //!< seed of all random streams
    uint64_t run{1};          //!< run number of all random streams
};

} // namespace ns3

#endif /* POLLER_CONFIG_H */
