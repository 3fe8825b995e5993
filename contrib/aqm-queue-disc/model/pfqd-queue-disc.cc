/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfqd-queue-disc.h"

#include "amount-checker.h"
#include "aqm-queue-disc-compat.h"
#include "pacing-tag.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PfqdQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(PfqdQueueDisc);

PfqdQueueDisc::PfqdQueueDisc() = default;
PfqdQueueDisc::~PfqdQueueDisc() = default;

void
PfqdQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.reset();
    m_node = nullptr;
    SlotQueueDisc::DoDispose();
}

uint64_t
PfqdQueueDisc::GetEcnLimit() const
{
    return m_core ? m_core->Limit() : 0;
}

uint32_t
PfqdQueueDisc::GetDhiFlows() const
{
    return m_core ? m_core->DhiFlows() : 0;
}

uint32_t
PfqdQueueDisc::GetDloFlows() const
{
    return m_core ? m_core->DloFlows() : 0;
}

uint64_t
PfqdQueueDisc::GetDemotions() const
{
    return m_core ? m_core->Demotions() : 0;
}

void
PfqdQueueDisc::CreateCore()
{
    const Ptr<NetDevice> device = GetDevice();
    m_node = device ? device->GetNode() : nullptr;
    schedlab::PfqdParams params;
    params.demotionNs = m_demotionTime.GetNanoSeconds();
    params.ecnSojournNs = m_ecnSojourn.GetNanoSeconds();
    params.ecnThreshold = m_ecnThreshold;
    params.maxQueue = m_maxQueue;
    params.portRate = m_portRate.GetBitRate() > 0 ? m_portRate.GetBitRate() : GetDeviceRate();
    params.limitBufferFraction = m_limitBufferFraction;
    params.newLimit = m_newLimit;
    params.ctlLimit = m_ctlLimit;
    params.buckets = m_buckets;
    params.collisionPolicy = m_collisionPolicy;
    params.capDropPosition = m_capDropPosition;
    params.headDropUntilBelow = m_headDropUntilBelow;
    params.contractedRate = m_contractedRate.GetBitRate();
    params.burstWindowNs = m_burstWindow.GetNanoSeconds();
    params.burstIdleNs = m_burstIdle.GetNanoSeconds();
    params.packetOverhead = m_packetOverhead;
    m_core = std::make_unique<schedlab::PfqdCore>(params);
    SetMaxSize(QueueSize(QueueSizeUnit::BYTES, m_maxQueue));
}

bool
PfqdQueueDisc::IsOwnAddress(const schedlab::FlowKey& key) const
{
    if (key.family == 4)
    {
        const auto ip = m_node->GetObject<Ipv4>();
        const Ipv4Address address(static_cast<uint32_t>(key.source[1]));
        return ip && ip->GetInterfaceForAddress(address) >= 0;
    }
    const auto ip = m_node->GetObject<Ipv6>();
    uint8_t bytes[16];
    for (int i = 0; i < 16; ++i)
    {
        bytes[i] = static_cast<uint8_t>(key.source[i / 8] >> (56 - 8 * (i % 8)));
    }
    return key.family == 6 && ip && ip->GetInterfaceForAddress(Ipv6Address(bytes)) >= 0;
}

schedlab::PfqdArrival
PfqdQueueDisc::ArrivalOf(Ptr<const QueueDiscItem> item, const PacketView& view) const
{
    schedlab::PfqdArrival arrival;
    arrival.kind = view.kind;
    arrival.size = item->GetSize();
    arrival.key = view.key;
    arrival.hash = view.hash;
    arrival.isEct = view.ecn != 0;
    if (m_mode == HOST)
    {
        PacingTag tag;
        if (item->GetPacket()->PeekPacketTag(tag))
        {
            arrival.isLocal = tag.GetOrigin() != PacingTag::NO_ORIGIN &&
                              (!m_node || tag.GetOrigin() == m_node->GetId());
            arrival.pacingRate = arrival.isLocal ? tag.GetBitRate() : 0;
        }
        else
        {
            // Without a node there is nowhere to come from but here.
            arrival.isLocal = !m_node || IsOwnAddress(view.key);
        }
    }
    return arrival;
}

const char*
PfqdQueueDisc::ReasonOf(schedlab::PfqdDrop drop)
{
    switch (drop)
    {
    case schedlab::PfqdDrop::NEW_FULL:
        return NEW_FULL;
    case schedlab::PfqdDrop::CTL_FULL:
        return CTL_FULL;
    case schedlab::PfqdDrop::HEAD:
        return HEAD_DROP;
    default:
        return OVERLIMIT_DROP;
    }
}

bool
PfqdQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const PacketView view = PacketView::Of(item, m_perturbation);
    const auto verdict = m_core->Push(ArrivalOf(item, view), Simulator::Now().GetNanoSeconds());
    // Room is made first, so that no observer ever sees more than the cap.
    for (const auto& lost : verdict.lost)
    {
        DropAfterDequeue(Store().Release(lost.slot), ReasonOf(lost.why));
    }
    if (verdict.refusal != schedlab::PfqdDrop::NONE)
    {
        DropBeforeEnqueue(item, ReasonOf(verdict.refusal));
        return false;
    }
    Store().Hold(verdict.slot, item);
    return true;
}

Ptr<QueueDiscItem>
PfqdQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const auto departure = m_core->Pop(Simulator::Now().GetNanoSeconds());
    if (departure.slot == schedlab::NO_SLOT)
    {
        WakeAt(m_core->NextWakeup());
        return nullptr;
    }
    if (departure.isMarked)
    {
        Mark(Store().At(departure.slot), ECN_LIMIT_MARK);
    }
    Ptr<QueueDiscItem> item = Store().Release(departure.slot);
    m_servedTrace(item, departure.tier);
    return item;
}

uint32_t
PfqdQueueDisc::CorePeek()
{
    return m_core->Peek(Simulator::Now().GetNanoSeconds());
}

TypeId
PfqdQueueDisc::GetTypeId()
{
    using schedlab::PfqdParams;
    static TypeId tid =
        TypeId("ns3::PfqdQueueDisc")
            .SetParent<SlotQueueDisc>()
            .SetGroupName("AqmQueueDisc")
            .AddConstructor<PfqdQueueDisc>()
            .AddAttribute("Mode",
                          "Router: every packet is forwarded. Host: packets of this host are "
                          "paced as their sender asks and neither marked nor dropped; others are "
                          "treated as in a router.",
                          EnumValue(ROUTER),
                          aqm_compat::EnumAccessor<ModeType>(&PfqdQueueDisc::m_mode),
                          MakeEnumChecker(ROUTER, "Router", HOST, "Host"))
            .AddAttribute("DemotionTime",
                          "A flow that has been backlogged for so long is demoted, unless it is "
                          "the only one.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&PfqdQueueDisc::m_demotionTime),
                          MakeTimeChecker())
            .AddAttribute("EcnSojourn",
                          "A flow may hold what the port sends in this time, divided by the "
                          "number of active flows, before its packets are marked.",
                          TimeValue(MilliSeconds(5)),
                          MakeTimeAccessor(&PfqdQueueDisc::m_ecnSojourn),
                          MakeTimeChecker())
            .AddAttribute("EcnThreshold",
                          "Least limit of a flow before its packets are marked, bytes.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_ecnThreshold),
                          MakeAmountChecker(QueueSizeUnit::BYTES))
            .AddAttribute("MaxQueue",
                          "Most bytes of data queued; beyond, the deepest flow loses packets.",
                          UintegerValue(15000000),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_maxQueue),
                          MakeAmountChecker(QueueSizeUnit::BYTES))
            .AddAttribute("NewLimit",
                          "Most packets of connection setup (SYN, SYN-ACK) queued.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_newLimit),
                          MakeAmountChecker(QueueSizeUnit::PACKETS))
            .AddAttribute("CtlLimit",
                          "Most packets of control (pure ACK, ICMP, DNS, ARP) queued.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_ctlLimit),
                          MakeAmountChecker(QueueSizeUnit::PACKETS))
            .AddAttribute("PortRate",
                          "Rate of the port, for the ECN limit. 0 asks the device; if that tells "
                          "none, the limit is EcnThreshold.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&PfqdQueueDisc::m_portRate),
                          MakeDataRateChecker())
            .AddAttribute("LimitBufferFraction",
                          "The ECN limit is at most this share of MaxQueue divided by the number "
                          "of active flows; 0 for no such bound.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&PfqdQueueDisc::m_limitBufferFraction),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("Buckets",
                          "Buckets of the flow table, a power of two up to 65536.",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_buckets),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "CollisionPolicy",
                "Two flows in one bucket share queue, turn and state, or each has its own.",
                EnumValue(PfqdParams::SHARE),
                aqm_compat::EnumAccessor<PfqdParams::CollisionPolicy>(
                    &PfqdQueueDisc::m_collisionPolicy),
                MakeEnumChecker(PfqdParams::SHARE, "Share", PfqdParams::EXACT, "Exact"))
            .AddAttribute("Perturbation",
                          "Salt of the flow hash: others make other flows collide.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_perturbation),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("CapDropPosition",
                          "Which packet of the deepest flow goes when MaxQueue is exceeded: the "
                          "oldest or the newest.",
                          EnumValue(PfqdParams::HEAD),
                          aqm_compat::EnumAccessor<PfqdParams::CapDropPosition>(
                              &PfqdQueueDisc::m_capDropPosition),
                          MakeEnumChecker(PfqdParams::HEAD, "Head", PfqdParams::TAIL, "Tail"))
            .AddAttribute("HeadDropUntilBelow",
                          "A flow that cannot be marked loses as many packets as it takes to get "
                          "below its limit, not one for each arrival.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PfqdQueueDisc::m_headDropUntilBelow),
                          MakeBooleanChecker())
            .AddAttribute("ContractedRate",
                          "Most that one flow may send; 0 for no bound.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&PfqdQueueDisc::m_contractedRate),
                          MakeDataRateChecker())
            .AddAttribute("BurstWindow",
                          "A flow may send at port speed for so long before ContractedRate binds "
                          "it. Below DemotionTime, in whole microseconds.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PfqdQueueDisc::m_burstWindow),
                          MakeTimeChecker())
            .AddAttribute("BurstIdle",
                          "A flow that had no packets for so long may burst again; 0 for the same "
                          "as BurstWindow.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PfqdQueueDisc::m_burstIdle),
                          MakeTimeChecker())
            .AddAttribute("PerPacketOverhead",
                          "Bytes added to a packet when the time until the next is computed.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PfqdQueueDisc::m_packetOverhead),
                          MakeUintegerChecker<uint32_t>(0, 65535))
            .AddTraceSource("Served",
                            "A packet is served, and from which tier.",
                            MakeTraceSourceAccessor(&PfqdQueueDisc::m_servedTrace),
                            "ns3::PfqdQueueDisc::ServedTracedCallback");
    return tid;
}

} // namespace ns3
