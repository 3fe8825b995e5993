/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stfq-ranker.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("StfqRanker");

NS_OBJECT_ENSURE_REGISTERED(StfqRanker);

TypeId
StfqRanker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StfqRanker")
            .SetParent<PacketRanker>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<StfqRanker>()
            .AddAttribute("Weights",
                          "Weights of flows, \"flow=weight,flow=weight\" with weights of at least "
                          "1; a flow is the number that the queue disc hashes the packet to.",
                          StringValue(""),
                          MakeStringAccessor(&StfqRanker::SetWeights, &StfqRanker::GetWeights),
                          MakeStringChecker())
            .AddAttribute("DefaultWeight",
                          "Weight of a flow that is given none.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&StfqRanker::m_defaultWeight),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute(
                "RollbackOnPushOut",
                "A packet that is pushed out takes its share off its flow's tag, if no "
                "later packet of the flow was accepted. Without that a flow pays for what "
                "it never sent and may starve under overload.",
                BooleanValue(true),
                MakeBooleanAccessor(&StfqRanker::SetRollbackOnPushOut,
                                    &StfqRanker::GetRollbackOnPushOut),
                MakeBooleanChecker())
            .AddAttribute("ReferenceCompat",
                          "Use the rules of the NetBench simulator: the virtual time follows the "
                          "last packet served even backwards and stays when the queue empties, any "
                          "lost packet takes its share back, and no flow is forgotten.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&StfqRanker::SetReferenceCompat,
                                              &StfqRanker::GetReferenceCompat),
                          MakeBooleanChecker());
    return tid;
}

void
StfqRanker::SetWeights(std::string text)
{
    NS_LOG_FUNCTION(this << text);
    m_weights = schedlab::FlowWeights::Parse(text);
}

std::string
StfqRanker::GetWeights() const
{
    return m_weights.ToString();
}

void
StfqRanker::SetRollbackOnPushOut(bool rollback)
{
    schedlab::StfqVirtualTime::Params params = m_virtualTime.GetParams();
    params.rollbackOnPushOut = rollback;
    m_virtualTime.SetParams(params);
}

bool
StfqRanker::GetRollbackOnPushOut() const
{
    return m_virtualTime.GetParams().rollbackOnPushOut;
}

void
StfqRanker::SetReferenceCompat(bool compat)
{
    schedlab::StfqVirtualTime::Params params = m_virtualTime.GetParams();
    params.referenceCompat = compat;
    m_virtualTime.SetParams(params);
}

bool
StfqRanker::GetReferenceCompat() const
{
    return m_virtualTime.GetParams().referenceCompat;
}

void
StfqRanker::SetWeight(uint32_t flow, uint32_t weight)
{
    NS_LOG_FUNCTION(this << flow << weight);
    m_weights.Set(flow, weight);
}

void
StfqRanker::SetWeightCallback(WeightCallback weightOf)
{
    m_weightOf = weightOf;
}

uint64_t
StfqRanker::GetVirtualTime() const
{
    return m_virtualTime.Now();
}

uint32_t
StfqRanker::WeightOf(Ptr<const QueueDiscItem> item, uint32_t flow) const
{
    if (m_weightOf.IsNull())
    {
        return m_weights.Get(flow, m_defaultWeight);
    }
    const uint32_t weight = m_weightOf(item);
    if (weight == 0)
    {
        throw std::invalid_argument("ns3::StfqRanker: the weight callback gave flow " +
                                    std::to_string(flow) + " a weight of 0, it must be at least 1");
    }
    return weight;
}

std::optional<uint64_t>
StfqRanker::Rank(Ptr<const QueueDiscItem> item, uint32_t flow, Time)
{
    return m_virtualTime.Start(flow, item->GetSize(), WeightOf(item, flow));
}

void
StfqRanker::OnDequeue(const RankedPacket& packet)
{
    m_virtualTime.Served(packet.rank);
}

void
StfqRanker::OnDrop(const RankedPacket& packet, DropKind kind)
{
    if (kind == REFUSED)
    {
        m_virtualTime.Refused(packet.flow, packet.item->GetSize());
    }
    else
    {
        m_virtualTime.PushedOut(packet.flow, packet.item->GetSize(), packet.rank);
    }
}

void
StfqRanker::OnEmpty()
{
    m_virtualTime.Emptied();
}

bool
StfqRanker::UsesFlow() const
{
    return true;
}

} // namespace ns3
