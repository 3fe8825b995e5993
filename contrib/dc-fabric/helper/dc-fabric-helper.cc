/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-helper.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/** Makes the routing protocol of a node. */
class EcmpRoutingHelper : public Ipv4RoutingHelper
{
  public:
    EcmpRoutingHelper* Copy() const override
    {
        return new EcmpRoutingHelper(*this);
    }

    Ptr<Ipv4RoutingProtocol> Create(Ptr<Node>) const override
    {
        return CreateObject<DcEcmpRouting>();
    }
};

} // namespace

DcFabricHelper::DcFabricHelper(const schedlab::FabricPlan& plan,
                               QueueSize deviceQueue,
                               uint16_t mtu,
                               const std::vector<uint32_t>& systems)
    : m_plan(plan),
      m_mtu(mtu),
      m_hostPorts(plan.nHosts, UINT32_MAX)
{
    for (uint32_t port = 0; port < plan.NPorts(); ++port)
    {
        const uint32_t node = plan.From(port);
        if (node >= plan.nHosts)
        {
            continue;
        }
        if (m_hostPorts[node] != UINT32_MAX)
        {
            throw std::invalid_argument("host " + std::to_string(node) +
                                        " has several links; a host has to have one");
        }
        m_hostPorts[node] = port;
    }
    for (uint32_t host = 0; host < plan.nHosts; ++host)
    {
        if (m_hostPorts[host] == UINT32_MAX)
        {
            throw std::invalid_argument("host " + std::to_string(host) + " has no link");
        }
    }
    for (uint32_t node = 0; node < plan.NNodes(); ++node)
    {
        m_nodes.Create(1, node < systems.size() ? systems[node] : 0);
    }
    for (uint32_t cable = 0; cable < plan.cables.size(); ++cable)
    {
        Connect(cable, deviceQueue);
    }
    SetEcmpSeed(1);
}

DcFabricHelper::~DcFabricHelper() = default;

void
DcFabricHelper::Connect(uint32_t cable, const QueueSize& deviceQueue)
{
    const auto& ends = m_plan.cables[cable];
    const DataRate rate(ends.link.bitsPerSecond);
    const Time delay = NanoSeconds(ends.link.delayNs);
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", DataRateValue(rate));
    p2p.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    p2p.SetChannelAttribute("Delay", TimeValue(delay));
    p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(deviceQueue));
    const NetDeviceContainer devices = p2p.Install(m_nodes.Get(ends.a), m_nodes.Get(ends.b));
    for (uint32_t end : {0, 1})
    {
        const uint32_t port = 2 * cable + end;
        m_ports.push_back({DynamicCast<PointToPointNetDevice>(devices.Get(end)),
                           DynamicCast<PointToPointNetDevice>(devices.Get(1 - end)),
                           DcPortClass(1U << static_cast<uint32_t>(m_plan.Class(port))),
                           m_plan.NodeName(m_plan.From(port)),
                           m_plan.PortName(port),
                           rate,
                           delay});
    }
}

void
DcFabricHelper::SetEcmpSeed(uint64_t seed)
{
    if (m_installed)
    {
        throw std::logic_error("the ECMP seed has to be set before InstallStack() is called");
    }
    m_routing = std::make_shared<DcRoutingTable>(
        DcRoutingTable{schedlab::EcmpRoutes(m_plan, seed), m_plan.nHosts, 0, {}});
}

void
DcFabricHelper::InstallStack(InternetStackHelper stack)
{
    stack.SetRoutingHelper(EcmpRoutingHelper());
    stack.SetIpv6StackInstall(false);
    stack.Install(m_nodes);
    for (uint32_t node = 0; node < m_nodes.GetN(); ++node)
    {
        const auto ipv4 = m_nodes.Get(node)->GetObject<Ipv4>();
        DynamicCast<DcEcmpRouting>(ipv4->GetRoutingProtocol())->SetTable(m_routing, node);
    }
    m_installed = true;
}

void
DcFabricHelper::InstallQueueDiscs(uint32_t classes, const QueueDiscMaker& make)
{
    for (const DcPort& port : m_ports)
    {
        if (!(port.portClass & classes))
        {
            continue;
        }
        const Ptr<TrafficControlLayer> tc =
            port.device->GetNode()->GetObject<TrafficControlLayer>();
        if (!tc)
        {
            throw std::logic_error("queue discs need InstallStack() to be called first");
        }
        if (tc->GetRootQueueDiscOnDevice(port.device))
        {
            tc->DeleteRootQueueDiscOnDevice(port.device);
        }
        tc->SetRootQueueDiscOnDevice(port.device, make());
    }
}

void
DcFabricHelper::InstallQueueDiscs(uint32_t classes, const ObjectFactory& factory)
{
    InstallQueueDiscs(classes, [&factory] { return factory.Create<QueueDisc>(); });
}

void
DcFabricHelper::AssignAddresses(Ipv4Address base)
{
    if (!m_installed || !m_routing->portRoute.empty())
    {
        throw std::logic_error("addresses are assigned once, after InstallStack()");
    }
    // The port at the near end of each link, those of the hosts in order of the hosts.
    std::vector<uint32_t> near = m_hostPorts;
    for (uint32_t port = 0; port < m_ports.size(); port += 2)
    {
        if (m_plan.From(port) >= m_plan.nHosts && m_plan.To(port) >= m_plan.nHosts)
        {
            near.push_back(port);
        }
    }
    m_routing->base = base.Get();
    m_routing->portRoute.resize(m_ports.size());
    Ipv4AddressHelper addresses(base, Ipv4Mask("255.255.255.252"));
    for (uint32_t port : near)
    {
        NetDeviceContainer ends(m_ports[port].device);
        ends.Add(m_ports[port].peer);
        const Ipv4InterfaceContainer interfaces = addresses.Assign(ends);
        addresses.NewNetwork();
        for (uint32_t end : {0, 1})
        {
            const auto route = Create<Ipv4Route>();
            route->SetSource(interfaces.GetAddress(end));
            route->SetGateway(interfaces.GetAddress(1 - end));
            route->SetOutputDevice(ends.Get(end));
            m_routing->portRoute[port ^ end] = route;
        }
    }
}

const schedlab::FabricPlan&
DcFabricHelper::GetPlan() const
{
    return m_plan;
}

uint32_t
DcFabricHelper::GetNHosts() const
{
    return m_plan.nHosts;
}

Ptr<Node>
DcFabricHelper::GetHost(uint32_t i) const
{
    return GetHostPort(i).device->GetNode();
}

Ipv4Address
DcFabricHelper::GetHostAddress(uint32_t i) const
{
    return m_routing->portRoute.at(m_hostPorts.at(i))->GetSource();
}

const DcPort&
DcFabricHelper::GetHostPort(uint32_t i) const
{
    return m_ports[m_hostPorts.at(i)];
}

const DcPort&
DcFabricHelper::GetLeafDownPort(uint32_t i) const
{
    return m_ports[m_hostPorts.at(i) ^ 1];
}

NodeContainer
DcFabricHelper::NodesOfTier(uint8_t tier) const
{
    NodeContainer nodes;
    for (uint32_t node = 0; node < m_nodes.GetN(); ++node)
    {
        if (m_plan.tiers[node] == tier)
        {
            nodes.Add(m_nodes.Get(node));
        }
    }
    return nodes;
}

NodeContainer
DcFabricHelper::GetHosts() const
{
    return NodesOfTier(0);
}

NodeContainer
DcFabricHelper::GetSwitches() const
{
    return NodeContainer(GetLeaves(), GetSpines());
}

NodeContainer
DcFabricHelper::GetLeaves() const
{
    return NodesOfTier(1);
}

NodeContainer
DcFabricHelper::GetSpines() const
{
    return NodesOfTier(2);
}

const std::vector<DcPort>&
DcFabricHelper::GetPorts() const
{
    return m_ports;
}

std::vector<const DcPort*>
DcFabricHelper::GetPortsBetween(Ptr<Node> from, Ptr<Node> to) const
{
    std::vector<const DcPort*> ports;
    for (const DcPort& port : m_ports)
    {
        if (port.device->GetNode() == from && port.peer->GetNode() == to)
        {
            ports.push_back(&port);
        }
    }
    return ports;
}

Ptr<QueueDisc>
DcFabricHelper::GetQueueDisc(const DcPort& port)
{
    const Ptr<TrafficControlLayer> tc = port.device->GetNode()->GetObject<TrafficControlLayer>();
    return tc ? tc->GetRootQueueDiscOnDevice(port.device) : nullptr;
}

uint64_t
DcFabricHelper::GetSentBytes(uint32_t classes) const
{
    uint64_t bytes = 0;
    for (const DcPort& port : m_ports)
    {
        const Ptr<QueueDisc> disc = port.portClass & classes ? GetQueueDisc(port) : nullptr;
        bytes += disc ? disc->GetStats().nTotalSentBytes : 0;
    }
    return bytes;
}

double
DcFabricHelper::GetCapacity(uint32_t classes) const
{
    double bitsPerSecond = 0;
    for (const DcPort& port : m_ports)
    {
        bitsPerSecond += port.portClass & classes ? port.rate.GetBitRate() : 0;
    }
    return bitsPerSecond;
}

Time
DcFabricHelper::GetBaseRtt() const
{
    return GetBaseRtt(0, m_plan.nHosts - 1);
}

Time
DcFabricHelper::GetBaseRtt(uint32_t from, uint32_t to) const
{
    const uint32_t answer = 40;
    const schedlab::EcmpPath path = m_routing->routes.Path(from, to, 0);
    Time rtt;
    for (uint32_t hop = 0; hop < path.hops; ++hop)
    {
        const DcPort& port = m_ports[path.ports[hop]];
        rtt += 2 * port.delay + port.rate.CalculateBytesTxTime(m_mtu) +
               port.rate.CalculateBytesTxTime(answer);
    }
    return rtt;
}

uint32_t
DcFabricHelper::GetPathLength() const
{
    return GetPathLength(0, m_plan.nHosts - 1);
}

uint32_t
DcFabricHelper::GetPathLength(uint32_t from, uint32_t to) const
{
    return m_routing->routes.Path(from, to, 0).hops;
}

} // namespace ns3
