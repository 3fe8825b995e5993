/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-queue-disc.h"

#include "rank-queue-disc-compat.h"
#include "rank-tag.h"
#include "tag-ranker.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RankQueueDisc");

NS_OBJECT_ENSURE_REGISTERED(RankQueueDisc);

TypeId
RankQueueDisc::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RankQueueDisc")
            .SetParent<QueueDisc>()
            .SetGroupName("RankQueueDisc")
            .AddAttribute(
                "Ranker",
                "Computes the rank of each packet. A string such as ns3::StfqRanker gives "
                "each disc its own; null takes the rank from the packet's RankTag.",
                PointerValue(),
                MakePointerAccessor(&RankQueueDisc::SetRanker, &RankQueueDisc::GetRanker),
                MakePointerChecker<PacketRanker>())
            .AddAttribute("RankOrder",
                          "Which rank is served first.",
                          EnumValue(LOWER_FIRST),
                          rank_compat::EnumAccessor<RankOrderType>(&RankQueueDisc::m_rankOrder),
                          MakeEnumChecker(LOWER_FIRST, "LowerFirst", HIGHER_FIRST, "HigherFirst"))
            .AddAttribute(
                "MissingRank",
                "What to do with a packet that has no rank: stop the run, or count it and serve it "
                "as one of the worst rank.",
                EnumValue(FATAL),
                rank_compat::EnumAccessor<MissingRankAction>(&RankQueueDisc::m_missingRank),
                MakeEnumChecker(FATAL, "Fatal", COUNT, "Count"))
            .AddAttribute(
                "Perturbation",
                "Salt of the flow hash. A flow is the 32-bit QueueDiscItem::Hash() of the "
                "packet with this salt, so two flows may collide.",
                UintegerValue(0),
                MakeUintegerAccessor(&RankQueueDisc::m_perturbation),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute("CountComparisons",
                          "Count what the modelled hardware would have compared.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RankQueueDisc::m_countComparisons),
                          MakeBooleanChecker())
            .AddTraceSource("Comparisons",
                            "What placing an arrival compared; needs CountComparisons.",
                            MakeTraceSourceAccessor(&RankQueueDisc::m_comparisonsTrace),
                            "ns3::RankQueueDisc::ComparisonsTracedCallback")
            .AddTraceSource("Ranked",
                            "The rank of an arrival.",
                            MakeTraceSourceAccessor(&RankQueueDisc::m_rankedTrace),
                            "ns3::RankQueueDisc::RankedTracedCallback");
    return tid;
}

RankQueueDisc::RankQueueDisc()
    : QueueDisc(QueueDiscSizePolicy::MULTIPLE_QUEUES)
{
}

RankQueueDisc::~RankQueueDisc() = default;

void
RankQueueDisc::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ranker = nullptr;
    m_store = nullptr;
    m_slots.clear();
    m_freeSlots.clear();
    m_takenBack = nullptr;
    QueueDisc::DoDispose();
}

void
RankQueueDisc::SetRanker(Ptr<PacketRanker> ranker)
{
    NS_LOG_FUNCTION(this << ranker);
    if (m_store)
    {
        throw std::logic_error(GetInstanceTypeId().GetName() +
                               ": the ranker cannot be changed after the start, it knows the "
                               "packets queued; set Ranker before");
    }
    m_ranker = ranker;
}

Ptr<PacketRanker>
RankQueueDisc::GetRanker() const
{
    return m_ranker;
}

Ptr<const AttributeAccessor>
RankQueueDisc::MaxSizeAccessor()
{
    return MakeQueueSizeAccessor(&RankQueueDisc::SetLimit, &RankQueueDisc::GetLimit);
}

QueueSize
RankQueueDisc::GetLimit() const
{
    return GetMaxSize();
}

void
RankQueueDisc::SetLimit(QueueSize size)
{
    NS_LOG_FUNCTION(this << size);
    try
    {
        ToLimit(size).Checked("MaxSize");
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(GetInstanceTypeId().GetName() + ": " + error.what());
    }
    SetMaxSize(size);
}

uint64_t
RankQueueDisc::GetMissingRanks() const
{
    return m_missingRanks;
}

bool
RankQueueDisc::CountsComparisons() const
{
    return m_countComparisons;
}

schedlab::RankLimit
RankQueueDisc::ToLimit(const QueueSize& size)
{
    return {size.GetValue(),
            size.GetUnit() == QueueSizeUnit::PACKETS ? schedlab::RankLimit::PACKETS
                                                     : schedlab::RankLimit::BYTES};
}

TypeId
RankQueueDisc::WithMaxSize(TypeId tid)
{
    return tid.AddAttribute("MaxSize",
                            "The most that may be queued, in packets or bytes.",
                            QueueSizeValue(QueueSize("1088p")),
                            MaxSizeAccessor(),
                            MakeQueueSizeChecker());
}

void
RankQueueDisc::TellTotalSize(uint32_t queues, const QueueSize& each, const char* attributes)
{
    const uint64_t total = uint64_t(queues) * each.GetValue();
    SetMaxSize(QueueSize(each.GetUnit(), std::min<uint64_t>(total, UINT32_MAX)));
    m_limitAttributes = attributes;
}

bool
RankQueueDisc::CheckConfig()
{
    NS_LOG_FUNCTION(this);
    if (GetNQueueDiscClasses() > 0 || GetNPacketFilters() > 0)
    {
        NS_LOG_ERROR("A rank-ordered queue disc has neither classes nor packet filters");
        return false;
    }
    if (GetNInternalQueues() == 0)
    {
        AddInternalQueue(CreateObject<HandleQueue>());
    }
    m_store = DynamicCast<HandleQueue>(GetInternalQueue(0));
    if (!m_store || GetNInternalQueues() > 1)
    {
        NS_LOG_ERROR("A rank-ordered queue disc needs exactly one internal queue, a HandleQueue");
        return false;
    }
    if (!m_ranker)
    {
        m_ranker = CreateObject<TagRanker>();
    }
    return true;
}

void
RankQueueDisc::InitializeParams()
{
    NS_LOG_FUNCTION(this);
    m_ranker->Attach();
    try
    {
        CreateCore();
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(GetInstanceTypeId().GetName() + ": " + error.what());
    }
    m_hashesFlow = CoreUsesFlow() || m_ranker->UsesFlow();
    m_lowerFirst = m_rankOrder == LOWER_FIRST;
    TraceConnectWithoutContext("Requeue", MakeCallback(&RankQueueDisc::TakeBack, this));
    m_knownMaxSize = GetMaxSize();
}

void
RankQueueDisc::FollowMaxSize(const QueueSize&)
{
    throw std::logic_error(GetInstanceTypeId().GetName() + ": the limit is made of " +
                           m_limitAttributes +
                           ", it cannot be changed by SetMaxSize() after the start");
}

std::optional<uint64_t>
RankQueueDisc::RankOf(Ptr<QueueDiscItem> item, uint32_t flow)
{
    const std::optional<uint64_t> rank = m_ranker->Rank(item, flow, Simulator::Now());
    if (rank)
    {
        if (!m_ranker->ReadsTag())
        {
            RankTag::Write(*item->GetPacket(), *rank);
        }
        return rank;
    }
    if (m_missingRank == FATAL)
    {
        std::ostringstream message;
        message << GetInstanceTypeId().GetName() << ": packet " << item->GetPacket()->GetUid()
                << " of " << item->GetSize() << " bytes has no rank at "
                << Simulator::Now().GetNanoSeconds()
                << " ns; set a Ranker, have the sender tag its "
                << "packets, or set MissingRank to Count";
        throw std::runtime_error(message.str());
    }
    ++m_missingRanks;
    return std::nullopt;
}

uint64_t
RankQueueDisc::Directed(uint64_t rank) const
{
    return m_lowerFirst ? rank : UINT64_MAX - rank;
}

uint32_t
RankQueueDisc::TakeSlot()
{
    if (m_freeSlots.empty())
    {
        m_slots.emplace_back();
        return m_slots.size() - 1;
    }
    const uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    return slot;
}

Ptr<QueueDiscItem>
RankQueueDisc::Release(const CoreEntry& entry)
{
    m_freeSlots.push_back(entry.handle);
    return m_store->Take(m_slots[entry.handle].packet);
}

bool
RankQueueDisc::DoEnqueue(Ptr<QueueDiscItem> item)
{
    NS_LOG_FUNCTION(this << item);
    if (GetMaxSize() != m_knownMaxSize)
    {
        FollowMaxSize(GetMaxSize());
        m_knownMaxSize = GetMaxSize();
    }

    const uint32_t flow = m_hashesFlow ? item->Hash(m_perturbation) : 0;
    const std::optional<uint64_t> rank = RankOf(item, flow);
    const RankedPacket packet{item, flow, rank ? *rank : Directed(UINT64_MAX)};
    m_rankedTrace(item, packet.rank);

    const uint32_t slot = TakeSlot();
    const CoreArrival arrival{slot, Directed(packet.rank), item->GetSize(), flow};
    const CoreVerdict verdict =
        m_countComparisons ? PushAndTrace(item, arrival) : CorePush(arrival);
    if (!verdict.IsAccepted())
    {
        m_freeSlots.push_back(slot);
        if (rank)
        {
            m_ranker->OnDrop(packet, PacketRanker::REFUSED);
        }
        DropBeforeEnqueue(item,
                          verdict.refusal == schedlab::Refusal::FULL ? QUEUE_FULL
                                                                     : ADMISSION_REFUSED);
        return false;
    }
    // Room is made first, so that no observer ever sees more than the limit.
    for (std::size_t i = 0; i < verdict.nEvicted; ++i)
    {
        const CoreEntry& entry = verdict.evicted[i];
        const Ptr<QueueDiscItem> victim = Release(entry);
        if (m_slots[entry.handle].isRanked)
        {
            m_ranker->OnDrop({victim, entry.flow, Directed(entry.key.rank)},
                             PacketRanker::PUSHED_OUT);
        }
        DropAfterDequeue(victim, PUSHED_OUT);
    }
    m_slots[slot] = {m_store->Append(item), rank.has_value()};
    return true;
}

void
RankQueueDisc::TakeBack(Ptr<const QueueDiscItem> item)
{
    m_takenBack = item;
}

RankQueueDisc::CoreVerdict
RankQueueDisc::PushAndTrace(Ptr<const QueueDiscItem> item, const CoreArrival& arrival)
{
    const schedlab::ComparisonCost before = GetComparisons();
    const CoreVerdict verdict = CorePush(arrival);
    m_comparisonsTrace(item, GetComparisons() - before);
    return verdict;
}

Ptr<QueueDiscItem>
RankQueueDisc::DoDequeue()
{
    NS_LOG_FUNCTION(this);
    const std::optional<CoreEntry> entry = CorePop();
    if (!entry)
    {
        return nullptr;
    }
    const Ptr<QueueDiscItem> item = Release(*entry);
    if (m_slots[entry->handle].isRanked)
    {
        m_ranker->OnDequeue({item, entry->flow, Directed(entry->key.rank)});
    }
    if (m_store->IsEmpty())
    {
        m_ranker->OnEmpty();
    }
    return item;
}

Ptr<const QueueDiscItem>
RankQueueDisc::DoPeek()
{
    // QueueDisc keeps a packet that the device did not take out of reach, and sends it next.
    const Stats& stats = GetStats();
    if (stats.nTotalSentPackets + stats.nTotalDroppedPacketsAfterDequeue <
        stats.nTotalDequeuedPackets)
    {
        return m_takenBack;
    }
    const CoreEntry* entry = CorePeek();
    return entry ? *m_slots[entry->handle].packet : nullptr;
}

} // namespace ns3
