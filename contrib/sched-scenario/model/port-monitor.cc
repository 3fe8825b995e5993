/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "port-monitor.h"

#include "ns3/queue.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cctype>

namespace ns3
{

namespace
{

constexpr uint32_t FRAMING = 2; //!< bytes that PPP adds to a packet

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
    port.to->TraceConnectWithoutContext("MacRx", MakeCallback(&PortMonitor::OnArrival, this));
}

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

void
PortMonitor::OnArrival(Ptr<const Packet>)
{
    ++m_arrived;
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

uint64_t
PortMonitor::GetIn() const
{
    return m_disc->GetStats().nTotalReceivedPackets;
}

uint64_t
PortMonitor::GetOut() const
{
    return m_disc->GetStats().nTotalSentPackets;
}

uint64_t
PortMonitor::GetQueued() const
{
    // A packet that the device gave back is held by the disc but not counted as in its queue.
    const QueueDisc::Stats& stats = m_disc->GetStats();
    const uint64_t givenBack = stats.nTotalDequeuedPackets - stats.nTotalSentPackets -
                               stats.nTotalDroppedPacketsAfterDequeue;
    return m_disc->GetNPackets() + givenBack;
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

Ptr<InversionProbe>
PortMonitor::GetInversionProbe() const
{
    return m_probe;
}

uint64_t
PortMonitor::GetArrived() const
{
    return m_arrived;
}

int64_t
PortMonitor::GetOnWire() const
{
    const auto queue = m_port.from->GetQueue();
    const int64_t begun = int64_t{queue->GetTotalReceivedPackets()} -
                          queue->GetTotalDroppedPackets() - queue->GetNPackets();
    return begun - static_cast<int64_t>(m_arrived);
}

double
PortMonitor::GetUtilisation() const
{
    const double seconds = Simulator::Now().GetSeconds();
    const QueueDisc::Stats& stats = m_disc->GetStats();
    const double bytes = stats.nTotalSentBytes + double{FRAMING} * stats.nTotalSentPackets;
    return seconds > 0 ? 8 * bytes / (m_port.bitRate * seconds) : 0;
}

Time
PortMonitor::GetDrainTime() const
{
    const uint32_t packet = m_port.from->GetMtu() + FRAMING;
    const QueueSize size = m_port.from->GetQueue()->GetMaxSize();
    const double queued = static_cast<double>(size.GetValue()) *
                          (size.GetUnit() == QueueSizeUnit::PACKETS ? packet : 1);
    return m_port.delay + Seconds(8 * (queued + 2 * packet) / m_port.bitRate);
}

std::string
PortMonitor::CheckConservation() const
{
    const uint64_t accounted = GetOut() + GetNDropped() + GetQueued();
    if (GetIn() != accounted)
    {
        return "port " + m_port.name + ": " + std::to_string(GetIn()) + " packets in, but " +
               std::to_string(GetOut()) + " out, " + std::to_string(GetNDropped()) +
               " dropped and " + std::to_string(GetQueued()) + " queued";
    }
    const auto queue = m_port.from->GetQueue();
    if (GetOut() != queue->GetTotalReceivedPackets())
    {
        return "port " + m_port.name + ": the queue disc sent " + std::to_string(GetOut()) +
               " packets, its device was given " + std::to_string(queue->GetTotalReceivedPackets());
    }
    const bool settled = Simulator::Now() - m_lastChange > GetDrainTime();
    if (GetOnWire() < 0 || (settled && GetOnWire() > 0))
    {
        return "port " + m_port.name + ": " + std::to_string(GetOnWire()) +
               " packets between its device and the other end of the link, that cannot be";
    }
    return "";
}

} // namespace ns3
