/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_LIST_PARSER_H
#define FLOW_LIST_PARSER_H

#include "flow-spec.h"

#include <algorithm>
#include <charconv>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Reads a list of flows: comma-separated values with a header line that names the columns start_ns,
 * src (or src_host), dst (or dst_host), size_bytes and, if wanted, flow (or id), a number of the
 * flow; else they are numbered from 0. Other columns are ignored, and so are empty lines and those
 * that begin with #.
 */
class FlowListParser
{
  public:
    /**
     * @param in the list
     * @param name what to call it in an error, its path
     * @param hosts number of hosts; 0 if that is not known yet
     * @return the flows, in the order of the list, which is that of their starts
     * @throws std::invalid_argument with name, line and reason if a line is not a flow that can be
     * sent, or there is no flow
     */
    static std::vector<FlowSpec> Parse(std::istream& in, const std::string& name, uint32_t hosts)
    {
        std::vector<FlowSpec> flows;
        FlowListParser parser;
        std::string line;
        int64_t lastNs = 0;
        for (uint64_t number = 1; std::getline(in, line); ++number)
        {
            const std::vector<std::string_view> fields = Split(line);
            if (fields.empty())
            {
                continue;
            }
            parser.m_where = name + ":" + std::to_string(number);
            if (parser.m_width == 0)
            {
                parser.ReadHeader(fields);
                continue;
            }
            flows.push_back(parser.ReadFlow(fields, flows.size()));
            flows.back().Check(hosts, lastNs, parser.m_where);
            lastNs = flows.back().startNs;
        }
        if (flows.empty())
        {
            throw std::invalid_argument(name + ": there is no flow in it");
        }
        return flows;
    }

  private:
    /** @param reason why the line cannot be read */
    [[noreturn]] void Fail(const std::string& reason) const
    {
        throw std::invalid_argument(m_where + ": " + reason);
    }

    /** @param line a line @return its fields without blanks around; none if it is to be ignored */
    static std::vector<std::string_view> Split(std::string_view line)
    {
        constexpr std::string_view blanks = " \t\r";
        std::vector<std::string_view> fields;
        if (line.find_first_not_of(blanks) == std::string_view::npos || line[0] == '#')
        {
            return fields;
        }
        for (std::size_t begin = 0; begin <= line.size();)
        {
            const std::size_t end = std::min(line.find(',', begin), line.size());
            std::string_view field = line.substr(begin, end - begin);
            field.remove_prefix(std::min(field.find_first_not_of(blanks), field.size()));
            field.remove_suffix(field.size() - (field.find_last_not_of(blanks) + 1));
            fields.push_back(field);
            begin = end + 1;
        }
        return fields;
    }

    /** @param fields those of the header */
    void ReadHeader(const std::vector<std::string_view>& fields)
    {
        m_width = fields.size();
        const auto find = [&](std::initializer_list<std::string_view> names) {
            return std::find_first_of(fields.begin(), fields.end(), names.begin(), names.end()) -
                   fields.begin();
        };
        m_id = find({"flow", "id"});
        m_start = find({"start_ns"});
        m_source = find({"src", "src_host"});
        m_destination = find({"dst", "dst_host"});
        m_size = find({"size_bytes"});
        if (std::max({m_start, m_source, m_destination, m_size}) == m_width)
        {
            Fail("the header has to name the columns start_ns, src, dst and size_bytes");
        }
    }

    /** @param fields those of a line @param number number of a flow that has none */
    FlowSpec ReadFlow(const std::vector<std::string_view>& fields, uint64_t number) const
    {
        if (fields.size() != m_width)
        {
            Fail("there are " + std::to_string(fields.size()) + " fields, the header has " +
                 std::to_string(m_width));
        }
        return {m_id < m_width ? Number<uint64_t>(fields[m_id], "flow") : number,
                Number<int64_t>(fields[m_start], "start_ns"),
                Number<uint32_t>(fields[m_source], "src"),
                Number<uint32_t>(fields[m_destination], "dst"),
                Number<uint64_t>(fields[m_size], "size_bytes")};
    }

    /** @param text a field @param what its column @return its value */
    template <typename T>
    T Number(std::string_view text, const char* what) const
    {
        T value{};
        const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec != std::errc() || result.ptr != text.data() + text.size())
        {
            // What cannot be printed has no place in a message of one line.
            std::string shown(text.substr(0, 30));
            std::replace_if(
                shown.begin(),
                shown.end(),
                [](char c) { return c < ' ' || c > '~'; },
                '?');
            Fail(std::string(what) + " \"" + shown + "\" is not a whole number in range");
        }
        return value;
    }

    std::string m_where;          //!< name and line
    std::size_t m_width{0};       //!< number of columns, 0 before the header
    std::size_t m_id{0};          //!< column of the number of the flow
    std::size_t m_start{0};       //!< column of the start
    std::size_t m_source{0};      //!< column of the sending host
    std::size_t m_destination{0}; //!< column of the receiving host
    std::size_t m_size{0};        //!< column of the size
};

} // namespace schedlab

#endif /* FLOW_LIST_PARSER_H */
