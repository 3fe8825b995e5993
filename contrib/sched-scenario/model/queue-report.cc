/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "queue-report.h"

#include "ns3/rank-queue-disc.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace ns3
{

QueueReport::QueueReport(const std::vector<Ptr<PortMonitor>>& monitors)
    : m_monitors(monitors)
{
}

void
QueueReport::CheckConservation() const
{
    std::map<uint32_t, int64_t> forwarded; // by node of a switch: packets in less packets out
    std::set<uint32_t> switches;
    for (const auto& monitor : m_monitors)
    {
        const std::string wrong = monitor->CheckConservation();
        if (!wrong.empty())
        {
            throw std::runtime_error("packets are not conserved at " + wrong);
        }
        const PortMonitor::Port& port = monitor->GetPort();
        if (!port.atHost)
        {
            switches.insert(port.from);
        }
        forwarded[port.to] += monitor->GetArrived();
        forwarded[port.from] -= monitor->GetIn();
    }
    for (uint32_t node : switches)
    {
        if (forwarded[node] != 0)
        {
            throw std::runtime_error("packets are not conserved in the switch of node " +
                                     std::to_string(node) + ": " + std::to_string(forwarded[node]) +
                                     " more came in than were put in its queues");
        }
    }
}

void
QueueReport::Write(std::ostream& out, bool comparisons) const
{
    std::set<std::string> reasons;
    for (const auto& monitor : m_monitors)
    {
        for (const auto& [reason, packets] : monitor->GetDrops())
        {
            reasons.insert(reason);
        }
    }
    out << "node,device,port,scheduler,in,out,queued,drops";
    for (const std::string& reason : reasons)
    {
        out << ",drops_" << reason;
    }
    out << ",marks,peak_packets,peak_bytes,mean_packets,utilisation,inversions,inversion_packets,"
           "inversion_magnitude,unranked,scan,cascade_scan,bound_tests,occupancy_tests,head_tests,"
           "cascades,promotions,class,window_load\n";
    for (const auto& monitor : m_monitors)
    {
        const PortMonitor::Port& port = monitor->GetPort();
        out << port.node << "," << port.device << "," << port.name << ","
            << monitor->GetDisc()->GetInstanceTypeId().GetName() << "," << monitor->GetIn() << ","
            << monitor->GetOut() << "," << monitor->GetQueued() << "," << monitor->GetNDropped();
        const auto drops = monitor->GetDrops();
        for (const std::string& reason : reasons)
        {
            const auto found = drops.find(reason);
            out << "," << (found == drops.end() ? 0 : found->second);
        }
        out << "," << monitor->GetMarks() << "," << monitor->GetPeakPackets() << ","
            << monitor->GetPeakBytes() << "," << monitor->GetMeanPackets() << ","
            << monitor->GetUtilisation() << ",";
        if (const Ptr<InversionProbe> probe = monitor->GetInversionProbe())
        {
            const InversionProbe::Totals& totals = probe->GetTotals();
            out << totals.inversions << "," << totals.pairs << "," << totals.magnitude << ","
                << probe->GetUnranked() << ",";
        }
        else
        {
            out << ",,,,";
        }
        const auto disc = DynamicCast<RankQueueDisc>(monitor->GetDisc());
        if (disc && comparisons)
        {
            const schedlab::ComparisonCost& cost = disc->GetComparisons();
            out << cost.scan << "," << cost.cascadeScan << "," << cost.boundTests << ","
                << cost.occupancyTests << "," << cost.headTests << "," << cost.cascades << ","
                << cost.promotions;
        }
        else
        {
            out << ",,,,,,";
        }
        out << "," << port.portClass << "," << monitor->GetWindowLoad() << "\n";
    }
}

void
QueueReport::Summarize(Json& summary, bool inversions) const
{
    uint64_t hostDrops = 0;
    uint64_t switchDrops = 0;
    uint32_t peak = 0;
    InversionProbe::Totals sum{};
    for (const auto& monitor : m_monitors)
    {
        (monitor->GetPort().atHost ? hostDrops : switchDrops) += monitor->GetNDropped();
        peak = std::max(peak, monitor->GetPeakPackets());
        if (const Ptr<InversionProbe> probe = monitor->GetInversionProbe())
        {
            const InversionProbe::Totals& totals = probe->GetTotals();
            sum.served += totals.served;
            sum.inversions += totals.inversions;
            sum.pairs += totals.pairs;
            sum.magnitude += totals.magnitude;
        }
    }
    summary["drops"] = {{"host_egress", hostDrops}, {"switch", switchDrops}};
    summary["peak_packets"] = peak;
    if (inversions)
    {
        summary["inversions"] = {
            {"served", sum.served},
            {"inversions", sum.inversions},
            {"packets", sum.pairs},
            {"magnitude", sum.magnitude},
            {"per_1000", sum.served > 0 ? 1000.0 * sum.inversions / sum.served : 0.0}};
    }
}

QueueReport::Json
QueueReport::BusiestHop() const
{
    const auto busiest =
        std::max_element(m_monitors.begin(), m_monitors.end(), [](const auto& a, const auto& b) {
            return a->GetUtilisation() < b->GetUtilisation();
        });
    return {{"port", (*busiest)->GetPort().name},
            {"utilisation", (*busiest)->GetUtilisation()},
            {"peak_packets", (*busiest)->GetPeakPackets()}};
}

QueueReport::Json
QueueReport::LinkClasses() const
{
    Json classes = Json::object();
    for (const auto& monitor : m_monitors)
    {
        Json& entry = classes[monitor->GetPort().portClass];
        const double load = monitor->GetWindowLoad();
        if (entry.is_null())
        {
            entry = {{"ports", 0}, {"load_mean", 0.0}, {"load_max", 0.0}, {"peak_packets", 0}};
        }
        const double ports = entry["ports"].get<uint32_t>();
        entry["load_mean"] = (entry["load_mean"].get<double>() * ports + load) / (ports + 1);
        entry["load_max"] = std::max(entry["load_max"].get<double>(), load);
        entry["peak_packets"] =
            std::max(entry["peak_packets"].get<uint32_t>(), monitor->GetPeakPackets());
        entry["ports"] = static_cast<uint32_t>(ports + 1);
    }
    return classes;
}

uint32_t
QueueReport::PeakUnderTest() const
{
    uint32_t peak = 0;
    for (const auto& monitor : m_monitors)
    {
        peak = monitor->GetPort().underTest ? std::max(peak, monitor->GetPeakPackets()) : peak;
    }
    return peak;
}

} // namespace ns3
