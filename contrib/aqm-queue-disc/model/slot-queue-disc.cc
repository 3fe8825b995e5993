/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "slot-queue-disc.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/log.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/simulator.h"
#include "ns3/slot-pool.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlotQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(SlotQueueDisc);

TypeId
SlotQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SlotQueueDisc").SetParent<QueueDisc>().SetGroupName("AqmQueueDisc");
    return tid;
}

SlotQueueDisc::SlotQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

SlotQueueDisc::~SlotQueueDisc() = default;

void
SlotQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_wakeup.Cancel();
    m_store = nullptr;
    m_takenBack = nullptr;
    QueueDisc::DoDispose();
}

Ptr<NetDevice>
SlotQueueDisc::GetDevice() const
{
    const Ptr<NetDeviceQueueInterface> below = GetNetDeviceQueueInterface();
    return below ? below->GetObject<NetDevice>() : nullptr;
}

uint64_t
SlotQueueDisc::GetDeviceRate() const
{
    const Ptr<NetDevice> device = GetDevice();
    DataRateValue rate(DataRate(0));
    if (device && !device->GetAttributeFailSafe("DataRate", rate))
    {
        // A shared medium: the channel has the rate.
        const Ptr<Channel> channel = device->GetChannel();
        if (channel)
        {
            channel->GetAttributeFailSafe("DataRate", rate);
        }
    }
    return rate.Get().GetBitRate();
}

SlotStore&
SlotQueueDisc::Store() const
{
    return *m_store;
}

void
SlotQueueDisc::WakeAt(int64_t wakeup)
{
    if (wakeup == INT64_MAX)
    {
        return;
    }
    const Time delay = NanoSeconds(wakeup) - Simulator::Now();
    if (m_wakeup.IsExpired() || Simulator::GetDelayLeft(m_wakeup) > delay)
    {
        m_wakeup.Cancel();
        m_wakeup = Simulator::Schedule(delay, &QueueDisc::Run, this);
    }
}

bool
SlotQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0)
    {
        NS_LOG_ERROR(GetInstanceTypeId().GetName() << " has neither classes nor packet filters");
        return false;
    }
    if (GetNInternalQueues() == 0)
    {
        AddInternalQueue(CreateObject<SlotStore>());
    }
    m_store = DynamicCast<SlotStore>(GetInternalQueue(0));
    if (!m_store || GetNInternalQueues() > 1)
    {
        NS_LOG_ERROR(GetInstanceTypeId().GetName() << " makes its internal queue itself");
        return false;
    }
    try
    {
        CreateCore();
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(GetInstanceTypeId().GetName() + ": " + error.what());
    }
    return true;
}

void
SlotQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    TraceConnectWithoutContext("Requeue", MakeCallback(&SlotQueueDisc::TakeBack, this));
}

void
SlotQueueDisc::TakeBack(Ptr<const QueueDiscItem> item)
{
    m_takenBack = item;
}

Ptr<const QueueDiscItem>
SlotQueueDisc::DoPeek()
{
    // QueueDisc keeps a packet that the device did not take out of reach, and sends it next.
    const Stats& stats = GetStats();
    if (stats.nTotalSentPackets + stats.nTotalDroppedPacketsAfterDequeue <
        stats.nTotalDequeuedPackets)
    {
        return m_takenBack;
    }
    const uint32_t slot = CorePeek();
    return slot == schedlab::NO_SLOT ? nullptr : m_store->At(slot);
}

} // namespace ns3
