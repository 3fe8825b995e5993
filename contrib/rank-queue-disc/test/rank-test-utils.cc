/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rank-test-utils.h"

#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/rank-tag.h"
#include "ns3/string.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{
namespace tests
{

RankTestItem::RankTestItem(Ptr<Packet> packet, uint32_t flow)
    : QueueDiscItem(packet, Address(), 0),
      m_flow(flow)
{
}

void
RankTestItem::AddHeader()
{
}

bool
RankTestItem::Mark()
{
    return false;
}

uint32_t
RankTestItem::Hash(uint32_t perturbation) const
{
    return perturbation == 0 ? m_flow : (m_flow + perturbation) / 2;
}

Ptr<RankTestItem>
MakeItem(std::optional<uint64_t> rank, uint32_t size, uint32_t flow)
{
    const auto packet = Create<Packet>(size);
    if (rank)
    {
        packet->AddPacketTag(RankTag(*rank));
    }
    return Create<RankTestItem>(packet, flow);
}

uint64_t
RankOf(Ptr<const QueueDiscItem> item)
{
    RankTag tag;
    if (!item->GetPacket()->PeekPacketTag(tag))
    {
        throw std::logic_error("a packet without a rank in a test that ranks all");
    }
    return tag.GetRank();
}

std::vector<TypeId>
RankDiscs()
{
    std::vector<TypeId> types;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.IsChildOf(RankQueueDisc::GetTypeId()) && type.HasConstructor())
        {
            types.push_back(type);
        }
    }
    return types;
}

bool
IsExact(TypeId type)
{
    static const std::set<std::string> exact{"ns3::PifoQueueDisc",
                                             "ns3::P3poQueueDisc",
                                             "ns3::PpqaQueueDisc",
                                             "ns3::SifterQueueDisc"};
    return exact.count(type.GetName()) > 0;
}

bool
IsRankBlind(TypeId type)
{
    return type.GetName() == "ns3::RankFifoQueueDisc";
}

std::string
ValueKind(const TypeId::AttributeInformation& info)
{
    std::string name = info.checker->GetValueTypeName();
    name.resize(std::min(name.size(), name.find('<')));
    const std::string prefix = "ns3::";
    return name.rfind(prefix, 0) == 0 ? name.substr(prefix.size()) : name;
}

std::vector<std::string>
SizeAttributes(TypeId type)
{
    std::vector<std::string> names;
    for (; type != RankQueueDisc::GetTypeId(); type = type.GetParent())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto info = type.GetAttribute(i);
            if (ValueKind(info) == "QueueSizeValue")
            {
                names.push_back(info.name);
            }
        }
    }
    if (names.empty())
    {
        throw std::logic_error("a disc without a limit among its attributes");
    }
    return names;
}

Ptr<RankQueueDisc>
MakeDisc(TypeId type, const std::string& limit, const Settings& settings)
{
    ObjectFactory factory;
    factory.SetTypeId(type);
    for (const std::string& name : SizeAttributes(type))
    {
        factory.Set(name, StringValue(limit));
    }
    for (const auto& [name, value] : settings)
    {
        factory.Set(name, StringValue(value));
    }
    return factory.Create<RankQueueDisc>();
}

CheckedDisc::CheckedDisc(Ptr<RankQueueDisc> disc)
    : m_disc(disc)
{
    using Item = Ptr<const QueueDiscItem>;
    disc->TraceConnectWithoutContext("Enqueue", Callback<void, Item>([this](Item item) {
                                         ++m_enqueued;
                                         m_queued.insert(PeekPointer(item));
                                         m_bytes += item->GetSize();
                                         m_peakPackets =
                                             std::max(m_peakPackets, m_disc->GetNPackets());
                                         m_peakBytes = std::max(m_peakBytes, m_disc->GetNBytes());
                                     }));
    disc->TraceConnectWithoutContext("Dequeue", Callback<void, Item>([this](Item item) {
                                         ++m_dequeued;
                                         if (m_queued.erase(PeekPointer(item)) == 0)
                                         {
                                             Fail("gave back a packet that it did not hold");
                                         }
                                         m_bytes -= item->GetSize();
                                     }));
    disc->TraceConnectWithoutContext("Drop", Callback<void, Item>([this](Item) { ++m_drops; }));
    disc->TraceConnectWithoutContext(
        "DropBeforeEnqueue",
        Callback<void, Item, const char*>([this](Item, const char* reason) {
            ++m_droppedBefore;
            ++m_losses[reason];
        }));
    disc->TraceConnectWithoutContext(
        "DropAfterDequeue",
        Callback<void, Item, const char*>([this](Item, const char* reason) {
            ++m_droppedAfter;
            ++m_losses[reason];
        }));
    disc->TraceConnectWithoutContext(
        "Ranked",
        Callback<void, Item, uint64_t>([this](Item, uint64_t) { ++m_ranked; }));
    disc->Initialize();
}

bool
CheckedDisc::Enqueue(Ptr<QueueDiscItem> item)
{
    ++m_offered;
    const uint64_t before = m_droppedBefore;
    const bool taken = m_disc->Enqueue(item);
    if (taken != (m_queued.count(PeekPointer(item)) > 0) || taken == (m_droppedBefore > before))
    {
        Fail("said something else about an arrival than its traces");
    }
    Check("an arrival");
    return taken;
}

Ptr<QueueDiscItem>
CheckedDisc::Dequeue()
{
    const std::size_t before = m_queued.size();
    const Ptr<const QueueDiscItem> first = m_disc->Peek();
    const Ptr<const QueueDiscItem> again = m_disc->Peek();
    Check("a peek");
    if (m_queued.size() != before || first != again)
    {
        Fail("changed by a peek");
    }
    const Ptr<QueueDiscItem> item = m_disc->Dequeue();
    if (PeekPointer(item) != PeekPointer(first))
    {
        Fail("served another packet than it let peek at");
    }
    if (!item != (before == 0))
    {
        Fail(before == 0 ? "served a packet out of nothing" : "served nothing, but holds packets");
    }
    Check("a service");
    return item;
}

void
CheckedDisc::Check(const std::string& after)
{
    const QueueDisc::Stats& stats = m_disc->GetStats();
    const std::vector<std::pair<uint64_t, uint64_t>> books{
        {m_disc->GetNPackets(), m_queued.size()},
        {m_disc->GetNBytes(), m_bytes},
        {stats.nTotalReceivedPackets, m_offered},
        {stats.nTotalReceivedPackets, m_enqueued + m_droppedBefore},
        {stats.nTotalEnqueuedPackets, m_enqueued},
        {stats.nTotalDequeuedPackets, m_dequeued},
        {stats.nTotalDroppedPacketsBeforeEnqueue, m_droppedBefore},
        {stats.nTotalDroppedPacketsAfterDequeue, m_droppedAfter},
        {stats.nTotalDroppedPackets, m_drops},
        {m_drops, m_droppedBefore + m_droppedAfter},
        {m_enqueued, m_dequeued + m_queued.size()},
        {m_ranked, m_offered}};
    for (std::size_t i = 0; i < books.size(); ++i)
    {
        if (books[i].first != books[i].second)
        {
            Fail("account " + std::to_string(i) + " does not add up after " + after + ": " +
                 std::to_string(books[i].first) + " and " + std::to_string(books[i].second));
        }
    }
    for (const auto& [reason, count] : m_losses)
    {
        if (stats.GetNDroppedPackets(reason) != count)
        {
            Fail("the statistics of drops for '" + reason + "' differ from the traces");
        }
    }
}

void
CheckedDisc::Fail(const std::string& what)
{
    if (m_error.empty())
    {
        m_error = m_disc->GetInstanceTypeId().GetName() + " " + what;
    }
}

const std::string&
CheckedDisc::GetError() const
{
    return m_error;
}

uint32_t
CheckedDisc::GetPeakPackets() const
{
    return m_peakPackets;
}

uint32_t
CheckedDisc::GetPeakBytes() const
{
    return m_peakBytes;
}

const std::map<std::string, uint32_t>&
CheckedDisc::GetLosses() const
{
    return m_losses;
}

Ptr<RankQueueDisc>
CheckedDisc::Get() const
{
    return m_disc;
}

} // namespace tests
} // namespace ns3
