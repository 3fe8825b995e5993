/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-nic-helper.h"

#include "ns3/channel.h"
#include "ns3/fatal-error.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/string.h"

#include <deque>
#include <map>

namespace ns3
{

HostNicHelper::HostNicHelper(const std::string& poller)
    : m_device("ns3::HostNicNetDevice"),
      m_cpu("ns3::HostCpu"),
      m_classifier("ns3::RssClassifier"),
      m_sleep("ns3::SleepModel")
{
    SetPoller(poller);
}

void
HostNicHelper::SetPoller(const std::string& poller)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(poller, &tid) || !tid.IsChildOf(RxPoller::GetTypeId()) ||
        !tid.HasConstructor())
    {
        std::string known;
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId other = TypeId::GetRegistered(i);
            if (other.IsChildOf(RxPoller::GetTypeId()) && other.HasConstructor())
            {
                known += (known.empty() ? "" : ", ") + other.GetName();
            }
        }
        NS_FATAL_ERROR("HostNicHelper: there is no poller " << poller << ", known are " << known);
    }
    m_poller = ObjectFactory();
    m_poller.SetTypeId(tid);
}

void
HostNicHelper::SetPollerAttribute(const std::string& name, const AttributeValue& value)
{
    m_poller.Set(name, value);
}

void
HostNicHelper::SetDeviceAttribute(const std::string& name, const AttributeValue& value)
{
    m_device.Set(name, value);
}

void
HostNicHelper::SetCpuAttribute(const std::string& name, const AttributeValue& value)
{
    m_cpu.Set(name, value);
}

void
HostNicHelper::SetClassifierAttribute(const std::string& name, const AttributeValue& value)
{
    m_classifier.Set(name, value);
}

void
HostNicHelper::SetSleep(const std::string& law)
{
    m_sleep.Set("Law", StringValue(law));
}

Ptr<HostNicNetDevice>
HostNicHelper::Install(Ptr<NetDevice> lower) const
{
    const Ptr<Node> node = lower->GetNode();
    if (!node->GetObject<HostCpu>())
    {
        node->AggregateObject(m_cpu.Create<HostCpu>());
    }
    auto poller = m_poller.Create<RxPoller>();
    poller->SetAttribute("SleepModel", PointerValue(m_sleep.Create<SleepModel>()));
    auto nic = m_device.Create<HostNicNetDevice>();
    nic->SetAttribute("Poller", PointerValue(poller));
    nic->SetAttribute("Classifier", PointerValue(m_classifier.Create<RssClassifier>()));
    node->AddDevice(nic);
    nic->SetLowerDevice(lower);
    return nic;
}

NetDeviceContainer
HostNicHelper::Install(const NetDeviceContainer& lower) const
{
    NetDeviceContainer cards;
    for (uint32_t i = 0; i < lower.GetN(); ++i)
    {
        cards.Add(Install(lower.Get(i)));
    }
    return cards;
}

namespace
{

/** A step from a node: out by an interface, to a neighbour. */
struct Hop
{
    uint32_t interface;  // of the node that takes it
    Ptr<Ipv4> to;        // the neighbour
    Ipv4Address gateway; // the neighbour's address on the link
};

/** The interface that belongs to a device on a channel: its own, or that of the card over it. */
int32_t
InterfaceOf(Ptr<NetDevice> device, const std::map<Ptr<NetDevice>, Ptr<NetDevice>>& cards)
{
    const auto card = cards.find(device);
    const auto ip = device->GetNode()->GetObject<Ipv4>();
    return ip ? ip->GetInterfaceForDevice(card == cards.end() ? device : card->second) : -1;
}

} // namespace

void
HostNicHelper::PopulateRoutes(const NodeContainer& nodes)
{
    std::map<Ptr<NetDevice>, Ptr<NetDevice>> cards; // by the device below
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        for (uint32_t i = 0; i < (*it)->GetNDevices(); ++i)
        {
            if (auto card = DynamicCast<HostNicNetDevice>((*it)->GetDevice(i)))
            {
                cards[card->GetLowerDevice()] = card;
            }
        }
    }
    std::map<Ptr<Ipv4>, std::vector<Hop>> hops;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        for (uint32_t i = 0; i < (*it)->GetNDevices(); ++i)
        {
            const Ptr<NetDevice> device = (*it)->GetDevice(i);
            const Ptr<Channel> channel = device->GetChannel();
            const int32_t interface = InterfaceOf(device, cards);
            if (DynamicCast<HostNicNetDevice>(device) || !channel || interface < 0)
            {
                continue;
            }
            for (std::size_t j = 0; j < channel->GetNDevices(); ++j)
            {
                const Ptr<NetDevice> far = channel->GetDevice(j);
                const int32_t there = far == device ? -1 : InterfaceOf(far, cards);
                if (there >= 0)
                {
                    const auto ip = far->GetNode()->GetObject<Ipv4>();
                    hops[(*it)->GetObject<Ipv4>()].push_back({static_cast<uint32_t>(interface),
                                                              ip,
                                                              ip->GetAddress(there, 0).GetLocal()});
                }
            }
        }
    }
    Ipv4StaticRoutingHelper helper;
    for (auto it = nodes.Begin(); it != nodes.End(); ++it)
    {
        const auto self = (*it)->GetObject<Ipv4>();
        std::map<Ptr<Ipv4>, const Hop*> first{{self, nullptr}};
        std::deque<Ptr<Ipv4>> open{self};
        for (; !open.empty(); open.pop_front())
        {
            for (const Hop& hop : hops[open.front()])
            {
                const Hop* begin = first[open.front()] ? first[open.front()] : &hop;
                if (first.emplace(hop.to, begin).second)
                {
                    open.push_back(hop.to);
                }
            }
        }
        const auto routing = self ? helper.GetStaticRouting(self) : nullptr;
        for (const auto& [ip, hop] : first)
        {
            for (uint32_t i = 1; hop && routing && i < ip->GetNInterfaces(); ++i)
            {
                for (uint32_t a = 0; a < ip->GetNAddresses(i); ++a)
                {
                    routing->AddHostRouteTo(ip->GetAddress(i, a).GetLocal(),
                                            hop->gateway,
                                            hop->interface);
                }
            }
        }
    }
}

int64_t
HostNicHelper::AssignStreams(const NetDeviceContainer& devices, int64_t stream)
{
    const int64_t first = stream;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        if (auto nic = DynamicCast<HostNicNetDevice>(devices.Get(i)))
        {
            stream += nic->GetPoller()->AssignStreams(stream);
            if (auto cpu = nic->GetNode()->GetObject<HostCpu>())
            {
                stream += cpu->AssignStreams(stream);
            }
        }
    }
    return stream - first;
}

} // namespace ns3
