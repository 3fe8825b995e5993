/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-queue-disc-helper.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/queue.h"
#include "ns3/string.h"
#include "ns3/traffic-control-layer.h"

#include <iostream>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

/** @return the queue of a device that has one in its attribute TxQueue, else null */
Ptr<Queue<Packet>>
DeviceQueue(Ptr<NetDevice> device)
{
    PointerValue queue;
    return device->GetAttributeFailSafe("TxQueue", queue) ? queue.Get<Queue<Packet>>() : nullptr;
}

std::string
NameOf(Ptr<NetDevice> device)
{
    std::ostringstream name;
    name << "node " << device->GetNode()->GetId() << " device " << device->GetIfIndex();
    return name.str();
}

} // namespace

RankQueueDiscHelper::RankQueueDiscHelper(const std::string& disc)
    : m_deviceQueue(QueueSize("1p"))
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(disc, &tid) || !tid.IsChildOf(QueueDisc::GetTypeId()) ||
        !tid.HasConstructor())
    {
        throw std::invalid_argument("there is no queue disc '" + disc +
                                    "'; give a TypeId such as ns3::PifoQueueDisc");
    }
    m_discFactory.SetTypeId(tid);
}

void
RankQueueDiscHelper::SetAttribute(const std::string& name, const AttributeValue& value)
{
    const TypeId tid = m_discFactory.GetTypeId();
    TypeId::AttributeInformation info;
    if (!tid.LookupAttributeByName(name, &info))
    {
        throw std::invalid_argument(tid.GetName() + " has no attribute '" + name + "'");
    }
    if (!info.checker->CreateValidValue(value))
    {
        throw std::invalid_argument(tid.GetName() + ": '" + value.SerializeToString(info.checker) +
                                    "' is not a value of the attribute " + name);
    }
    m_discFactory.Set(name, value);
}

void
RankQueueDiscHelper::SetRanker(const std::string& ranker)
{
    const std::string name = ranker.substr(0, ranker.find('['));
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid) || !tid.HasConstructor())
    {
        throw std::invalid_argument("there is no ranker '" + name +
                                    "'; give a TypeId such as ns3::StfqRanker");
    }
    SetAttribute("Ranker", StringValue(ranker));
}

void
RankQueueDiscHelper::SetDeviceQueue(std::optional<QueueSize> size)
{
    m_deviceQueue = size;
}

void
RankQueueDiscHelper::SetProbes(bool attach)
{
    m_attachProbes = attach;
}

QueueDiscContainer
RankQueueDiscHelper::Install(const NetDeviceContainer& devices)
{
    QueueDiscContainer discs;
    for (auto i = devices.Begin(); i != devices.End(); ++i)
    {
        const Ptr<NetDevice> device = *i;
        const Ptr<TrafficControlLayer> layer = device->GetNode()->GetObject<TrafficControlLayer>();
        if (!layer)
        {
            throw std::logic_error(NameOf(device) + ": a queue disc needs a TrafficControlLayer; "
                                                    "install an internet stack on the node first");
        }
        if (layer->GetRootQueueDiscOnDevice(device))
        {
            layer->DeleteRootQueueDiscOnDevice(device);
        }
        const Ptr<QueueDisc> disc = m_discFactory.Create<QueueDisc>();
        layer->SetRootQueueDiscOnDevice(device, disc);
        discs.Add(disc);
        const Ptr<Queue<Packet>> queue = DeviceQueue(device);
        if (m_deviceQueue && queue)
        {
            queue->SetMaxSize(*m_deviceQueue);
        }
        const std::string warning = GetDeviceWarning(device);
        if (!warning.empty())
        {
            std::cerr << "warning: " << warning << std::endl;
        }
        if (m_attachProbes)
        {
            m_probes.push_back(CreateObject<InversionProbe>());
            m_probes.back()->Attach(disc);
        }
        if (layer->IsInitialized())
        {
            // The layer initializes its discs when the simulation starts, which was earlier.
            layer->ScanDevices();
            disc->Initialize();
        }
    }
    return discs;
}

const std::vector<Ptr<InversionProbe>>&
RankQueueDiscHelper::GetProbes() const
{
    return m_probes;
}

std::string
RankQueueDiscHelper::GetDeviceWarning(Ptr<NetDevice> device)
{
    if (!device->GetObject<NetDeviceQueueInterface>())
    {
        return NameOf(device) + ": without flow control between device and queue disc packets are "
                                "lost behind the disc, which never fills; enable it in the "
                                "device's helper";
    }
    const Ptr<Queue<Packet>> queue = DeviceQueue(device);
    if (!queue)
    {
        return NameOf(device) + ": the length of the device queue is unknown; a long one hides the "
                                "queue disc";
    }
    const QueueSize size = queue->GetMaxSize();
    if (size.GetUnit() == QueueSizeUnit::BYTES || size.GetValue() > 2)
    {
        std::ostringstream warning;
        warning << NameOf(device) << ": the device queue of " << size
                << " is a FIFO behind the queue disc and hides it; 1p is what lets the disc decide";
        return warning.str();
    }
    return "";
}

} // namespace ns3
