/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "device-port-monitor.h"

#include "ns3/queue.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

constexpr uint32_t FRAMING = 2; //!< bytes that PPP adds to a packet

} // namespace

DevicePortMonitor::DevicePortMonitor(const Port& port,
                                     Ptr<PointToPointNetDevice> from,
                                     Ptr<PointToPointNetDevice> to,
                                     Ptr<QueueDisc> disc,
                                     Ptr<InversionProbe> probe)
    : PortMonitor(port, disc, probe),
      m_from(from)
{
    to->TraceConnectWithoutContext("MacRx", MakeCallback(&DevicePortMonitor::OnArrival, this));
}

void
DevicePortMonitor::OnArrival(Ptr<const Packet>)
{
    ++m_arrived;
}

uint64_t
DevicePortMonitor::GetIn() const
{
    return GetDisc()->GetStats().nTotalReceivedPackets;
}

uint64_t
DevicePortMonitor::GetOut() const
{
    return GetDisc()->GetStats().nTotalSentPackets;
}

uint64_t
DevicePortMonitor::GetSentBytes() const
{
    const QueueDisc::Stats& stats = GetDisc()->GetStats();
    return stats.nTotalSentBytes + uint64_t{FRAMING} * stats.nTotalSentPackets;
}

uint64_t
DevicePortMonitor::GetArrived() const
{
    return m_arrived;
}

uint64_t
DevicePortMonitor::GetQueued() const
{
    // A packet that the device gave back is held by the disc but not counted as in its queue.
    const QueueDisc::Stats& stats = GetDisc()->GetStats();
    const uint64_t givenBack = stats.nTotalDequeuedPackets - stats.nTotalSentPackets -
                               stats.nTotalDroppedPacketsAfterDequeue;
    return GetDisc()->GetNPackets() + givenBack;
}

int64_t
DevicePortMonitor::GetOnWire() const
{
    const auto queue = m_from->GetQueue();
    const int64_t begun = int64_t{queue->GetTotalReceivedPackets()} -
                          queue->GetTotalDroppedPackets() - queue->GetNPackets();
    return begun - static_cast<int64_t>(m_arrived);
}

Time
DevicePortMonitor::GetDrainTime() const
{
    const uint32_t packet = m_from->GetMtu() + FRAMING;
    const QueueSize size = m_from->GetQueue()->GetMaxSize();
    const double queued = static_cast<double>(size.GetValue()) *
                          (size.GetUnit() == QueueSizeUnit::PACKETS ? packet : 1);
    return GetPort().delay + Seconds(8 * (queued + 2 * packet) / GetPort().bitRate);
}

std::string
DevicePortMonitor::CheckConservation() const
{
    const std::string name = "port " + GetPort().name + ": ";
    const uint64_t accounted = GetOut() + GetNDropped() + GetQueued();
    if (GetIn() != accounted)
    {
        return name + std::to_string(GetIn()) + " packets in, but " + std::to_string(GetOut()) +
               " out, " + std::to_string(GetNDropped()) + " dropped and " +
               std::to_string(GetQueued()) + " queued";
    }
    const auto queue = m_from->GetQueue();
    if (GetOut() != queue->GetTotalReceivedPackets())
    {
        return name + "the queue disc sent " + std::to_string(GetOut()) +
               " packets, its device was given " + std::to_string(queue->GetTotalReceivedPackets());
    }
    const bool settled = Simulator::Now() - GetLastChange() > GetDrainTime();
    if (GetOnWire() < 0 || (settled && GetOnWire() > 0))
    {
        return name + std::to_string(GetOnWire()) +
               " packets between its device and the other end of the link, that cannot be";
    }
    return "";
}

} // namespace ns3
