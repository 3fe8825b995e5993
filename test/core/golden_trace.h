/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GOLDEN_TRACE_H
#define GOLDEN_TRACE_H

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/**
 * @file
 * Traces of what the authors' own code did, and their replay on a core. Each file's header names
 * the code that wrote it and how that was configured.
 */

namespace schedlab
{
namespace test
{

/** One operation and its outcome. */
struct GoldenRow
{
    std::string op;     //!< enq, deq, or evict: what the enq before pushed out
    int64_t id;         //!< packet, -1 if none
    uint64_t rank;      //!< its rank
    uint32_t flow;      //!< its flow
    uint32_t size;      //!< its bytes
    std::string result; //!< accepted, dropped, pushed_out, dequeued or empty
    std::size_t qlen;   //!< packets queued afterwards
    std::string aux;    //!< inner state afterwards
};

/** A trace. */
struct GoldenTrace
{
    std::map<std::string, std::string> config; //!< NAME=VALUE of the config line
    std::vector<GoldenRow> rows;               //!< the operations

    /** @return the number given for a name of the config line */
    double Number(const std::string& name) const
    {
        return std::stod(config.at(name)); // reads 0.1f as 0.1
    }
};

/** @return the fields of a line @param separator what stands between them */
inline std::vector<std::string>
Split(const std::string& line, char separator)
{
    std::vector<std::string> fields(1);
    for (char c : line)
    {
        if (c == separator)
        {
            fields.emplace_back();
        }
        else
        {
            fields.back() += c;
        }
    }
    return fields;
}

/** @return text without what stands in brackets in it */
inline std::string
WithoutRemarks(const std::string& text)
{
    std::string kept;
    int depth = 0;
    for (char c : text)
    {
        depth += c == '(';
        if (depth == 0)
        {
            kept += c;
        }
        depth -= c == ')' && depth > 0;
    }
    return kept;
}

/** @return the trace in a file @throws std::runtime_error naming the line that is not one */
inline GoldenTrace
ReadGoldenTrace(const std::filesystem::path& path)
{
    static const std::string config = "# config: ";
    GoldenTrace trace;
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number)
    {
        if (line.compare(0, config.size(), config) == 0)
        {
            for (const std::string& word : Split(WithoutRemarks(line.substr(config.size())), ' '))
            {
                const auto equals = word.find('=');
                trace.config[word.substr(0, equals)] =
                    equals == std::string::npos ? "" : word.substr(equals + 1);
            }
        }
        if (line.empty() || line[0] == '#' || line.compare(0, 3, "op,") == 0)
        {
            continue;
        }
        const auto field = Split(line, ',');
        if (field.size() != 8)
        {
            throw std::runtime_error(path.string() + ":" + std::to_string(number) +
                                     ": not eight fields");
        }
        const auto numberOf = [](const std::string& text) {
            return text.empty() ? 0 : std::stoull(text);
        };
        trace.rows.push_back({field[0],
                              std::stoll(field[1]),
                              numberOf(field[2]),
                              uint32_t(numberOf(field[3])),
                              uint32_t(numberOf(field[4])),
                              field[5],
                              numberOf(field[6]),
                              field[7]});
    }
    if (trace.rows.empty())
    {
        throw std::runtime_error(path.string() + ": no rows");
    }
    return trace;
}

/** @return names without ending of the traces that begin with prefix, at least one, sorted */
inline std::vector<std::string>
GoldenNames(const std::string& prefix)
{
    std::vector<std::string> names;
    for (const auto& file : std::filesystem::directory_iterator(SCHEDLAB_VECTORS))
    {
        const std::string name = file.path().stem().string();
        if (name.compare(0, prefix.size(), prefix) == 0)
        {
            names.push_back(name);
        }
    }
    if (names.empty())
    {
        throw std::runtime_error("no trace " SCHEDLAB_VECTORS "/" + prefix + "*");
    }
    std::sort(names.begin(), names.end());
    return names;
}

/** @return the trace of a name that GoldenNames() gave */
inline GoldenTrace
GoldenByName(const std::string& name)
{
    return ReadGoldenTrace(std::filesystem::path(SCHEDLAB_VECTORS) / (name + ".csv"));
}

/** @return true if each NAME=VALUE of state stands in aux; both are separated by semicolons */
inline bool
HasState(const std::string& aux, const std::string& state)
{
    const auto known = Split(aux, ';');
    const auto fields = Split(state, ';');
    return std::all_of(fields.begin(), fields.end(), [&known](const std::string& field) {
        return std::find(known.begin(), known.end(), field) != known.end();
    });
}

/** How a replay went. */
struct Replayed
{
    std::size_t arrivals = 0;         //!< packets offered
    std::size_t otherDecisions = 0;   //!< of them, accepted here and refused there or the reverse
    std::size_t otherRows = 0;        //!< rows of any kind that differ in any column
    std::string firstDifference = ""; //!< the first of these, to read
};

/**
 * Offers the arrivals of a trace to a core, serves where the trace serves, and compares each row.
 * @param trace the trace
 * @param core the core, with int64_t handles
 * @param aux fields of the core's inner state as the trace writes them, or nothing to compare
 */
template <typename Core>
Replayed
Replay(
    const GoldenTrace& trace,
    Core& core,
    const std::function<std::string(const Core&)>& aux = [](const Core&) { return ""; })
{
    Replayed replayed;
    std::vector<typename Core::Entry> evicted; // by the arrival before
    for (std::size_t i = 0; i < trace.rows.size(); ++i)
    {
        const GoldenRow& row = trace.rows[i];
        int64_t id = row.id;
        uint64_t rank = row.rank;
        std::string result;
        if (row.op == "enq")
        {
            const auto verdict = core.Push({id, rank, row.size, row.flow});
            evicted.assign(verdict.evicted, verdict.evicted + verdict.nEvicted);
            result = verdict.IsAccepted() ? "accepted" : "dropped";
            ++replayed.arrivals;
            replayed.otherDecisions += result != row.result;
        }
        else if (row.op == "evict" && !evicted.empty())
        {
            id = evicted.front().handle;
            rank = evicted.front().key.rank;
            evicted.erase(evicted.begin());
            result = "pushed_out";
        }
        else if (row.op == "deq")
        {
            const auto* next = core.Peek();
            const int64_t peeked = next ? next->handle : -1;
            const auto entry = core.Pop();
            id = entry ? entry->handle : -1;
            rank = entry ? entry->key.rank : 0;
            result = id != peeked ? "other than peeked" : entry ? "dequeued" : "empty";
        }
        const bool lastOfArrival =
            row.op == "deq" || i + 1 == trace.rows.size() || trace.rows[i + 1].op != "evict";
        const bool forgotten = lastOfArrival && !evicted.empty();
        const std::string state = aux(core);
        const bool sameState = state.empty() || row.aux.empty() || HasState(row.aux, state);
        if (id != row.id || rank != row.rank || result != row.result || core.Size() != row.qlen ||
            forgotten || !sameState)
        {
            if (replayed.otherRows++ == 0)
            {
                std::ostringstream text;
                text << "row " << i << " " << row.op << ": id " << id << " rank " << rank << " "
                     << result << " qlen " << core.Size() << " " << state << ", in the trace "
                     << row.id << " " << row.rank << " " << row.result << " " << row.qlen << " "
                     << row.aux << (forgotten ? "; pushed out more packets" : "");
                replayed.firstDifference = text.str();
            }
        }
        if (lastOfArrival)
        {
            evicted.clear();
        }
    }
    return replayed;
}

/** @return a name fit for a parametrised test: letters, digits and underscores */
inline std::string
TestName(std::string name)
{
    std::replace_if(
        name.begin(),
        name.end(),
        [](unsigned char c) { return !std::isalnum(c); },
        '_');
    return name;
}

} // namespace test
} // namespace schedlab

#endif /* GOLDEN_TRACE_H */
