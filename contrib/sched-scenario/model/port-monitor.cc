/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "port-monitor.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

std::string
SnakeCase(const std::string& reason)
{
    std::string name;
    for (char c : reason)
    {
        name += std::isalnum(static_cast<unsigned char>(c)) ? std::tolower(c) : '_';
    }
    return name;
}

} // namespace

PortMonitor::PortMonitor(const Port& port, Ptr<QueueDisc> disc, Ptr<InversionProbe> probe)
    : m_port(port),
      m_disc(disc),
      m_probe(probe)
{
    if (probe)
    {
        probe->Attach(disc);
    }
    disc->TraceConnectWithoutContext("PacketsInQueue", MakeCallback(&PortMonitor::OnPackets, this));
    disc->TraceConnectWithoutContext("BytesInQueue", MakeCallback(&PortMonitor::OnBytes, this));
}

PortMonitor::~PortMonitor() = default;

void
PortMonitor::OnPackets(uint32_t before, uint32_t now)
{
    const Time at = Simulator::Now();
    m_packetSeconds += before * (at - m_lastChange).GetSeconds();
    m_lastChange = at;
    m_length = now;
    m_peakPackets = std::max(m_peakPackets, now);
}

void
PortMonitor::OnBytes(uint32_t, uint32_t now)
{
    m_peakBytes = std::max(m_peakBytes, now);
}

const PortMonitor::Port&
PortMonitor::GetPort() const
{
    return m_port;
}

Ptr<QueueDisc>
PortMonitor::GetDisc() const
{
    return m_disc;
}

Ptr<InversionProbe>
PortMonitor::GetInversionProbe() const
{
    return m_probe;
}

std::map<std::string, uint64_t>
PortMonitor::GetDrops() const
{
    std::map<std::string, uint64_t> drops;
    const QueueDisc::Stats& stats = m_disc->GetStats();
    for (const auto* reasons :
         {&stats.nDroppedPacketsBeforeEnqueue, &stats.nDroppedPacketsAfterDequeue})
    {
        for (const auto& [reason, packets] : *reasons)
        {
            drops[SnakeCase(reason)] += packets;
        }
    }
    return drops;
}

uint64_t
PortMonitor::GetNDropped() const
{
    return m_disc->GetStats().nTotalDroppedPackets;
}

uint64_t
PortMonitor::GetMarks() const
{
    return m_disc->GetStats().nTotalMarkedPackets;
}

uint32_t
PortMonitor::GetPeakPackets() const
{
    return m_peakPackets;
}

uint32_t
PortMonitor::GetPeakBytes() const
{
    return m_peakBytes;
}

double
PortMonitor::GetMeanPackets() const
{
    const Time now = Simulator::Now();
    const double last = m_length * (now - m_lastChange).GetSeconds();
    return now.IsZero() ? 0 : (m_packetSeconds + last) / now.GetSeconds();
}

double
PortMonitor::GetUtilisation() const
{
    const double seconds = Simulator::Now().GetSeconds();
    return seconds > 0 ? 8.0 * GetSentBytes() / (m_port.bitRate * seconds) : 0;
}

void
PortMonitor::BeginWindow()
{
    m_windowBegin = m_windowEnd = Simulator::Now();
    m_bytesBefore = GetSentBytes();
}

void
PortMonitor::EndWindow()
{
    m_windowEnd = Simulator::Now();
    m_bytesIn = GetSentBytes() - m_bytesBefore;
}

double
PortMonitor::GetWindowLoad() const
{
    const double seconds = (m_windowEnd - m_windowBegin).GetSeconds();
    return seconds > 0 ? 8.0 * m_bytesIn / (m_port.bitRate * seconds) : 0;
}

Time
PortMonitor::GetLastChange() const
{
    return m_lastChange;
}

} // namespace ns3
