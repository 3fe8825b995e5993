/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PARAMETER_TABLE_H
#define PARAMETER_TABLE_H

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Parameters of a program by name: one table that reads command lines and JSON files, fills in
 * defaults, prints help and prints the complete configuration.
 */
class ParameterTable
{
  public:
    using Json = nlohmann::ordered_json;             //!< a value
    using Assign = std::function<void(const Json&)>; //!< checks and stores a value

    ParameterTable() = default;
    virtual ~ParameterTable() = default;
    ParameterTable(const ParameterTable&) = delete;
    ParameterTable& operator=(const ParameterTable&) = delete;

    /**
     * @param name a parameter
     * @param value its value: a string, as a command line has it, or any JSON
     * @throws ConfigurationError if there is no such parameter or the value is not one for it
     */
    void Set(const std::string& name, const Json& value);

    /**
     * Sets all parameters that a file names.
     * @param path a file with one JSON object
     * @throws ConfigurationError if it cannot be read or an entry is wrong
     */
    void Read(const std::string& path);

    /** @return all parameters and their values, defaults filled in */
    Json ToJson() const;

    /** @param out where to print name, unit, default and help of every parameter */
    void PrintHelp(std::ostream& out) const;

  protected:
    /**
     * @param name of a parameter
     * @param unit what its value is: a number, a time with unit, a name ...
     * @param byDefault its default
     * @param help what it does
     * @param assign checks and stores a value; throws std::invalid_argument that says what it wants
     */
    void Add(const std::string& name,
             const std::string& unit,
             const Json& byDefault,
             const std::string& help,
             Assign assign);

  private:
    /** A parameter, its value as it was given, and how to put it in the configuration. */
    struct Parameter
    {
        std::string name; //!< its name, as in JSON and as --name=value
        std::string unit; //!< what its value is
        std::string help; //!< what it does
        Json value;       //!< its value
        Assign assign;    //!< checks and stores a value
    };

    /** @param name a parameter @return it */
    Parameter& Find(const std::string& name);

    std::vector<Parameter> m_table; //!< the parameters
};

} // namespace ns3

#endif /* PARAMETER_TABLE_H */
