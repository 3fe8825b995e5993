/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-trace.h"

#include "csv-line.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace ns3
{

namespace
{

/** @throws std::invalid_argument if text is not a whole decimal number from least to most */
uint64_t
ReadNumber(const std::string& text, uint64_t least, uint64_t most)
{
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end || number < least || number > most)
    {
        throw std::invalid_argument(QuoteForMessage(text) + " is not a whole number from " +
                                    std::to_string(least) + " to " + std::to_string(most));
    }
    return number;
}

/** @throws std::invalid_argument if text is not a time in microseconds with up to 3 decimals */
int64_t
ReadMicroseconds(const std::string& text)
{
    constexpr std::size_t DECIMALS = 3;
    constexpr uint64_t MOST = INT64_MAX / 1000 - 1;
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string decimals = text.substr(std::min(point + 1, text.size()));
    if (decimals.size() > DECIMALS || (point < text.size() && decimals.empty()))
    {
        throw std::invalid_argument(QuoteForMessage(text) +
                                    " is not a time in microseconds with up to three decimals");
    }
    decimals.resize(DECIMALS, '0');
    return ReadNumber(text.substr(0, point), 0, MOST) * 1000 + ReadNumber(decimals, 0, 999);
}

/** A column that a replay reads from the row of an arrival. */
struct Column
{
    const char* name;                                     //!< its name in the header
    bool needed;                                          //!< every arrival has one
    void (*read)(const std::string& field, ReplayOp& op); //!< throws std::invalid_argument
};

const Column COLUMNS[] = {
    {"id",
     true,
     [](const std::string& f, ReplayOp& op) { op.packet.id = ReadNumber(f, 0, UINT64_MAX); }},
    {"size",
     true,
     [](const std::string& f, ReplayOp& op) { op.packet.size = ReadNumber(f, 1, UINT16_MAX); }},
    {"rank",
     false,
     [](const std::string& f, ReplayOp& op) { op.packet.rank = ReadNumber(f, 0, UINT64_MAX); }},
    {"flow",
     false,
     [](const std::string& f, ReplayOp& op) { op.packet.flow = ReadNumber(f, 0, UINT32_MAX); }},
};

const Column TIME{"time_us", false, [](const std::string& f, ReplayOp& op) {
                      op.timeNs = ReadMicroseconds(f);
                  }};

class Reader
{
  public:
    explicit Reader(ReplayTrace& trace)
        : m_trace(trace)
    {
    }

    /** @throws std::invalid_argument with the reason */
    void ReadLine(std::string_view line, std::size_t number)
    {
        if (line.find('\0') != std::string_view::npos)
        {
            throw std::invalid_argument("there is a zero byte: this is not a text file");
        }
        if (line.find_first_not_of(" \t\r") == std::string_view::npos || line[0] == '#')
        {
            return;
        }
        SplitCsvLine(line, m_fields);
        if (m_nColumns == 0)
        {
            ReadHeader();
        }
        else
        {
            ReadRow(number);
        }
    }

    bool HasHeader() const
    {
        return m_nColumns > 0;
    }

  private:
    /** @return the place of a column, or that after the last */
    std::size_t Find(const std::string& name, bool needed)
    {
        const auto found = std::find(m_fields.begin(), m_fields.end(), name);
        if (found == m_fields.end() && needed)
        {
            throw std::invalid_argument("the header has no column " + name +
                                        "; op, id and size are needed");
        }
        if (std::count(found, m_fields.end(), name) > 1)
        {
            throw std::invalid_argument("the header has column " + name + " twice");
        }
        return found - m_fields.begin();
    }

    void ReadHeader()
    {
        m_op = Find("op", true);
        for (const Column& column : COLUMNS)
        {
            m_places.push_back(Find(column.name, column.needed));
        }
        m_time = Find(TIME.name, TIME.needed);
        m_trace.hasTime = m_time < m_fields.size();
        m_nColumns = m_fields.size();
    }

    void ReadRow(std::size_t number)
    {
        const std::size_t nFields = m_fields.size();
        m_fields.resize(std::max(nFields, m_nColumns));
        const std::string& op = m_fields[m_op];
        if (op == "evict" || op == "drop")
        {
            return;
        }
        if (op != "enq" && op != "deq")
        {
            throw std::invalid_argument("op " + QuoteForMessage(op) + " is neither enq nor deq");
        }
        ReplayOp next;
        next.kind = op == "enq" ? ReplayOp::ENQUEUE : ReplayOp::DEQUEUE;
        next.line = number;
        if (nFields > m_nColumns || (nFields < m_nColumns && next.kind == ReplayOp::ENQUEUE))
        {
            throw std::invalid_argument("the row has " + std::to_string(nFields) +
                                        " fields, the header has " + std::to_string(m_nColumns));
        }
        ReadTime(next);
        if (next.kind == ReplayOp::ENQUEUE)
        {
            ReadPacket(next);
        }
        m_trace.ops.push_back(next);
    }

    void ReadTime(ReplayOp& next)
    {
        if (!m_trace.hasTime)
        {
            return;
        }
        const int64_t before = m_trace.ops.empty() ? 0 : m_trace.ops.back().timeNs;
        next.timeNs = before;
        if (next.kind == ReplayOp::DEQUEUE && m_fields[m_time].empty())
        {
            return;
        }
        ReadField(TIME, m_fields[m_time], next);
        if (next.timeNs < before)
        {
            throw std::invalid_argument("time_us " + m_fields[m_time] +
                                        " is before that of an earlier row");
        }
    }

    void ReadPacket(ReplayOp& next)
    {
        for (std::size_t i = 0; i < m_places.size(); ++i)
        {
            const std::size_t place = m_places[i];
            if (place < m_nColumns && (COLUMNS[i].needed || !m_fields[place].empty()))
            {
                ReadField(COLUMNS[i], m_fields[place], next);
            }
        }
        const auto [first, isNew] = m_lineOfId.emplace(next.packet.id, next.line);
        if (!isNew)
        {
            throw std::invalid_argument("id " + std::to_string(next.packet.id) +
                                        " is used already in line " +
                                        std::to_string(first->second));
        }
    }

    static void ReadField(const Column& column, const std::string& field, ReplayOp& op)
    {
        try
        {
            column.read(field, op);
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument(std::string(column.name) + " " +
                                        (field.empty() ? "is missing" : error.what()));
        }
    }

    ReplayTrace& m_trace;                                 //!< what is read
    std::vector<std::string> m_fields;                    //!< the current line
    std::size_t m_nColumns{0};                            //!< columns, 0 before the header
    std::size_t m_op{0};                                  //!< place of the column op
    std::size_t m_time{0};                                //!< place of the column time_us
    std::vector<std::size_t> m_places;                    //!< place of each of COLUMNS
    std::unordered_map<uint64_t, std::size_t> m_lineOfId; //!< where each id was used
};

} // namespace

ReplayTrace
ReplayTrace::Read(std::istream& in, const std::string& name)
{
    ReplayTrace trace;
    trace.name = name;
    Reader reader(trace);
    std::size_t number = 0;
    const auto fail = [&](const std::string& reason) {
        throw ReplayTraceError(name + ":" + std::to_string(number) + ": " + reason);
    };
    try
    {
        for (std::string line; std::getline(in, line);)
        {
            const std::string byteOrderMark = "\xef\xbb\xbf";
            ++number;
            const bool marked = number == 1 && line.rfind(byteOrderMark, 0) == 0;
            reader.ReadLine(std::string_view(line).substr(marked ? byteOrderMark.size() : 0),
                            number);
        }
    }
    catch (const std::invalid_argument& error)
    {
        fail(error.what());
    }
    ++number;
    if (in.bad())
    {
        fail("the file cannot be read further");
    }
    if (!reader.HasHeader())
    {
        fail("there is no header row; its columns op, id and size are needed");
    }
    return trace;
}

} // namespace ns3
