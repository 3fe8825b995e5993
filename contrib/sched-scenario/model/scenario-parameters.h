/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_PARAMETERS_H
#define SCENARIO_PARAMETERS_H

#include "scenario-config.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The parameters of a scenario by name: one table that reads command lines and JSON files, fills in
 * defaults, prints help and prints the complete configuration.
 */
class ScenarioParameters
{
  public:
    /** What a parameter is, for help and errors. */
    struct Info
    {
        std::string name; //!< its name, as in JSON and as --name=value
        std::string unit; //!< what its value is: a number, a time with unit, a name ...
        std::string help; //!< what it does
    };

    ScenarioParameters();
    ScenarioParameters(const ScenarioParameters&) = delete;
    ScenarioParameters& operator=(const ScenarioParameters&) = delete;

    /** @return the parameters, in the order of the table */
    std::vector<Info> GetInfos() const;

    /**
     * @param name a parameter
     * @param text its value
     * @throws ConfigurationError if there is no such parameter or the value is not one for it
     */
    void Set(const std::string& name, const std::string& text);

    /**
     * @param name a parameter
     * @param value its value: a string, a number, a boolean, or an object for sets of attributes
     * @throws ConfigurationError if there is no such parameter or the value is not one for it
     */
    void Set(const std::string& name, const nlohmann::ordered_json& value);

    /**
     * Sets all parameters that a file names.
     * @param path a file with one JSON object
     * @throws ConfigurationError if it cannot be read or an entry is wrong
     */
    void Read(const std::string& path);

    /**
     * Checks the parameters against each other.
     * @return the configuration
     * @throws ConfigurationError if they make no sense together
     */
    ScenarioConfig Finish() const;

    /** @return all parameters and their values, defaults filled in */
    nlohmann::ordered_json ToJson() const;

    /** @param out where to print name, unit, default and help of every parameter */
    void PrintHelp(std::ostream& out) const;

  private:
    /** A parameter, its value as it was given, and how to put it in the configuration. */
    struct Parameter
    {
        Info info;                                                 //!< what it is
        nlohmann::ordered_json value;                              //!< its value
        std::function<void(const nlohmann::ordered_json&)> assign; //!< checks and stores a value
    };

    /** @param name a parameter @return it */
    Parameter& Find(const std::string& name);
    /** @param name @param unit @param byDefault @param help of a parameter @param assign stores it
     */
    void Add(const std::string& name,
             const std::string& unit,
             const nlohmann::ordered_json& byDefault,
             const std::string& help,
             std::function<void(const nlohmann::ordered_json&)> assign);

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

    ScenarioConfig m_config;        //!< the values, typed
    std::vector<Parameter> m_table; //!< the parameters
};

} // namespace ns3

#endif /* SCENARIO_PARAMETERS_H */
