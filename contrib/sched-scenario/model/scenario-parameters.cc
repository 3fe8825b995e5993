/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-parameters.h"

#include "scenario-value.h"
#include "type-factory.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iomanip>

namespace ns3
{

using scenario_value::Json;

ScenarioParameters::ScenarioParameters()
{
    AddSubject();
    AddNetwork();
    AddTransport();
    AddFlows();
    AddMeasurements();
}

void
ScenarioParameters::Add(const std::string& name,
                        const std::string& unit,
                        const Json& byDefault,
                        const std::string& help,
                        std::function<void(const Json&)> assign)
{
    assign(byDefault);
    m_table.push_back({{name, unit, help}, byDefault, std::move(assign)});
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

std::vector<ScenarioParameters::Info>
ScenarioParameters::GetInfos() const
{
    std::vector<Info> infos;
    for (const Parameter& parameter : m_table)
    {
        infos.push_back(parameter.info);
    }
    return infos;
}

ScenarioParameters::Parameter&
ScenarioParameters::Find(const std::string& name)
{
    std::vector<std::string> names;
    for (Parameter& parameter : m_table)
    {
        if (parameter.info.name == name)
        {
            return parameter;
        }
        names.push_back(parameter.info.name);
    }
    throw ConfigurationError("unknown parameter " + name + ": did you mean " +
                             TypeFactory::Nearest(name, names) + "?");
}

void
ScenarioParameters::Set(const std::string& name, const Json& value)
{
    Parameter& parameter = Find(name);
    try
    {
        parameter.assign(value);
    }
    catch (const std::invalid_argument& wanted)
    {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        throw ConfigurationError("bad value '" + shown + "' of parameter " + name +
                                 ": it has to be " + wanted.what());
    }
    // Numbers and booleans of a command line are printed like those of a file.
    const bool typed = parameter.value.is_number() || parameter.value.is_boolean();
    const Json parsed =
        value.is_string() && typed ? Json::parse(value.get<std::string>(), nullptr, false) : value;
    const bool attributes = parameter.value.is_object() && value.is_string();
    parameter.value = attributes              ? Json(scenario_value::Attributes(value))
                      : parsed.is_discarded() ? value
                                              : parsed;
}

void
ScenarioParameters::Set(const std::string& name, const std::string& text)
{
    Set(name, Json(text));
}

void
ScenarioParameters::Read(const std::string& path)
{
    std::ifstream in(path);
    if (!in)
    {
        throw ConfigurationError("cannot read " + path + ": " + std::strerror(errno));
    }
    Json object;
    try
    {
        object = Json::parse(in);
    }
    catch (const Json::parse_error& error)
    {
        throw ConfigurationError(path + " is no JSON: " + error.what());
    }
    if (!object.is_object())
    {
        throw ConfigurationError(path + " has to hold one JSON object of parameters");
    }
    for (const auto& [name, value] : object.items())
    {
        Set(name, value);
    }
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

Json
ScenarioParameters::ToJson() const
{
    Json json = Json::object();
    for (const Parameter& parameter : m_table)
    {
        json[parameter.info.name] = parameter.value;
    }
    return json;
}

void
ScenarioParameters::PrintHelp(std::ostream& out) const
{
    const std::size_t column = 28;
    for (const Parameter& parameter : m_table)
    {
        const Info& info = parameter.info;
        const std::string left = "  --" + info.name + "=" + info.unit;
        const std::string value = parameter.value.is_string() ? parameter.value.get<std::string>()
                                                              : parameter.value.dump();
        out << std::left << std::setw(column) << left << (left.size() >= column ? "\n" : "");
        if (left.size() >= column)
        {
            out << std::string(column, ' ');
        }
        out << "[" << value << "] " << info.help << "\n";
    }
}

} // namespace ns3
