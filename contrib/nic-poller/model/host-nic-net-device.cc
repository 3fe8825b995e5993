/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-nic-net-device.h"

#include "metronome-poller.h"

#include "ns3/channel.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostNicNetDevice");
NS_OBJECT_ENSURE_REGISTERED(HostNicNetDevice);

TypeId
HostNicNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HostNicNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("NicPoller")
            .AddConstructor<HostNicNetDevice>()
            .AddAttribute("Queues",
                          "Number of receive rings.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&HostNicNetDevice::m_nQueues),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("RingSize",
                          "Packets that a receive ring holds, a power of two.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&HostNicNetDevice::m_ringSize),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TxBatch",
                          "Packets that a polling thread collects before they leave; 1 for none.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&HostNicNetDevice::m_txBatch),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TxDirect",
                          "Packets of one burst that do not wait if the buffer was empty.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&HostNicNetDevice::m_txDirect),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Poller",
                          "What empties the rings; by default a MetronomePoller.",
                          PointerValue(),
                          MakePointerAccessor(&HostNicNetDevice::m_poller),
                          MakePointerChecker<RxPoller>())
            .AddAttribute("Classifier",
                          "What chooses the ring; by default an RssClassifier.",
                          PointerValue(),
                          MakePointerAccessor(&HostNicNetDevice::m_classifier),
                          MakePointerChecker<RssClassifier>())
            .AddTraceSource("RxEnqueue",
                            "A packet is in a ring.",
                            MakeTraceSourceAccessor(&HostNicNetDevice::m_enqueueTrace),
                            "ns3::HostNicNetDevice::RxTracedCallback")
            .AddTraceSource("RxDrop",
                            "A packet did not fit into its ring.",
                            MakeTraceSourceAccessor(&HostNicNetDevice::m_dropTrace),
                            "ns3::HostNicNetDevice::RxTracedCallback")
            .AddTraceSource("Deliver",
                            "A packet is handed to the host.",
                            MakeTraceSourceAccessor(&HostNicNetDevice::m_deliverTrace),
                            "ns3::HostNicNetDevice::DeliverTracedCallback")
            .AddTraceSource("TxFlush",
                            "A thread's transmit buffer was emptied.",
                            MakeTraceSourceAccessor(&HostNicNetDevice::m_flushTrace),
                            "ns3::HostNicNetDevice::TxFlushTracedCallback");
    return tid;
}

HostNicNetDevice::HostNicNetDevice() = default;
HostNicNetDevice::~HostNicNetDevice() = default;

void
HostNicNetDevice::SetLowerDevice(Ptr<NetDevice> lower)
{
    NS_LOG_FUNCTION(this << lower);
    NS_ABORT_MSG_UNLESS(
        lower && lower != this && lower->GetNode() == m_node && m_node,
        "HostNicNetDevice: the lower device has to be another one of the same node");
    NS_ABORT_MSG_IF(m_lower, "HostNicNetDevice: there is a lower device already");
    m_lower = lower;
    m_lower->SetReceiveCallback(MakeCallback(&HostNicNetDevice::ReceiveFromLower, this));
    if (auto flow = m_lower->GetObject<NetDeviceQueueInterface>())
    {
        // A queue disc above sees the lower device's queue: stopped and woken together.
        m_lowerQueue = flow->GetTxQueue(0);
        m_lowerQueue->SetWakeCallback(MakeCallback(&HostNicNetDevice::WakeUpper, this));
        m_flow = CreateObject<NetDeviceQueueInterface>();
        AggregateObject(m_flow);
    }
}

void
HostNicNetDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_UNLESS(m_lower, "HostNicNetDevice: call SetLowerDevice() first");
    BuildRings();
    if (m_txBatch > 1)
    {
        m_batcher = std::make_unique<TxBatcher>(
            m_txBatch,
            m_txDirect,
            [this](const TxBatcher::Entry& entry) { SendDown(entry); },
            [this](uint32_t thread, uint32_t packets, TxBatcher::Reason reason) {
                m_flushTrace(thread, m_ifIndex, packets, reason);
            });
    }
    if (!m_poller)
    {
        m_poller = CreateObject<MetronomePoller>();
    }
    if (!m_poller->GetNic())
    {
        m_poller->Attach(this, m_node->GetObject<HostCpu>());
    }
    NS_ABORT_MSG_IF(m_poller->GetNic() != this,
                    "HostNicNetDevice: a poller serves one device, make another one");
    m_poller->Start();
    NetDevice::DoInitialize();
}

void
HostNicNetDevice::BuildRings()
{
    if (!m_rings.empty())
    {
        return;
    }
    if (!m_classifier)
    {
        m_classifier = CreateObject<RssClassifier>();
    }
    m_classifier->SetQueues(m_nQueues);
    try
    {
        for (uint32_t q = 0; q < m_nQueues; ++q)
        {
            m_rings.emplace_back(m_ringSize);
        }
    }
    catch (const std::invalid_argument& error)
    {
        NS_FATAL_ERROR("HostNicNetDevice: " << error.what());
    }
}

void
HostNicNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_poller)
    {
        m_poller->Dispose();
    }
    m_poller = nullptr;
    m_classifier = nullptr;
    m_rings.clear();
    m_batcher.reset();
    m_lowerQueue = nullptr;
    m_flow = nullptr;
    m_lower = nullptr;
    m_node = nullptr;
    m_receive.Nullify();
    m_promisc.Nullify();
    NetDevice::DoDispose();
}

bool
HostNicNetDevice::ReceiveFromLower(Ptr<NetDevice>,
                                   Ptr<const Packet> packet,
                                   uint16_t protocol,
                                   const Address& from)
{
    if (m_rings.empty())
    {
        BuildRings(); // before the device is initialized
    }
    const uint32_t queue = m_classifier->Classify(*packet, protocol);
    Settle(queue);
    if (!m_rings[queue].Push({packet, from, Simulator::Now().GetTimeStep(), protocol}))
    {
        m_dropTrace(queue, packet);
        return true;
    }
    m_enqueueTrace(queue, packet);
    if (m_poller)
    {
        m_poller->Arrived(queue);
    }
    return true;
}

void
HostNicNetDevice::Settle(uint32_t queue) const
{
    if (m_poller)
    {
        m_poller->Settle(queue);
    }
}

void
HostNicNetDevice::Deliver(uint32_t queue, const RxDescriptor& descriptor)
{
    ++m_delivered;
    if (!m_deliverTrace.IsEmpty())
    {
        m_deliverTrace(queue, descriptor.packet, Simulator::Now() - TimeStep(descriptor.arrival));
    }
    if (!m_promisc.IsNull())
    {
        m_promisc(this,
                  descriptor.packet,
                  descriptor.protocol,
                  descriptor.from,
                  GetAddress(),
                  PACKET_HOST);
    }
    if (!m_receive.IsNull())
    {
        m_receive(this, descriptor.packet, descriptor.protocol, descriptor.from);
    }
}

bool
HostNicNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    PollThread* thread = PollThread::Current();
    if (thread && m_batcher)
    {
        m_batcher->Send(*thread, {packet, dest, protocolNumber});
        return true;
    }
    if (thread)
    {
        thread->OnFlush();
    }
    return SendDown({packet, dest, protocolNumber});
}

bool
HostNicNetDevice::SendDown(const TxBatcher::Entry& entry)
{
    const bool sent = m_lower->Send(entry.packet, entry.to, entry.protocol);
    if (m_lowerQueue && m_lowerQueue->IsStopped())
    {
        m_flow->GetTxQueue(0)->Stop();
    }
    return sent;
}

void
HostNicNetDevice::WakeUpper()
{
    m_flow->GetTxQueue(0)->Wake();
}

uint32_t
HostNicNetDevice::GetNQueues() const
{
    return m_nQueues;
}

uint32_t
HostNicNetDevice::GetQueueSize(uint32_t queue) const
{
    Settle(queue);
    return m_rings[queue].Size();
}

const HostNicNetDevice::Ring::Counters&
HostNicNetDevice::GetQueueCounters(uint32_t queue) const
{
    Settle(queue);
    return m_rings.at(queue).Passed();
}

uint64_t
HostNicNetDevice::GetRingDrops() const
{
    uint64_t drops = 0;
    for (const Ring& ring : m_rings)
    {
        drops += ring.Passed().dropped;
    }
    return drops;
}

uint64_t
HostNicNetDevice::GetDelivered() const
{
    return m_delivered;
}

uint64_t
HostNicNetDevice::GetInService() const
{
    uint64_t packets = 0;
    for (uint32_t i = 0; i < m_poller->GetNThreads(); ++i)
    {
        m_poller->GetThread(i)->Settle();
        packets += m_poller->GetThread(i)->GetInService();
    }
    return packets;
}

TxBatcher*
HostNicNetDevice::GetBatcher() const
{
    return m_batcher.get();
}

Ptr<NetDevice>
HostNicNetDevice::GetLowerDevice() const
{
    return m_lower;
}

Ptr<RxPoller>
HostNicNetDevice::GetPoller() const
{
    return m_poller;
}

// What is asked of the card is asked of the lower device.

void
HostNicNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
HostNicNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
HostNicNetDevice::GetChannel() const
{
    return m_lower ? m_lower->GetChannel() : nullptr;
}

void
HostNicNetDevice::SetAddress(Address address)
{
    m_lower->SetAddress(address);
}

Address
HostNicNetDevice::GetAddress() const
{
    return m_lower ? m_lower->GetAddress() : Address();
}

bool
HostNicNetDevice::SetMtu(const uint16_t mtu)
{
    return m_lower->SetMtu(mtu);
}

uint16_t
HostNicNetDevice::GetMtu() const
{
    return m_lower->GetMtu();
}

bool
HostNicNetDevice::IsLinkUp() const
{
    return m_lower && m_lower->IsLinkUp();
}

void
HostNicNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_lower->AddLinkChangeCallback(callback);
}

bool
HostNicNetDevice::IsBroadcast() const
{
    return m_lower->IsBroadcast();
}

Address
HostNicNetDevice::GetBroadcast() const
{
    return m_lower->GetBroadcast();
}

bool
HostNicNetDevice::IsMulticast() const
{
    return m_lower->IsMulticast();
}

Address
HostNicNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return m_lower->GetMulticast(multicastGroup);
}

Address
HostNicNetDevice::GetMulticast(Ipv6Address addr) const
{
    return m_lower->GetMulticast(addr);
}

bool
HostNicNetDevice::IsBridge() const
{
    return false;
}

bool
HostNicNetDevice::IsPointToPoint() const
{
    return m_lower->IsPointToPoint();
}

bool
HostNicNetDevice::SendFrom(Ptr<Packet> packet,
                           const Address& source,
                           const Address& dest,
                           uint16_t protocolNumber)
{
    return m_lower->SendFrom(packet, source, dest, protocolNumber);
}

Ptr<Node>
HostNicNetDevice::GetNode() const
{
    return m_node;
}

void
HostNicNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
HostNicNetDevice::NeedsArp() const
{
    return m_lower->NeedsArp();
}

void
HostNicNetDevice::SetReceiveCallback(ReceiveCallback cb)
{
    m_receive = cb;
}

void
HostNicNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback cb)
{
    m_promisc = cb;
}

bool
HostNicNetDevice::SupportsSendFrom() const
{
    return m_lower && m_lower->SupportsSendFrom();
}

} // namespace ns3
