/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-fabric.h"

#include <sstream>
#include <stdexcept>

namespace ns3
{

LightFabric::LightFabric(const LightFabricConfig& config)
    : m_config(config),
      m_routes(config.plan, config.ecmpSeed, config.ecmpRule)
{
    const schedlab::FabricPlan& plan = m_config.plan;
    if (plan.nHosts < 2 || !config.makeDisc)
    {
        throw std::invalid_argument(
            "a light fabric needs at least two hosts and a way to make queue discs");
    }
    m_ports.reserve(plan.NPorts());
    for (uint32_t port = 0; port < plan.NPorts(); ++port)
    {
        Ptr<QueueDisc> disc = config.makeDisc(port, plan.Class(port));
        disc->Initialize();
        m_ports.push_back(std::make_unique<LightPort>(*this,
                                                      plan.PortName(port),
                                                      plan.Link(port),
                                                      disc,
                                                      config.idleBypass));
    }
}

LightFabric::~LightFabric() = default;

void
LightFabric::SetSink(LightSink& sink)
{
    m_sink = &sink;
}

const schedlab::FabricPlan&
LightFabric::GetPlan() const
{
    return m_config.plan;
}

const schedlab::EcmpRoutes&
LightFabric::GetRoutes() const
{
    return m_routes;
}

LightItemPool&
LightFabric::GetPool()
{
    return m_pool;
}

LightPort&
LightFabric::GetPort(uint32_t port)
{
    return *m_ports.at(port);
}

void
LightFabric::Send(const Ptr<LightItem>& item, uint64_t now)
{
    ++m_sent;
    LightItem::Fields& fields = item->Get();
    fields.hop = 0;
    if (m_config.spray)
    {
        fields.path = m_routes.Path(fields.source,
                                    fields.destination,
                                    fields.flowHash ^ schedlab::MixBits(m_sent));
    }
    Forward(item, now);
}

void
LightFabric::Forward(const Ptr<LightItem>& item, uint64_t now)
{
    LightItem::Fields& fields = item->Get();
    if (fields.hop < fields.path.hops)
    {
        m_ports[fields.path.ports[fields.hop++]]->Send(item, now);
        return;
    }
    ++m_delivered;
    (fields.sink ? fields.sink : m_sink)->Receive(item, now);
}

uint64_t
LightFabric::GetSent() const
{
    return m_sent;
}

uint64_t
LightFabric::GetDelivered() const
{
    return m_delivered;
}

uint64_t
LightFabric::GetPacketHops() const
{
    uint64_t hops = 0;
    for (const auto& port : m_ports)
    {
        hops += port->GetCounters().outPackets;
    }
    return hops;
}

uint64_t
LightFabric::Drops(bool hosts) const
{
    uint64_t drops = 0;
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        if ((m_config.plan.Class(port) == schedlab::PortClass::HOST_EGRESS) == hosts)
        {
            drops += m_ports[port]->GetQueueDisc()->GetStats().nTotalDroppedPackets;
        }
    }
    return drops;
}

uint64_t
LightFabric::GetHostDrops() const
{
    return Drops(true);
}

uint64_t
LightFabric::GetSwitchDrops() const
{
    return Drops(false);
}

void
LightFabric::CheckConservation() const
{
    uint64_t queued = 0;
    uint64_t inFlight = 0;
    for (const auto& port : m_ports)
    {
        port->CheckConservation();
        queued += port->GetQueueDisc()->GetNPackets();
        inFlight += port->GetInFlight();
    }
    const uint64_t dropped = GetHostDrops() + GetSwitchDrops();
    if (m_sent != m_delivered + dropped + queued + inFlight)
    {
        std::ostringstream message;
        message << "the fabric does not conserve packets: sent " << m_sent << ", delivered "
                << m_delivered << ", dropped " << dropped << ", queued " << queued << ", on links "
                << inFlight;
        throw std::runtime_error(message.str());
    }
}

} // namespace ns3
