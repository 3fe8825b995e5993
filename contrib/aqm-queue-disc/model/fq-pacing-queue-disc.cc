/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fq-pacing-queue-disc.h"

#include "amount-checker.h"
#include "pacing-tag.h"
#include "packet-view.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FqPacingQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(FqPacingQueueDisc);

namespace
{

/** Band of each priority, as of Linux. */
constexpr uint8_t BAND_OF_PRIORITY[16] = {1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};

} // namespace

TypeId
FqPacingQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FqPacingQueueDisc")
            .SetParent<SlotQueueDisc>()
            .SetGroupName("AqmQueueDisc")
            .AddConstructor<FqPacingQueueDisc>()
            .AddAttribute("Limit",
                          "Most packets queued in each band.",
                          UintegerValue(10000),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_limit),
                          MakeAmountChecker(QueueSizeUnit::PACKETS))
            .AddAttribute("FlowLimit",
                          "Most packets queued of a flow.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_flowLimit),
                          MakeAmountChecker(QueueSizeUnit::PACKETS))
            .AddAttribute("Quantum",
                          "Bytes that a flow may send in its turn; 0 for two packets of the "
                          "device's MTU.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_quantum),
                          MakeAmountChecker(QueueSizeUnit::BYTES, 0, INT32_MAX))
            .AddAttribute("InitialQuantum",
                          "Bytes that a new flow may send in its first turn; 0 for ten packets of "
                          "the device's MTU.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_initialQuantum),
                          MakeAmountChecker(QueueSizeUnit::BYTES, 0, INT32_MAX))
            .AddAttribute("RefillDelay",
                          "A flow that had no packets for longer has a full turn again.",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&FqPacingQueueDisc::m_refillDelay),
                          MakeTimeChecker())
            .AddAttribute("FlowMaxRate",
                          "Most that any flow may send; 0 for no bound.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&FqPacingQueueDisc::m_flowMaxRate),
                          MakeDataRateChecker())
            .AddAttribute("LowRateThreshold",
                          "At or below this rate a flow waits after each packet, not after each "
                          "quantum.",
                          DataRateValue(DataRate(550000)),
                          MakeDataRateAccessor(&FqPacingQueueDisc::m_lowRate),
                          MakeDataRateChecker())
            .AddAttribute("Horizon",
                          "Departures farther away than this are not believed.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&FqPacingQueueDisc::m_horizon),
                          MakeTimeChecker())
            .AddAttribute("HorizonDrop",
                          "Packets that want to leave beyond the horizon are dropped; if false, "
                          "they leave there.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FqPacingQueueDisc::m_horizonDrop),
                          MakeBooleanChecker())
            .AddAttribute("CeThreshold",
                          "Packets that leave so much later than they might are marked; 0 for "
                          "never.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FqPacingQueueDisc::m_ceThreshold),
                          MakeTimeChecker())
            .AddAttribute("Pacing",
                          "Follow rates.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FqPacingQueueDisc::m_pacing),
                          MakeBooleanChecker())
            .AddAttribute("HighWeight",
                          "Bytes of a turn of the band of high priority.",
                          UintegerValue(589824),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_highWeight),
                          MakeAmountChecker(QueueSizeUnit::BYTES))
            .AddAttribute("MediumWeight",
                          "Bytes of a turn of the band of medium priority.",
                          UintegerValue(196608),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_mediumWeight),
                          MakeAmountChecker(QueueSizeUnit::BYTES))
            .AddAttribute("LowWeight",
                          "Bytes of a turn of the band of low priority.",
                          UintegerValue(65536),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_lowWeight),
                          MakeAmountChecker(QueueSizeUnit::BYTES))
            .AddAttribute("Perturbation",
                          "Salt of the flow hash.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FqPacingQueueDisc::m_perturbation),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

FqPacingQueueDisc::FqPacingQueueDisc() = default;
FqPacingQueueDisc::~FqPacingQueueDisc() = default;

void
FqPacingQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.reset();
    SlotQueueDisc::DoDispose();
}

void
FqPacingQueueDisc::CreateCore()
{
    const Ptr<NetDevice> device = GetDevice();
    const uint32_t mtu = device ? device->GetMtu() : 1500;
    schedlab::FqPacingParams params;
    params.limit = m_limit;
    params.flowLimit = m_flowLimit;
    params.quantum = m_quantum > 0 ? m_quantum : 2 * mtu;
    params.initialQuantum = m_initialQuantum > 0 ? m_initialQuantum : 10 * mtu;
    params.refillNs = m_refillDelay.GetNanoSeconds();
    params.flowMaxRate = m_flowMaxRate.GetBitRate();
    params.lowRate = m_lowRate.GetBitRate();
    params.horizonNs = m_horizon.GetNanoSeconds();
    params.horizonDrop = m_horizonDrop;
    params.ceThresholdNs = m_ceThreshold.IsZero() ? INT64_MAX : m_ceThreshold.GetNanoSeconds();
    params.pacing = m_pacing;
    params.weights = {m_highWeight, m_mediumWeight, m_lowWeight};
    m_core = std::make_unique<schedlab::FqPacingCore>(params);
    const uint64_t most = uint64_t(m_limit) * schedlab::FqPacingParams::BANDS;
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, std::min<uint64_t>(most, UINT32_MAX)));
}

bool
FqPacingQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    const PacketView view = PacketView::Of(item, m_perturbation);
    schedlab::FqPacingCore::Arrival arrival;
    arrival.key = view.key;
    arrival.hash = view.hash;
    arrival.size = item->GetSize();
    arrival.isEct = view.ecn != 0;
    PacingTag pacing;
    if (item->GetPacket()->PeekPacketTag(pacing))
    {
        arrival.rate = pacing.GetBitRate();
        arrival.departure = pacing.GetDeparture().GetNanoSeconds();
    }
    SocketPriorityTag priority;
    const bool hasPriority = item->GetPacket()->PeekPacketTag(priority);
    arrival.band = BAND_OF_PRIORITY[hasPriority ? priority.GetPriority() & 15 : 0];
    const auto verdict = m_core->Push(arrival, Simulator::Now().GetNanoSeconds());
    switch (verdict.refusal)
    {
    case schedlab::FqPacingCore::NONE:
        Store().Hold(verdict.slot, item);
        return true;
    case schedlab::FqPacingCore::BAND_LIMIT:
        DropBeforeEnqueue(item, BAND_LIMIT_DROP);
        return false;
    case schedlab::FqPacingCore::FLOW_LIMIT:
        DropBeforeEnqueue(item, FLOW_LIMIT_DROP);
        return false;
    default:
        DropBeforeEnqueue(item, HORIZON_DROP);
        return false;
    }
}

Ptr<QueueDiscItem>
FqPacingQueueDisc::DoDequeue()
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
        Mark(Store().At(departure.slot), CE_THRESHOLD_MARK);
    }
    return Store().Release(departure.slot);
}

uint32_t
FqPacingQueueDisc::CorePeek()
{
    return m_core->Peek(Simulator::Now().GetNanoSeconds());
}

} // namespace ns3
