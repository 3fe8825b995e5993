/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-trace.h"

#include "csv-line.h"
#include "csv-number.h"

#include <algorithm>
#include <unordered_map>

namespace ns3
{

namespace
{

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
     [](const std::string& f, ReplayOp& op) { op.packet.id = ReadCsvNumber(f, 0, UINT64_MAX); }},
    {"size",
     true,
     [](const std::string& f, ReplayOp& op) { op.packet.size = ReadCsvNumber(f, 1, UINT16_MAX); }},
    {"rank",
     false,
     [](const std::string& f, ReplayOp& op) { op.packet.rank = ReadCsvNumber(f, 0, UINT64_MAX); }},
    {"flow",
     false,
     [](const std::string& f, ReplayOp& op) { op.packet.flow = ReadCsvNumber(f, 0, UINT32_MAX); }},
};

const Column TIME{"time_us", false, [](const std::string& f, ReplayOp& op) {
                      op.timeNs = ReadCsvMicroseconds(f);
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
        for (const ReplayHeaderColumn& column : ReplayHeaderColumns())
        {
            m_headerPlaces.push_back(Find(column.name, false));
            m_trace.hasHeaders = m_trace.hasHeaders || m_headerPlaces.back() < m_fields.size();
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
        if (m_trace.hasHeaders)
        {
            ReadHeaders(next);
        }
        const auto [first, isNew] = m_lineOfId.emplace(next.packet.id, next.line);
        if (!isNew)
        {
            throw std::invalid_argument("id " + std::to_string(next.packet.id) +
                                        " is used already in line " +
                                        std::to_string(first->second));
        }
    }

    void ReadHeaders(ReplayOp& next)
    {
        next.packet.headers = std::make_shared<ReplayHeaders>();
        for (std::size_t i = 0; i < m_headerPlaces.size(); ++i)
        {
            const std::size_t place = m_headerPlaces[i];
            if (place < m_nColumns && !m_fields[place].empty())
            {
                ReadField(ReplayHeaderColumns()[i], m_fields[place], *next.packet.headers);
            }
        }
        next.packet.headers->Check();
    }

    template <typename AnyColumn, typename What>
    static void ReadField(const AnyColumn& column, const std::string& field, What& what)
    {
        try
        {
            column.read(field, what);
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
    std::vector<std::size_t> m_headerPlaces;              //!< of each of ReplayHeaderColumns()
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
