/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_VALUE_H
#define SCENARIO_VALUE_H

#include "scenario-config.h"

#include <nlohmann/json.hpp>

/**
 * @file
 * @ingroup sched-scenario
 * Strict readers of parameter values. What ns-3 answers by ending the process or by taking a part
 * of the text is std::invalid_argument here, with what was wanted as its message.
 */

namespace ns3
{
namespace scenario_value
{

using Json = nlohmann::ordered_json; //!< a value, a string where it came from a command line

/** @param value any scalar @return it as text */
std::string Text(const Json& value);

/** @param value a number or text @return a finite number */
double Real(const Json& value);

/**
 * @param value a number or text
 * @param least smallest that is allowed
 * @param most largest that is allowed
 * @return a whole number
 */
uint64_t Whole(const Json& value, uint64_t least, uint64_t most);

/** @param value a boolean or true, false, 1, 0 @return it */
bool Truth(const Json& value);

/** @param value a number and a unit of time @return a time of at least 0 */
Time Duration(const Json& value);

/** @param value a number and a unit of rate @return a rate above 0 */
DataRate Rate(const Json& value);

/** @param value a number and p or B @return a size above 0 */
QueueSize Size(const Json& value);

/** @param value an object, or its text, or NAME=VALUE,NAME=VALUE @return names and values */
ScenarioConfig::Attributes Attributes(const Json& value);

/** @param value an array or numbers parted by commas @return weights above 0, at least one */
std::vector<uint32_t> Weights(const Json& value);

/** @param value names parted by commas @return them, at least one */
std::vector<std::string> Names(const Json& value);

/** @param value an array or numbers parted by commas @return rising numbers above 0 */
std::vector<uint64_t> Edges(const Json& value);

/** @param value a text @param allowed what it may be @return it */
std::string OneOf(const Json& value, const std::vector<std::string>& allowed);

} // namespace scenario_value
} // namespace ns3

#endif /* SCENARIO_VALUE_H */
