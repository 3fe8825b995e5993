/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-parameters.h"

#include "scenario-value.h"
#include "type-factory.h"

namespace ns3
{

ScenarioParameters::ScenarioParameters()
{
    AddSubject();
    AddNetwork();
    AddTransport();
    AddFlows();
    AddMeasurements();
}

void
ScenarioParameters::AddText(const std::string& name,
                            const std::string& unit,
                            const std::string& byDefault,
                            const std::string& help,
                            std::string& to)
{
    Add(name, unit, byDefault, help, [&to](const Json& j) { to = scenario_value::Text(j); });
}

void
ScenarioParameters::AddChoice(const std::string& name,
                              const std::string& byDefault,
                              const std::string& help,
                              const std::vector<std::string>& allowed,
                              std::string& to)
{
    Add(name, "name", byDefault, help, [&to, allowed](const Json& j) {
        to = scenario_value::OneOf(j, allowed);
    });
}

ScenarioConfig
ScenarioParameters::Finish() const
{
    const ScenarioConfig& c = m_config;
    const auto refuse = [&c](const std::string& advice) {
        throw ConfigurationError("workload " + c.workload + " does not run on topology " +
                                 c.topology + ", stack " + c.stack + ": " + advice);
    };
    const bool native = c.stack == "native";
    if ((c.topology == "port") != (c.workload == "ranks") || (c.workload == "ranks" && !native))
    {
        refuse("use ranks on native port, the others on other topologies");
    }
    if (c.workload == "staircase" && (c.topology != "linear" || !native))
    {
        refuse("use staircase on native linear");
    }
    if ((c.topology == "dumbbell") != (c.workload == "transfer") ||
        (c.topology == "dumbbell" && !native))
    {
        refuse("use transfer on native dumbbell, the others on other topologies");
    }
    if ((c.workload == "flow-list") == c.flowList.empty())
    {
        throw ConfigurationError("workload flow-list and the parameter flow_list need each other: "
                                 "set both or none");
    }
    if (native && c.mssBytes.value_or(1) + 40 > c.mtuBytes && c.topology != "port")
    {
        throw ConfigurationError("mss_bytes " + std::to_string(*c.mssBytes) +
                                 " and 40 bytes of headers do not fit mtu_bytes " +
                                 std::to_string(c.mtuBytes) + ": make one of them fit");
    }
    if (c.packetBytes > c.mtuBytes && c.topology == "port")
    {
        throw ConfigurationError("packet_bytes " + std::to_string(c.packetBytes) +
                                 " exceed mtu_bytes " + std::to_string(c.mtuBytes) +
                                 ": make one of them fit");
    }
    if (c.ranker.empty() && !c.rankerSet.empty())
    {
        throw ConfigurationError("ranker_set without a ranker: set ranker too");
    }
    return c;
}

} // namespace ns3
