/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_PARAMETERS_H
#define SCENARIO_PARAMETERS_H

#include "parameter-table.h"
#include "scenario-config.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The parameters of a scenario.
 */
class ScenarioParameters : public ParameterTable
{
  public:
    ScenarioParameters();

    /**
     * Checks the parameters against each other.
     * @return the configuration
     * @throws ConfigurationError if they make no sense together
     */
    ScenarioConfig Finish() const;

  private:
    /** As Add(), for a text that is kept as it is. @param to where */
    void AddText(const std::string& name,
                 const std::string& unit,
                 const std::string& byDefault,
                 const std::string& help,
                 std::string& to);
    /** As Add(), for one of some names. @param allowed the names @param to where to keep it */
    void AddChoice(const std::string& name,
                   const std::string& byDefault,
                   const std::string& help,
                   const std::vector<std::string>& allowed,
                   std::string& to);
    /** What is simulated, and the scheduler under test. */
    void AddSubject();
    /** Hosts, switches and links. */
    void AddNetwork();
    /** Transport. */
    void AddTransport();
    /** Flows and the window in which they count. */
    void AddFlows();
    /** Packets without transport, and what is measured. */
    void AddMeasurements();

    ScenarioConfig m_config; //!< the values, typed
};

} // namespace ns3

#endif /* SCENARIO_PARAMETERS_H */
