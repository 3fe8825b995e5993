/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-report.h"

#include <algorithm>

namespace ns3
{

FlowReport::FlowReport(std::ostream& rows, const Params& params)
    : m_rows(rows),
      m_params(params)
{
    const auto add = [this](const std::string& label, uint64_t above, uint64_t upTo) {
        Bin bin;
        bin.label = label;
        bin.above = above;
        bin.upTo = upTo;
        m_bins.push_back(bin);
    };
    add("all", 0, UINT64_MAX);
    add("<100000", 0, 99999);
    add("100000-999999", 99999, 999999);
    add(">=1000000", 999999, UINT64_MAX);
    uint64_t above = 0;
    for (uint64_t edge : params.edges)
    {
        add(std::to_string(edge), above, edge);
        above = edge;
    }
    if (above > 0)
    {
        add(">" + std::to_string(above), above, UINT64_MAX);
    }
}

void
FlowReport::WriteHeader(std::ostream& rows)
{
    rows << "id,class,src,dst,size_bytes,weight,start_ns,fct_ns,status,ideal_fct_ns,retransmits,"
            "rtos,"
            "delivered_bytes,mean_packet_delay_ns,packets,comparisons,cascade_comparisons\n";
}

void
FlowReport::Add(Ptr<const DcFlow> flow, double idealNs, bool counts)
{
    const DcFlow& f = *flow;
    const bool done = f.status == DcFlow::DONE;
    const bool timed = f.size > 0; // a flow that was told to stop has no completion time
    const double fct = (f.end - f.start).GetNanoSeconds();
    const uint64_t size = timed ? f.size : f.sentBytes;

    m_rows << f.id << "," << (counts ? m_params.className : "warmup") << "," << f.src << ","
           << f.dst << "," << size << "," << f.weight << "," << f.start.GetNanoSeconds() << ",";
    if (timed && done)
    {
        m_rows << (f.end - f.start).GetNanoSeconds();
    }
    m_rows << "," << (done ? "done" : "censored") << ",";
    if (timed)
    {
        m_rows << static_cast<int64_t>(idealNs); // cut off, as the time beside it is
    }
    m_rows << "," << f.retransmits << "," << f.rtos << "," << f.deliveredBytes << ",";
    if (f.arrivedPackets > 0)
    {
        m_rows << static_cast<double>(f.delaySumNs) / f.arrivedPackets;
    }
    m_rows << "," << f.packets << ",";
    if (m_params.comparisons && f.comparedPackets > 0)
    {
        const double packets = f.comparedPackets;
        m_rows << f.comparisons / packets << "," << f.cascadeComparisons / packets;
    }
    else
    {
        m_rows << ",";
    }
    m_rows << "\n";

    if (!counts)
    {
        return;
    }
    ++(done ? m_done : m_censored);
    for (Bin& bin : m_bins)
    {
        if (size <= bin.above || size > bin.upTo)
        {
            continue;
        }
        bin.censored += done ? 0 : 1;
        if (done && timed)
        {
            bin.fctNs.Add(fct);
            bin.slowdown.Add(1000 * fct / idealNs);
            bin.throughput.Add(8e9 * f.size / fct);
        }
        bin.arrivedPackets += f.arrivedPackets;
        bin.delaySumNs += f.delaySumNs;
        bin.comparedPackets += f.comparedPackets;
        bin.comparisons += f.comparisons;
        bin.retransmits += f.retransmits;
        bin.rtos += f.rtos;
    }
}

uint64_t
FlowReport::GetNDone() const
{
    return m_done;
}

uint64_t
FlowReport::GetNCensored() const
{
    return m_censored;
}

bool
FlowReport::IsWithheld(const Bin& bin) const
{
    const uint64_t flows = bin.fctNs.GetCount() + bin.censored;
    return bin.censored > m_params.maxCensoredShare * flows;
}

std::vector<std::string>
FlowReport::GetWithheld() const
{
    std::vector<std::string> labels;
    for (const Bin& bin : m_bins)
    {
        if (IsWithheld(bin))
        {
            labels.push_back(bin.label);
        }
    }
    return labels;
}

nlohmann::ordered_json
FlowReport::Describe(const Bin& bin) const
{
    nlohmann::ordered_json json = {{"count", bin.fctNs.GetCount()}, {"censored", bin.censored}};
    json["withheld"] = IsWithheld(bin);
    if (bin.fctNs.GetCount() > 0 && !IsWithheld(bin))
    {
        json["fct_mean_ns"] = bin.fctNs.Mean();
        json["fct_p50_ns"] = bin.fctNs.Quantile(0.5);
        json["fct_p95_ns"] = bin.fctNs.Quantile(0.95);
        json["fct_p99_ns"] = bin.fctNs.Quantile(0.99);
        json["slowdown_mean"] = bin.slowdown.Mean() / 1000;
        json["slowdown_p99"] = bin.slowdown.Quantile(0.99) / 1000;
        json["throughput_mean_bps"] = bin.throughput.Mean();
    }
    if (bin.arrivedPackets > 0)
    {
        json["packet_delay_mean_ns"] = static_cast<double>(bin.delaySumNs) / bin.arrivedPackets;
    }
    if (m_params.comparisons && bin.comparedPackets > 0)
    {
        json["comparisons_mean"] = static_cast<double>(bin.comparisons) / bin.comparedPackets;
    }
    json["retransmits"] = bin.retransmits;
    json["rtos"] = bin.rtos;
    return json;
}

nlohmann::ordered_json
FlowReport::Summary() const
{
    nlohmann::ordered_json bins = nlohmann::ordered_json::object();
    for (const Bin& bin : m_bins)
    {
        bins[bin.label] = Describe(bin);
    }
    return {{"done", m_done}, {"censored", m_censored}, {"bins", bins}};
}

} // namespace ns3
