/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dual-pi2-queue-disc.h"

#include "aqm-queue-disc-compat.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DualPi2QueueDisc");

NS_OBJECT_ENSURE_REGISTERED(DualPi2QueueDisc);

TypeId
DualPi2QueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DualPi2QueueDisc")
            .SetParent<SlotQueueDisc>()
            .SetGroupName("AqmQueueDisc")
            .AddConstructor<DualPi2QueueDisc>()
            .AddAttribute("Preset",
                          "Where values that are not set come from: Rfc is RFC 9332, appendix A; "
                          "Linux is its sch_dualpi2.",
                          EnumValue(RFC),
                          aqm_compat::EnumAccessor<PresetType>(&DualPi2QueueDisc::m_preset),
                          MakeEnumChecker(RFC, "Rfc", LINUX, "Linux"))
            .AddAttribute("MaxSize",
                          "Most that may be queued; in bytes, room for an MTU has to be left.",
                          QueueSizeValue(QueueSize("10000p")),
                          MakeQueueSizeAccessor(&DualPi2QueueDisc::m_limit),
                          MakeQueueSizeChecker())
            .AddAttribute("Target",
                          "Delay of the classic queue.",
                          TimeValue(MilliSeconds(15)),
                          MakeTimeAccessor(&DualPi2QueueDisc::m_target),
                          MakeTimeChecker())
            .AddAttribute("UpdateTime",
                          "Time between two updates of the base probability; 0: the preset's, 15 "
                          "ms or 16 ms.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&DualPi2QueueDisc::m_updateTime),
                          MakeTimeChecker())
            .AddAttribute("Alpha",
                          "Integral gain for one update, 1/s; negative: the preset's, 0.15 or "
                          "41/256.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&DualPi2QueueDisc::m_alpha),
                          MakeDoubleChecker<double>())
            .AddAttribute("Beta",
                          "Proportional gain for one update, 1/s; negative: the preset's, 3 or "
                          "819/256.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&DualPi2QueueDisc::m_beta),
                          MakeDoubleChecker<double>())
            .AddAttribute("Coupling",
                          "k: L4S packets are marked with at least k times the base probability.",
                          DoubleValue(2),
                          MakeDoubleAccessor(&DualPi2QueueDisc::m_coupling),
                          MakeDoubleChecker<double>())
            .AddAttribute("Laqm",
                          "How the L4S queue is marked by its own delay; Preset is Ramp for Rfc "
                          "and Step for Linux.",
                          EnumValue(BY_PRESET),
                          aqm_compat::EnumAccessor<LaqmType>(&DualPi2QueueDisc::m_laqm),
                          MakeEnumChecker(BY_PRESET, "Preset", RAMP, "Ramp", STEP, "Step"))
            .AddAttribute("RampStart",
                          "Delay at which the ramp leaves 0.",
                          TimeValue(MicroSeconds(800)),
                          MakeTimeAccessor(&DualPi2QueueDisc::m_rampStart),
                          MakeTimeChecker())
            .AddAttribute("RampRange",
                          "So much later the ramp is at 1.",
                          TimeValue(MicroSeconds(400)),
                          MakeTimeAccessor(&DualPi2QueueDisc::m_rampRange),
                          MakeTimeChecker())
            .AddAttribute("StepThreshold",
                          "Delay above which the step marks.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&DualPi2QueueDisc::m_step),
                          MakeTimeChecker())
            .AddAttribute("UseRecur",
                          "Count likelihoods up, as the RFC's function recur does, and draw no "
                          "random numbers.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&DualPi2QueueDisc::m_useRecur),
                          MakeBooleanChecker())
            .AddAttribute("DropOverload",
                          "Drop when k times the base probability is 1 or more; if false, the "
                          "base probability ends at 1/k and the limit has to help.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DualPi2QueueDisc::m_dropOverload),
                          MakeBooleanChecker())
            .AddAttribute("ClassicWeight",
                          "Percent of the link that the classic queue has at least.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&DualPi2QueueDisc::m_classicWeight),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Probability",
                            "The base probability p'.",
                            MakeTraceSourceAccessor(&DualPi2QueueDisc::m_probability),
                            "ns3::TracedValueCallback::Double");
    return tid;
}

DualPi2QueueDisc::DualPi2QueueDisc()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

DualPi2QueueDisc::~DualPi2QueueDisc() = default;

void
DualPi2QueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_core.reset();
    m_random = nullptr;
    SlotQueueDisc::DoDispose();
}

int64_t
DualPi2QueueDisc::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

double
DualPi2QueueDisc::GetBaseProbability() const
{
    return m_core ? m_core->BaseProbability() : 0;
}

uint32_t
DualPi2QueueDisc::GetL4sPackets() const
{
    return m_core ? m_core->L4sPackets() : 0;
}

void
DualPi2QueueDisc::CreateCore()
{
    using Params = schedlab::DualPi2Params;
    Params params = m_preset == LINUX ? Params::Linux() : Params();
    params.targetNs = m_target.GetNanoSeconds();
    params.updateNs = m_updateTime.IsZero() ? params.updateNs : m_updateTime.GetNanoSeconds();
    params.alpha = m_alpha < 0 ? params.alpha : m_alpha;
    params.beta = m_beta < 0 ? params.beta : m_beta;
    params.coupling = m_coupling;
    params.laqm = m_laqm == BY_PRESET ? params.laqm : m_laqm == RAMP ? Params::RAMP : Params::STEP;
    params.rampStartNs = m_rampStart.GetNanoSeconds();
    params.rampRangeNs = m_rampRange.GetNanoSeconds();
    params.stepNs = m_step.GetNanoSeconds();
    params.useRecur = m_useRecur;
    params.dropOverload = m_dropOverload;
    params.classicWeight = m_classicWeight;
    const Ptr<NetDevice> device = GetDevice();
    if (device)
    {
        params.mtu = device->GetMtu();
        params.sparedBytes = m_preset == LINUX ? 2 * params.mtu : 0;
    }
    const bool isInBytes = m_limit.GetUnit() == QueueSizeUnit::BYTES;
    params.limitBytes = isInBytes ? m_limit.GetValue() : 0;
    params.limitPackets = isInBytes ? 0 : m_limit.GetValue();
    m_core = std::make_unique<schedlab::DualPi2Core>(params, Simulator::Now().GetNanoSeconds());
    SetMaxSize(m_limit);
}

bool
DualPi2QueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    uint8_t field = 0;
    item->GetUint8Value(QueueItem::IP_DSFIELD, field);
    const uint32_t slot =
        m_core->Push(item->GetSize(), field & 3, Simulator::Now().GetNanoSeconds());
    if (slot == schedlab::NO_SLOT)
    {
        DropBeforeEnqueue(item, OVERLIMIT_DROP);
        return false;
    }
    Store().Hold(slot, item);
    return true;
}

Ptr<QueueDiscItem>
DualPi2QueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const auto departure =
        m_core->Pop(Simulator::Now().GetNanoSeconds(), [this] { return m_random->GetValue(0, 1); });
    m_probability = m_core->BaseProbability();
    for (const auto& lost : departure.lost)
    {
        DropAfterDequeue(Store().Release(lost.slot),
                         lost.why == schedlab::DualPi2Core::OVERLOAD ? OVERLOAD_DROP
                                                                     : CLASSIC_DROP);
    }
    if (departure.slot == schedlab::NO_SLOT)
    {
        return nullptr;
    }
    if (departure.isMarked)
    {
        Mark(Store().At(departure.slot), departure.isL4s ? L4S_MARK : CLASSIC_MARK);
    }
    return Store().Release(departure.slot);
}

uint32_t
DualPi2QueueDisc::CorePeek()
{
    return m_core->Peek();
}

} // namespace ns3
