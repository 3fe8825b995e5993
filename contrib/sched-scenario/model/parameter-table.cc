/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "parameter-table.h"

#include "scenario-value.h"
#include "type-factory.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iomanip>

namespace ns3
{

void
ParameterTable::Add(const std::string& name,
                    const std::string& unit,
                    const Json& byDefault,
                    const std::string& help,
                    Assign assign)
{
    assign(byDefault);
    m_table.push_back({name, unit, help, byDefault, std::move(assign)});
}

ParameterTable::Parameter&
ParameterTable::Find(const std::string& name)
{
    std::vector<std::string> names;
    for (Parameter& parameter : m_table)
    {
        if (parameter.name == name)
        {
            return parameter;
        }
        names.push_back(parameter.name);
    }
    throw ConfigurationError("unknown parameter " + name + ": did you mean " +
                             TypeFactory::Nearest(name, names) + "?");
}

void
ParameterTable::Set(const std::string& name, const Json& value)
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
ParameterTable::Read(const std::string& path)
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

ParameterTable::Json
ParameterTable::ToJson() const
{
    Json json = Json::object();
    for (const Parameter& parameter : m_table)
    {
        json[parameter.name] = parameter.value;
    }
    return json;
}

void
ParameterTable::PrintHelp(std::ostream& out) const
{
    const std::size_t column = 28;
    for (const Parameter& parameter : m_table)
    {
        const std::string left = "  --" + parameter.name + "=" + parameter.unit;
        const std::string value = parameter.value.is_string() ? parameter.value.get<std::string>()
                                                              : parameter.value.dump();
        out << std::left << std::setw(column) << left << (left.size() >= column ? "\n" : "");
        if (left.size() >= column)
        {
            out << std::string(column, ' ');
        }
        out << "[" << value << "] " << parameter.help << "\n";
    }
}

} // namespace ns3
