/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-constant-rate.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

LightConstantRate::LightConstantRate(LightFabric& fabric, const Params& params)
    : m_fabric(fabric),
      m_params(params),
      m_stepsPerNs(NanoSeconds(1).GetTimeStep()),
      m_flowHash(schedlab::MixBits(schedlab::MixBits(params.id) ^
                                   (uint64_t{params.source} << 32 | params.destination))),
      m_pace(params.bitsPerSecond, Seconds(1).GetTimeStep()),
      m_sendEvent(this)
{
    const uint32_t hosts = fabric.GetPlan().nHosts;
    const std::string who = "constant-rate flow " + std::to_string(params.id) + ": ";
    if (params.source >= hosts || params.destination >= hosts ||
        params.source == params.destination)
    {
        throw std::invalid_argument(
            who + "it needs two of the hosts 0 to " + std::to_string(hosts - 1) + ", not " +
            std::to_string(params.source) + " and " + std::to_string(params.destination));
    }
    if (params.packetBytes == 0)
    {
        throw std::invalid_argument(who + "its packets have 0 bytes");
    }
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t start = params.startNs * static_cast<int64_t>(m_stepsPerNs);
    if (start < now)
    {
        throw std::invalid_argument(who + "it starts at " + std::to_string(params.startNs) +
                                    " ns, in the past");
    }
    m_path = fabric.GetRoutes().Path(params.source, params.destination, m_flowHash);
    m_pace.SendAt(start, 0);
    m_sendEvent.Schedule(start - now);
}

void
LightConstantRate::SetRankCallback(RankCallback rank)
{
    m_rank = std::move(rank);
}

const LightConstantRate::Counters&
LightConstantRate::GetCounters() const
{
    return m_counters;
}

void
LightConstantRate::SendNext()
{
    const uint64_t now = Simulator::Now().GetTimeStep();
    if (static_cast<int64_t>(now / m_stepsPerNs) >= m_params.stopNs)
    {
        return;
    }
    const Ptr<LightItem> item = m_fabric.GetPool().Take();
    LightItem::Fields& fields = item->Get();
    fields.source = m_params.source;
    fields.destination = m_params.destination;
    fields.flowHash = m_flowHash;
    fields.size = m_params.packetBytes;
    fields.toSender = false;
    fields.ecnCapable = m_params.ecnCapable;
    fields.marked = false;
    fields.path = m_path;
    fields.sink = this;
    fields.order = m_counters.sent++;
    fields.segment = {};
    fields.segment.sentNs = now / m_stepsPerNs;
    fields.sacks.clear();
    if (m_rank)
    {
        m_rank(*PeekPointer(item->GetPacket()), fields.order);
    }
    m_sendEvent.Schedule(m_pace.SendNext(m_params.packetBytes) - now);
    m_fabric.Send(item, now);
}

void
LightConstantRate::Receive(const Ptr<LightItem>& item, uint64_t now)
{
    const LightItem::Fields& fields = item->Get();
    const int64_t delay = now / m_stepsPerNs - fields.segment.sentNs;
    ++m_counters.received;
    m_counters.marked += fields.marked;
    m_counters.reordered += fields.order < m_newest;
    m_newest = std::max(m_newest, fields.order);
    m_counters.sumDelayNs += delay;
    m_counters.maxDelayNs = std::max(m_counters.maxDelayNs, delay);
    m_fabric.GetPool().Give(item);
}

} // namespace ns3
