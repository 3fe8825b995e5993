/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-list.h"

#include "csv-line.h"
#include "type-factory.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>

namespace ns3
{

namespace
{

/** Where the columns of a flow are. */
struct FlowColumns
{
    std::size_t flow, start, source, destination, size, width;
};

std::size_t
FindColumn(const std::vector<std::string>& header, std::initializer_list<const char*> names)
{
    for (const char* name : names)
    {
        const auto found = std::find(header.begin(), header.end(), name);
        if (found != header.end())
        {
            return found - header.begin();
        }
    }
    return header.size();
}

FlowColumns
ParseHeader(const std::vector<std::string>& header, const std::string& where)
{
    const FlowColumns columns{FindColumn(header, {"flow", "id"}),
                              FindColumn(header, {"start_ns"}),
                              FindColumn(header, {"src", "src_host"}),
                              FindColumn(header, {"dst", "dst_host"}),
                              FindColumn(header, {"size_bytes"}),
                              header.size()};
    for (std::size_t column : {columns.start, columns.source, columns.destination, columns.size})
    {
        if (column == header.size())
        {
            throw ConfigurationError(
                where + ": the header has to name the columns start_ns, src, dst and size_bytes");
        }
    }
    return columns;
}

template <typename T>
T
ParseNumber(const std::string& text, const char* what, const std::string& where)
{
    T value{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    {
        throw ConfigurationError(where + ": " + what + " " + QuoteForMessage(text) +
                                 " is not a whole number in range");
    }
    return value;
}

} // namespace

std::vector<LightFlow>
ReadFlowList(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
    {
        throw ConfigurationError("cannot read the flow list " + path + ": " + std::strerror(errno));
    }
    std::vector<LightFlow> flows;
    std::vector<std::string> fields;
    FlowColumns columns{};
    std::string line;
    for (uint64_t number = 1; std::getline(file, line); ++number)
    {
        if (!line.empty() && line.back() == '\r')
        {
            line.pop_back();
        }
        if (line.empty() || line[0] == '#')
        {
            continue;
        }
        const std::string where = path + ":" + std::to_string(number);
        SplitCsvLine(line, fields);
        if (columns.width == 0)
        {
            columns = ParseHeader(fields, where);
            continue;
        }
        if (fields.size() != columns.width)
        {
            throw ConfigurationError(where + ": there are " + std::to_string(fields.size()) +
                                     " fields, the header has " + std::to_string(columns.width));
        }
        flows.push_back({columns.flow < columns.width
                             ? ParseNumber<uint64_t>(fields[columns.flow], "flow", where)
                             : flows.size(),
                         ParseNumber<int64_t>(fields[columns.start], "start_ns", where),
                         ParseNumber<uint32_t>(fields[columns.source], "src", where),
                         ParseNumber<uint32_t>(fields[columns.destination], "dst", where),
                         ParseNumber<uint64_t>(fields[columns.size], "size_bytes", where)});
    }
    if (flows.empty())
    {
        throw ConfigurationError(path + ": there is no flow in it");
    }
    return flows;
}

} // namespace ns3
