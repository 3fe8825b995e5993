/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inversion-probe.h"

#include "rank-queue-disc-compat.h"
#include "rank-tag.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("InversionProbe");

NS_OBJECT_ENSURE_REGISTERED(InversionProbe);

TypeId
InversionProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::InversionProbe")
            .SetParent<Object>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<InversionProbe>()
            .AddAttribute("RankOrder",
                          "Which rank should be served first. Set before Attach().",
                          EnumValue(AUTO),
                          rank_compat::EnumAccessor<RankOrderType>(&InversionProbe::m_rankOrder),
                          MakeEnumChecker(AUTO,
                                          "Auto",
                                          LOWER_FIRST,
                                          "LowerFirst",
                                          HIGHER_FIRST,
                                          "HigherFirst"))
            .AddAttribute("HistogramBins",
                          "Bins of the histogram by rank, 0 for none; the last one also holds all "
                          "larger ranks. Set before Attach().",
                          UintegerValue(100),
                          MakeUintegerAccessor(&InversionProbe::m_bins),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("HistogramBinWidth",
                          "Ranks of one bin of the histogram. Set before Attach().",
                          UintegerValue(1),
                          MakeUintegerAccessor(&InversionProbe::m_binWidth),
                          MakeUintegerChecker<uint64_t>(1))
            .AddTraceSource("Inversion",
                            "A packet left while one of a smaller rank was queued.",
                            MakeTraceSourceAccessor(&InversionProbe::m_inversionTrace),
                            "ns3::InversionProbe::InversionTracedCallback");
    return tid;
}

InversionProbe::InversionProbe() = default;

InversionProbe::~InversionProbe() = default;

void
InversionProbe::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_left = nullptr;
    m_keys.clear();
    Object::DoDispose();
}

void
InversionProbe::Attach(Ptr<QueueDisc> disc)
{
    NS_LOG_FUNCTION(this << disc);
    if (m_attached)
    {
        throw std::logic_error(
            "ns3::InversionProbe: it watches a queue disc already; use one probe "
            "for each");
    }
    if (disc->GetNPackets() > 0)
    {
        throw std::logic_error("ns3::InversionProbe: the queue disc holds packets already; attach "
                               "the probe before the traffic starts");
    }
    m_attached = true;
    m_counter = schedlab::InversionCounter(m_bins, m_binWidth);
    m_lowerFirst = m_rankOrder != HIGHER_FIRST;
    StringValue order; // EnumValue is a template from ns-3.41 on
    if (m_rankOrder == AUTO && disc->GetAttributeFailSafe("RankOrder", order))
    {
        m_lowerFirst = order.Get() == "LowerFirst";
    }
    const Ptr<InversionProbe> self(this);
    disc->TraceConnectWithoutContext("Enqueue", MakeCallback(&InversionProbe::Enqueued, self));
    disc->TraceConnectWithoutContext("Dequeue", MakeCallback(&InversionProbe::Dequeued, self));
    disc->TraceConnectWithoutContext("DropAfterDequeue",
                                     MakeCallback(&InversionProbe::Dropped, self));
}

void
InversionProbe::Enqueued(Ptr<const QueueDiscItem> item)
{
    Settle();
    RankTag tag;
    if (!item->GetPacket()->PeekPacketTag(tag))
    {
        ++m_unranked;
        return;
    }
    const schedlab::RankKey key{m_lowerFirst ? tag.GetRank() : UINT64_MAX - tag.GetRank(),
                                m_nextSeq++};
    if (m_keys.emplace(PeekPointer(item), key).second)
    {
        m_counter.Enter(key);
    }
}

void
InversionProbe::Dequeued(Ptr<const QueueDiscItem> item)
{
    Settle();
    m_left = item;
}

void
InversionProbe::Dropped(Ptr<const QueueDiscItem> item, const char*)
{
    if (m_left != item)
    {
        return;
    }
    m_left = nullptr;
    const auto found = m_keys.find(PeekPointer(item));
    if (found != m_keys.end())
    {
        m_counter.Lose(found->second);
        m_keys.erase(found);
    }
}

void
InversionProbe::Settle()
{
    if (!m_left)
    {
        return;
    }
    const Ptr<const QueueDiscItem> item = m_left;
    m_left = nullptr;
    const auto found = m_keys.find(PeekPointer(item));
    if (found == m_keys.end())
    {
        return;
    }
    const auto inversion = m_counter.Serve(found->second);
    m_keys.erase(found);
    if (inversion.pairs > 0)
    {
        m_inversionTrace(item, inversion.pairs, inversion.magnitude);
    }
}

const InversionProbe::Totals&
InversionProbe::GetTotals()
{
    Settle();
    return m_counter.GetTotals();
}

const std::vector<InversionProbe::Bin>&
InversionProbe::GetHistogram()
{
    Settle();
    return m_counter.GetHistogram();
}

uint64_t
InversionProbe::GetUnranked() const
{
    return m_unranked;
}

} // namespace ns3
