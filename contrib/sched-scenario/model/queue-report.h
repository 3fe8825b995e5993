/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_REPORT_H
#define QUEUE_REPORT_H

#include "port-monitor.h"

#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * What is to be said of all ports of a run.
 */
class QueueReport
{
  public:
    using Json = nlohmann::ordered_json; //!< keeps the order of its keys

    /** @param monitors the ports; kept by reference */
    explicit QueueReport(const std::vector<Ptr<PortMonitor>>& monitors);

    /**
     * @throws std::runtime_error if a packet has appeared or vanished at a port or in a switch
     */
    void CheckConservation() const;

    /**
     * Writes queues.csv, a row for each port.
     * @param out where to
     * @param comparisons whether comparisons were counted
     */
    void Write(std::ostream& out, bool comparisons) const;

    /**
     * Adds drops, the longest queue and inversions to a summary.
     * @param summary the summary
     * @param inversions whether inversions were counted
     */
    void Summarize(Json& summary, bool inversions) const;

    /** @return name, utilisation and longest queue of the port whose link was busiest */
    Json BusiestHop() const;

    /** @return by class of ports: how many, mean and highest load in the window, longest queue */
    Json LinkClasses() const;

    /** @return most packets that a queue under test held at a time */
    uint32_t PeakUnderTest() const;

  private:
    const std::vector<Ptr<PortMonitor>>& m_monitors; //!< the ports
};

} // namespace ns3

#endif /* QUEUE_REPORT_H */
