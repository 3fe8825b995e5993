/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-port.h"

#include "light-fabric.h"

#include "ns3/prefetch.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <stdexcept>

namespace ns3
{

LightPort::LightPort(LightFabric& fabric,
                     const std::string& name,
                     const schedlab::LinkParams& link,
                     Ptr<QueueDisc> disc,
                     bool bypass)
    : m_fabric(fabric),
      m_name(name),
      m_disc(disc),
      m_innerQueue(disc->GetNInternalQueues() ? PeekPointer(disc->GetInternalQueue(0)) : nullptr),
      m_bypass(bypass),
      m_clock(link.bitsPerSecond, Seconds(1).GetTimeStep()),
      m_delay(NanoSeconds(link.delayNs).GetTimeStep()),
      m_drainEvent(this),
      m_arriveEvent(this)
{
}

void
LightPort::Send(const Ptr<LightItem>& item, uint64_t now)
{
    ++m_counters.inPackets;
    m_counters.inBytes += item->Get().size;
    if (m_draining && m_clock.FreeAt() <= now)
    {
        Serve(now); // what ends now is over before what arrives now, whichever event comes first
    }
    const bool idle = !m_draining && m_clock.FreeAt() <= now;
    if (idle && m_bypass)
    {
        ++m_counters.bypassed;
        TransmitAt(item, now);
        return;
    }
    if (!m_disc->Enqueue(item))
    {
        return;
    }
    if (m_trace)
    {
        WriteTrace("+", *item);
    }
    m_counters.peakPackets = std::max(m_counters.peakPackets, m_disc->GetNPackets());
    m_counters.peakBytes = std::max(m_counters.peakBytes, m_disc->GetNBytes());
    if (idle)
    {
        if (Ptr<QueueDiscItem> next = m_disc->Dequeue())
        {
            TransmitAt(StaticCast<LightItem>(next), now);
        }
    }
    if (!m_draining)
    {
        ScheduleDrain(now);
    }
}

void
LightPort::Prefetch() const
{
    schedlab::Prefetch(this, sizeof(LightPort));
    schedlab::Prefetch(PeekPointer(m_disc), sizeof(QueueDisc));
    if (m_innerQueue)
    {
        schedlab::Prefetch(m_innerQueue, sizeof(Queue<QueueDiscItem>));
    }
}

void
LightPort::Drain()
{
    m_draining = false;
    const uint64_t now = Simulator::Now().GetTimeStep();
    if (m_clock.FreeAt() <= now)
    {
        Serve(now);
    }
    ScheduleDrain(now);
}

void
LightPort::Serve(uint64_t now)
{
    if (Ptr<QueueDiscItem> next = m_disc->Dequeue())
    {
        TransmitNext(StaticCast<LightItem>(next), now);
    }
    else if (m_disc->GetNPackets() > 0)
    {
        throw std::runtime_error(m_name + ": " + m_disc->GetInstanceTypeId().GetName() +
                                 " holds packets back; a port of the light fabric serves "
                                 "work-conserving queue discs only, use the native stack");
    }
}

void
LightPort::ScheduleDrain(uint64_t now)
{
    if (m_disc->GetNPackets() > 0)
    {
        m_draining = true;
        m_drainEvent.Schedule(m_clock.FreeAt() - now);
    }
}

void
LightPort::TransmitAt(const Ptr<LightItem>& item, uint64_t now)
{
    PutOnLink(item, now, m_clock.SendAt(now, item->Get().size));
}

void
LightPort::TransmitNext(const Ptr<LightItem>& item, uint64_t now)
{
    PutOnLink(item, now, m_clock.SendNext(item->Get().size));
}

void
LightPort::PutOnLink(const Ptr<LightItem>& item, uint64_t now, uint64_t sent)
{
    ++m_counters.outPackets;
    m_counters.outBytes += item->Get().size;
    if (m_trace)
    {
        WriteTrace("-", *item);
    }
    const uint64_t arrivesAt = sent + m_delay;
    if (m_link.IsEmpty())
    {
        m_arriveEvent.Schedule(arrivesAt - now);
    }
    m_link.Push({item, arrivesAt, m_fabric.NextPort(*item)});
}

void
LightPort::Arrive()
{
    const OnLink first = m_link.Pop();
    if (!m_link.IsEmpty())
    {
        const OnLink& next = m_link.Front();
        // It has left the caches since it was sent; its event comes after those of other links.
        next.item->Prefetch();
        if (next.next)
        {
            next.next->Prefetch();
        }
        m_arriveEvent.Schedule(next.arrivesAt - first.arrivesAt);
    }
    ++m_counters.arrived;
    m_fabric.Forward(first.item, first.arrivesAt);
}

const std::string&
LightPort::GetName() const
{
    return m_name;
}

Ptr<QueueDisc>
LightPort::GetQueueDisc() const
{
    return m_disc;
}

const LightPort::Counters&
LightPort::GetCounters() const
{
    return m_counters;
}

uint64_t
LightPort::GetInFlight() const
{
    return m_link.Size();
}

void
LightPort::Trace(std::ostream& os)
{
    if (!m_trace)
    {
        m_disc->TraceConnectWithoutContext("Drop", MakeCallback(&LightPort::TraceDrop, this));
    }
    m_trace = &os;
}

void
LightPort::WriteTrace(const char* what, const QueueDiscItem& item)
{
    *m_trace << Simulator::Now().GetTimeStep() << " " << m_name << " " << what << " "
             << m_disc->GetNPackets() << " " << item << "\n";
}

void
LightPort::TraceDrop(Ptr<const QueueDiscItem> item)
{
    WriteTrace("d", *item);
}

void
LightPort::CheckConservation() const
{
    const uint64_t dropped = m_disc->GetStats().nTotalDroppedPackets;
    const uint64_t queued = m_disc->GetNPackets();
    if (m_counters.inPackets != m_counters.outPackets + dropped + queued ||
        m_counters.outPackets != m_counters.arrived + m_link.Size())
    {
        std::ostringstream message;
        message << m_name << ": packets are not conserved: in " << m_counters.inPackets << ", out "
                << m_counters.outPackets << ", dropped " << dropped << ", queued " << queued
                << "; on the link " << m_link.Size() << ", arrived " << m_counters.arrived;
        throw std::runtime_error(message.str());
    }
}

} // namespace ns3
