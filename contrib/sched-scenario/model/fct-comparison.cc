/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fct-comparison.h"

#include "csv-line.h"
#include "type-factory.h"

#include "ns3/mean.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iomanip>

namespace ns3
{

namespace
{

/** Sizes from `from` on and below `below`. */
struct SizeClass
{
    const char* label;
    uint64_t from;
    uint64_t below;
};

constexpr std::array<SizeClass, 3> CLASSES{
    {{"<100 KB", 0, 100000}, {"100 KB to 1 MB", 100000, 1000000}, {">=1 MB", 1000000, UINT64_MAX}}};

int64_t
ParseField(const std::string& text, const std::string& where)
{
    int64_t value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size())
    {
        throw ConfigurationError(where + ": " + QuoteForMessage(text) + " is not a whole number");
    }
    return value;
}

/** @return the 99th percentile, interpolated between the two nearest ranks */
double
P99(std::vector<double> values)
{
    if (values.empty())
    {
        return 0;
    }
    std::sort(values.begin(), values.end());
    const double rank = 0.99 * (values.size() - 1);
    const std::size_t below = static_cast<std::size_t>(rank);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (rank - below) * (values[above] - values[below]);
}

double
Correlation(const std::vector<double>& a, const std::vector<double>& b)
{
    const double meanA = schedlab::Mean(a);
    const double meanB = schedlab::Mean(b);
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

/** Writes a row. @return true if the relative difference is within the bound */
bool
PrintRow(std::ostream& os, const std::string& what, double ours, double reference, double bound)
{
    const double difference = reference > 0 ? ours / reference - 1 : ours > 0 ? INFINITY : 0;
    const bool holds = std::abs(difference) <= bound;
    os << std::left << std::setw(26) << what << std::right << std::fixed << std::setprecision(4)
       << std::setw(12) << ours << std::setw(12) << reference << std::setprecision(1)
       << std::setw(9) << 100 * difference << " %   " << (holds ? "ok" : "MISSED") << "\n";
    return holds;
}

} // namespace

FctComparison::FctComparison(const std::string& path)
{
    std::ifstream file(path);
    if (!file)
    {
        throw ConfigurationError("cannot read the reference " + path + ": " + std::strerror(errno));
    }
    std::vector<std::string> fields;
    std::string line;
    bool header = false;
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
        if (!header)
        {
            if (fields != std::vector<std::string>{"flow", "fct_ns", "completed"})
            {
                throw ConfigurationError(where + ": the header has to be flow,fct_ns,completed");
            }
            header = true;
            continue;
        }
        if (fields.size() != 3)
        {
            throw ConfigurationError(where + ": a row has three fields");
        }
        const bool done = ParseField(fields[2], where) != 0;
        m_flows[ParseField(fields[0], where)].reference =
            done ? ParseField(fields[1], where) / 1e6 : -1;
    }
    if (m_flows.empty())
    {
        throw ConfigurationError(path + ": there is no flow in it");
    }
}

void
FctComparison::Add(uint64_t flow, uint64_t sizeBytes, int64_t fctNs, bool done)
{
    Flow& entry = m_flows[flow];
    entry.size = sizeBytes;
    entry.ours = done ? fctNs / 1e6 : -1;
}

bool
FctComparison::Print(std::ostream& os, const Bounds& bounds) const
{
    os << std::left << std::setw(26) << "completion time in ms" << std::right << std::setw(12)
       << "here" << std::setw(12) << "reference" << std::setw(11) << "difference"
       << "\n";
    bool holds = true;
    for (const SizeClass& sizes : CLASSES)
    {
        std::vector<double> ours;
        std::vector<double> reference;
        for (const auto& [id, flow] : m_flows)
        {
            if (flow.size < sizes.from || flow.size >= sizes.below)
            {
                continue;
            }
            if (flow.ours >= 0)
            {
                ours.push_back(flow.ours);
            }
            if (flow.reference >= 0)
            {
                reference.push_back(flow.reference);
            }
        }
        const std::string label = sizes.label;
        holds &= PrintRow(os,
                          label + " mean",
                          schedlab::Mean(ours),
                          schedlab::Mean(reference),
                          bounds.mean);
        holds &= PrintRow(os, label + " p99", P99(ours), P99(reference), bounds.p99);
    }
    std::vector<double> ours;
    std::vector<double> reference;
    uint64_t oursDone = 0;
    uint64_t referenceDone = 0;
    for (const auto& [id, flow] : m_flows)
    {
        oursDone += flow.ours >= 0;
        referenceDone += flow.reference >= 0;
        if (flow.ours >= 0 && flow.reference >= 0)
        {
            ours.push_back(flow.ours);
            reference.push_back(flow.reference);
        }
    }
    const uint64_t apart = std::max(oursDone, referenceDone) - std::min(oursDone, referenceDone);
    const double correlation = Correlation(ours, reference);
    const bool finishedHolds = apart <= bounds.finished;
    const bool correlationHolds = correlation > bounds.correlation;
    os << "flows finished " << oursDone << ", reference " << referenceDone << "   "
       << (finishedHolds ? "ok" : "MISSED") << "\n"
       << "correlation over flows " << std::setprecision(4) << correlation << "   "
       << (correlationHolds ? "ok" : "MISSED") << "\n";
    return holds && finishedHolds && correlationHolds;
}

} // namespace ns3
