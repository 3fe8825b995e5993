/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-value.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{
namespace scenario_value
{

namespace
{

/** Reads a whole text with an ns-3 type's own operator, which takes any text that starts well. */
template <typename T>
T
ByStream(const std::string& text, const std::string& wanted)
{
    std::istringstream in(text);
    T value;
    if (!(in >> value) || in.peek() != std::char_traits<char>::eof())
    {
        throw std::invalid_argument(wanted);
    }
    return value;
}

/** Parts a number from the unit behind it. */
std::pair<double, std::string>
Quantity(const std::string& text, const std::string& wanted)
{
    std::size_t end = 0;
    double number = 0;
    try
    {
        number = std::stod(text, &end);
    }
    catch (const std::exception&)
    {
        throw std::invalid_argument(wanted);
    }
    if (!std::isfinite(number) || number < 0)
    {
        throw std::invalid_argument(wanted);
    }
    return {number, text.substr(end)};
}

std::vector<std::string>
Split(const std::string& text)
{
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');)
    {
        parts.push_back(part);
    }
    return parts;
}

/** @return the numbers of an array or of a text, from 1 to most */
std::vector<uint64_t>
Wholes(const Json& value, uint64_t most)
{
    std::vector<uint64_t> numbers;
    if (value.is_array())
    {
        for (const Json& number : value)
        {
            numbers.push_back(Whole(number, 1, most));
        }
        return numbers;
    }
    for (const std::string& part : Split(Text(value)))
    {
        numbers.push_back(Whole(Json(part), 1, most));
    }
    return numbers;
}

} // namespace

std::string
Text(const Json& value)
{
    if (value.is_string())
    {
        return value.get<std::string>();
    }
    if (value.is_structured() || value.is_null())
    {
        throw std::invalid_argument("a single value");
    }
    return value.dump();
}

double
Real(const Json& value)
{
    const std::string text = Text(value);
    std::size_t end = 0;
    double number = NAN;
    try
    {
        number = std::stod(text, &end);
    }
    catch (const std::exception&)
    {
    }
    if (!std::isfinite(number) || end != text.size())
    {
        throw std::invalid_argument("a number");
    }
    return number;
}

uint64_t
Whole(const Json& value, uint64_t least, uint64_t most)
{
    const std::string text = Text(value);
    const std::string wanted =
        "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos ||
        text.size() > 20)
    {
        throw std::invalid_argument(wanted);
    }
    uint64_t number = 0;
    try
    {
        number = std::stoull(text);
    }
    catch (const std::out_of_range&)
    {
        throw std::invalid_argument(wanted);
    }
    if (number < least || number > most)
    {
        throw std::invalid_argument(wanted);
    }
    return number;
}

bool
Truth(const Json& value)
{
    const std::string text = Text(value);
    if (text != "true" && text != "false" && text != "1" && text != "0")
    {
        throw std::invalid_argument("true or false");
    }
    return text == "true" || text == "1";
}

Time
Duration(const Json& value)
{
    const std::string wanted = "a time with a unit, such as 10us (ps, ns, us, ms, s)";
    const std::string text = Text(value);
    const auto [number, unit] = Quantity(text, wanted);
    static const std::vector<std::string> units{"ps", "ns", "us", "ms", "s"};
    if (std::find(units.begin(), units.end(), unit) == units.end() || number > 1e12)
    {
        throw std::invalid_argument(wanted);
    }
    return Time(text);
}

DataRate
Rate(const Json& value)
{
    const std::string wanted = "a rate with a unit, such as 100Gbps";
    const std::string text = Text(value);
    if (Quantity(text, wanted).second.empty())
    {
        throw std::invalid_argument(wanted);
    }
    const auto rate = ByStream<DataRate>(text, wanted);
    if (rate.GetBitRate() == 0)
    {
        throw std::invalid_argument("a rate above 0");
    }
    return rate;
}

QueueSize
Size(const Json& value)
{
    const std::string wanted = "a size in packets or bytes above 0, such as 100p or 150kB";
    const std::string text = Text(value);
    if (Quantity(text, wanted).second.empty())
    {
        throw std::invalid_argument(wanted);
    }
    const auto size = ByStream<QueueSize>(text, wanted);
    if (size.GetValue() == 0)
    {
        throw std::invalid_argument(wanted);
    }
    return size;
}

ScenarioConfig::Attributes
Attributes(const Json& value)
{
    ScenarioConfig::Attributes attributes;
    if (value.is_object())
    {
        for (const auto& [name, text] : value.items())
        {
            attributes[name] = Text(text);
        }
        return attributes;
    }
    const std::string text = Text(value);
    if (!text.empty() && text[0] == '{')
    {
        const Json parsed = Json::parse(text, nullptr, false);
        if (!parsed.is_object())
        {
            throw std::invalid_argument("a JSON object or NAME=VALUE,NAME=VALUE");
        }
        return Attributes(parsed);
    }
    for (const std::string& part : Split(text))
    {
        const auto equals = part.find('=');
        if (equals == 0 || equals == std::string::npos)
        {
            throw std::invalid_argument("a JSON object or NAME=VALUE,NAME=VALUE");
        }
        attributes[part.substr(0, equals)] = part.substr(equals + 1);
    }
    return attributes;
}

std::vector<uint32_t>
Weights(const Json& value)
{
    const std::vector<uint64_t> weights = Wholes(value, 1000000);
    if (weights.empty())
    {
        throw std::invalid_argument("at least one weight");
    }
    return {weights.begin(), weights.end()};
}

std::vector<std::string>
Names(const Json& value)
{
    std::istringstream text(Text(value) + ',');
    std::vector<std::string> names;
    for (std::string name; std::getline(text, name, ',');)
    {
        names.push_back(name);
    }
    if (std::count(names.begin(), names.end(), "") > 0)
    {
        throw std::invalid_argument("names parted by commas");
    }
    return names;
}

std::vector<uint64_t>
Edges(const Json& value)
{
    const std::vector<uint64_t> edges = Wholes(value, 1ull << 50);
    if (std::adjacent_find(edges.begin(), edges.end(), std::greater_equal<>()) != edges.end())
    {
        throw std::invalid_argument("numbers that rise");
    }
    return edges;
}

std::string
OneOf(const Json& value, const std::vector<std::string>& allowed)
{
    const std::string text = Text(value);
    std::string wanted;
    for (const std::string& option : allowed)
    {
        if (option == text)
        {
            return text;
        }
        wanted += (wanted.empty() ? "" : ", ") + option;
    }
    throw std::invalid_argument((allowed.size() > 1 ? "one of " : "") + wanted);
}

} // namespace scenario_value
} // namespace ns3
