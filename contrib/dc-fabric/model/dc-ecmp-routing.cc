/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-ecmp-routing.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/output-stream-wrapper.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcEcmpRouting");

NS_OBJECT_ENSURE_REGISTERED(DcEcmpRouting);

namespace
{

constexpr uint8_t TCP = 6;  //!< protocol number
constexpr uint8_t UDP = 17; //!< protocol number

schedlab::FiveTuple
ReadFlow(Ptr<const Packet> packet, const Ipv4Header& header)
{
    schedlab::FiveTuple flow{header.GetSource().Get(),
                             header.GetDestination().Get(),
                             0,
                             0,
                             header.GetProtocol()};
    const bool hasPorts = packet && (flow.protocol == TCP || flow.protocol == UDP) &&
                          header.IsLastFragment() && header.GetFragmentOffset() == 0;
    std::array<uint8_t, 4> ports{};
    if (hasPorts && packet->CopyData(ports.data(), ports.size()) == ports.size())
    {
        flow.sourcePort = ports[0] << 8 | ports[1];
        flow.destinationPort = ports[2] << 8 | ports[3];
    }
    return flow;
}

} // namespace

TypeId
DcEcmpRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DcEcmpRouting")
            .SetParent<Ipv4RoutingProtocol>()
            .SetGroupName("DcFabric")
            .AddConstructor<DcEcmpRouting>()
            .AddAttribute("Spray",
                          "Choose a port anew for each packet instead of each flow. The packets of "
                          "a flow then overtake each other.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DcEcmpRouting::m_spray),
                          MakeBooleanChecker());
    return tid;
}

DcEcmpRouting::DcEcmpRouting() = default;

DcEcmpRouting::~DcEcmpRouting() = default;

void
DcEcmpRouting::DoDispose()
{
    m_ipv4 = nullptr;
    m_table.reset();
    Ipv4RoutingProtocol::DoDispose();
}

void
DcEcmpRouting::SetTable(std::shared_ptr<const DcRoutingTable> table, uint32_t node)
{
    m_table = table;
    m_node = node;
}

Ptr<Ipv4Route>
DcEcmpRouting::Choose(Ptr<const Packet> packet, const Ipv4Header& header)
{
    const uint32_t host = m_table->HostOf(header.GetDestination());
    if (host == m_table->nHosts)
    {
        return nullptr;
    }
    const std::vector<uint32_t>& choices = m_table->routes.Choices(m_node, host);
    if (choices.empty())
    {
        return nullptr;
    }
    uint32_t port = choices[0];
    if (choices.size() > 1)
    {
        const uint64_t hash =
            m_spray ? schedlab::MixBits(m_sprayed++) : ReadFlow(packet, header).Hash();
        port = m_table->routes.Choose(m_node, host, hash);
    }
    return m_table->portRoute[port];
}

Ptr<Ipv4Route>
DcEcmpRouting::RouteOutput(Ptr<Packet>,
                           const Ipv4Header& header,
                           Ptr<NetDevice> device,
                           Socket::SocketErrno& error)
{
    const Ipv4Address destination = header.GetDestination();
    Ptr<Ipv4Route> route;
    if (m_own.count(destination.Get()))
    {
        route = Create<Ipv4Route>();
        route->SetDestination(destination);
        route->SetSource(destination);
        route->SetGateway(Ipv4Address::GetAny());
        route->SetOutputDevice(m_ipv4->GetNetDevice(0)); // the loopback device
    }
    else
    {
        // The packet of a UDP socket has no header yet, that of a TCP socket does.
        route = Choose(nullptr, header);
    }
    const bool usable = route && (!device || device == route->GetOutputDevice());
    error = usable ? Socket::ERROR_NOTERROR : Socket::ERROR_NOROUTETOHOST;
    return usable ? route : nullptr;
}

bool
DcEcmpRouting::RouteInput(Ptr<const Packet> packet,
                          const Ipv4Header& header,
                          Ptr<const NetDevice> device,
                          Input::Unicast forward,
                          Input::Multicast,
                          Input::Local deliver,
                          Input::Error)
{
    const Ipv4Address destination = header.GetDestination();
    if (m_own.count(destination.Get()) || destination.IsBroadcast())
    {
        deliver(packet, header, m_ipv4->GetInterfaceForDevice(device));
        return true;
    }
    const Ptr<Ipv4Route> route = Choose(packet, header);
    if (!route)
    {
        NS_LOG_LOGIC("no way to " << destination);
        return false;
    }
    forward(route, packet, header);
    return true;
}

void
DcEcmpRouting::NotifyInterfaceUp(uint32_t)
{
}

void
DcEcmpRouting::NotifyInterfaceDown(uint32_t)
{
}

void
DcEcmpRouting::NotifyAddAddress(uint32_t, Ipv4InterfaceAddress address)
{
    m_own.insert(address.GetLocal().Get());
}

void
DcEcmpRouting::NotifyRemoveAddress(uint32_t, Ipv4InterfaceAddress address)
{
    m_own.erase(address.GetLocal().Get());
}

void
DcEcmpRouting::SetIpv4(Ptr<Ipv4> ipv4)
{
    m_ipv4 = ipv4;
    for (uint32_t i = 0; i < ipv4->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < ipv4->GetNAddresses(i); ++j)
        {
            m_own.insert(ipv4->GetAddress(i, j).GetLocal().Get());
        }
    }
}

void
DcEcmpRouting::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const
{
    std::ostream& out = *stream->GetStream();
    out << "Node: " << m_ipv4->GetObject<Node>()->GetId() << ", Time: " << Simulator::Now().As(unit)
        << ", DcEcmpRouting: destination, then the interfaces of equal cost\n";
    for (uint32_t host = 0; host < m_table->nHosts; ++host)
    {
        out << Ipv4Address(m_table->base + 4 * host + 1);
        for (uint32_t port : m_table->routes.Choices(m_node, host))
        {
            out << ' '
                << m_ipv4->GetInterfaceForDevice(m_table->portRoute[port]->GetOutputDevice());
        }
        out << '\n';
    }
}

} // namespace ns3
