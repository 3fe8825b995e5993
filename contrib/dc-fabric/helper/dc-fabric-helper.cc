/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-fabric-helper.h"

#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/net-device-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcFabricHelper");

DcFabricHelper::~DcFabricHelper() = default;

Ptr<Node>
DcFabricHelper::AddHost()
{
    m_hosts.Create(1);
    return m_hosts.Get(m_hosts.GetN() - 1);
}

Ptr<Node>
DcFabricHelper::AddSwitch()
{
    m_switches.Create(1);
    return m_switches.Get(m_switches.GetN() - 1);
}

std::string
DcFabricHelper::NameOf(Ptr<Node> node) const
{
    const auto host = std::find(m_hosts.Begin(), m_hosts.End(), node);
    if (host != m_hosts.End())
    {
        return "h" + std::to_string(host - m_hosts.Begin());
    }
    return "s" + std::to_string(std::find(m_switches.Begin(), m_switches.End(), node) -
                                m_switches.Begin());
}

void
DcFabricHelper::ConnectHost(Ptr<Node> host, Ptr<Node> toSwitch, const Link& link)
{
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", DataRateValue(link.rate));
    p2p.SetDeviceAttribute("Mtu", UintegerValue(link.mtu));
    p2p.SetChannelAttribute("Delay", TimeValue(link.delay));
    p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(link.deviceQueue));
    const NetDeviceContainer devices = p2p.Install(host, toSwitch);

    const auto device = [&](uint32_t i) {
        return DynamicCast<PointToPointNetDevice>(devices.Get(i));
    };
    const std::string a = NameOf(host);
    const std::string b = NameOf(toSwitch);
    m_ports.push_back(
        {device(0), device(1), DC_HOST_EGRESS, a, a + "->" + b, link.rate, link.delay});
    m_ports.push_back(
        {device(1), device(0), DC_SWITCH_EGRESS, b, b + "->" + a, link.rate, link.delay});
}

void
DcFabricHelper::InstallStack(InternetStackHelper stack)
{
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    stack.SetIpv6StackInstall(false);
    stack.Install(m_hosts);
    stack.Install(m_switches);
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
    Ipv4AddressHelper addresses(base, Ipv4Mask("255.255.255.252"));
    m_hostAddresses.clear();
    // A host's port and its switch's port are next to each other. The switches need no more than
    // the subnets they are connected to.
    for (std::size_t i = 0; i < m_ports.size(); i += 2)
    {
        NetDeviceContainer ends(m_ports[i].device);
        ends.Add(m_ports[i + 1].device);
        const Ipv4InterfaceContainer interfaces = addresses.Assign(ends);
        addresses.NewNetwork();
        m_hostAddresses.push_back(interfaces.GetAddress(0));

        const Ptr<Ipv4> ipv4 = interfaces.Get(0).first;
        Ipv4StaticRoutingHelper().GetStaticRouting(ipv4)->SetDefaultRoute(interfaces.GetAddress(1),
                                                                          interfaces.Get(0).second);
    }
}

uint32_t
DcFabricHelper::GetNHosts() const
{
    return m_hosts.GetN();
}

Ptr<Node>
DcFabricHelper::GetHost(uint32_t i) const
{
    return m_hosts.Get(i);
}

Ipv4Address
DcFabricHelper::GetHostAddress(uint32_t i) const
{
    return m_hostAddresses.at(i);
}

NodeContainer
DcFabricHelper::GetSwitches() const
{
    return m_switches;
}

const std::vector<DcPort>&
DcFabricHelper::GetPorts() const
{
    return m_ports;
}

Ptr<QueueDisc>
DcFabricHelper::GetQueueDisc(const DcPort& port)
{
    const Ptr<TrafficControlLayer> tc = port.device->GetNode()->GetObject<TrafficControlLayer>();
    return tc ? tc->GetRootQueueDiscOnDevice(port.device) : nullptr;
}

} // namespace ns3
