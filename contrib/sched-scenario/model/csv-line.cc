/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "csv-line.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr const char* BLANKS = " \t\r";

/** Reads a quoted field from after its opening quote; leaves pos at the comma or the end. */
void
ReadQuoted(std::string_view line, std::size_t& pos, std::string& field)
{
    for (;;)
    {
        const std::size_t quote = line.find('"', pos);
        if (quote == std::string_view::npos)
        {
            throw std::invalid_argument("a quoted field is not closed on its line");
        }
        field.append(line, pos, quote - pos);
        pos = quote + 1;
        if (pos >= line.size() || line[pos] != '"')
        {
            break;
        }
        field += '"';
        ++pos;
    }
    pos = std::min(line.find_first_not_of(BLANKS, pos), line.size());
    if (pos < line.size() && line[pos] != ',')
    {
        throw std::invalid_argument("there is text after the closing quote of a field");
    }
}

} // namespace

void
SplitCsvLine(std::string_view line, std::vector<std::string>& fields)
{
    std::size_t pos = 0;
    for (std::size_t n = 0;; ++n)
    {
        if (fields.size() == n)
        {
            fields.emplace_back();
        }
        std::string& field = fields[n];
        field.clear();
        const std::size_t start = line.find_first_not_of(BLANKS, pos);
        if (start != std::string_view::npos && line[start] == '"')
        {
            pos = start + 1;
            ReadQuoted(line, pos, field);
        }
        else
        {
            const std::size_t comma = std::min(line.find(',', pos), line.size());
            if (start < comma)
            {
                const std::size_t last = line.find_last_not_of(BLANKS, comma - 1);
                field.assign(line, start, last + 1 - start);
            }
            pos = comma;
        }
        if (pos >= line.size())
        {
            fields.resize(n + 1);
            return;
        }
        ++pos;
    }
}

std::string
QuoteForMessage(std::string_view text)
{
    constexpr std::size_t LONGEST = 40;
    std::string quoted = "\"";
    for (char c : text.substr(0, LONGEST))
    {
        quoted += c >= ' ' && c < 127 ? c : '?';
    }
    return quoted + (text.size() > LONGEST ? "...\"" : "\"");
}

} // namespace ns3
