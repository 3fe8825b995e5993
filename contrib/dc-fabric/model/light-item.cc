/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-item.h"

#include "ns3/address.h"
#include "ns3/packet.h"

namespace ns3
{

namespace
{

constexpr uint16_t IPV4_PROTOCOL = 0x0800; //!< what the packets would be on a wire
constexpr uint8_t ECT0 = 2;                //!< ECN-capable
constexpr uint8_t CE = 3;                  //!< congestion experienced

} // namespace

LightItem::LightItem()
    : QueueDiscItem(Create<Packet>(), Address(), IPV4_PROTOCOL),
      m_fields()
{
}

LightItem::~LightItem() = default;

uint32_t
LightItem::GetSize() const
{
    return m_fields.size;
}

bool
LightItem::GetUint8Value(Uint8Values field, uint8_t& value) const
{
    if (field != IP_DSFIELD)
    {
        return false;
    }
    value = m_fields.marked ? CE : m_fields.ecnCapable ? ECT0 : 0;
    return true;
}

void
LightItem::AddHeader()
{
}

bool
LightItem::Mark()
{
    m_fields.marked = m_fields.ecnCapable;
    return m_fields.marked;
}

uint32_t
LightItem::Hash(uint32_t perturbation) const
{
    return schedlab::MixBits(m_fields.flowHash + perturbation) >> 32;
}

void
LightItem::Print(std::ostream& os) const
{
    const schedlab::LightSegment& segment = m_fields.segment;
    os << m_fields.source << ">" << m_fields.destination << " "
       << (segment.flags & schedlab::LightSegment::SYN ? "S" : "")
       << (segment.flags & schedlab::LightSegment::ACK ? "A" : "")
       << (segment.flags & schedlab::LightSegment::ECE ? "E" : "")
       << (segment.payload > 0 ? "D" : "") << (m_fields.marked ? "*" : "") << " seq " << segment.seq
       << " ack " << segment.ack << " payload " << segment.payload << " size " << m_fields.size;
}

Ptr<LightItem>
LightItemPool::Take()
{
    if (m_free.empty())
    {
        m_free.push_back(Create<LightItem>());
    }
    Ptr<LightItem> item = m_free.back();
    m_free.pop_back();
    item->Get().sink = nullptr;
    return item;
}

void
LightItemPool::Give(const Ptr<LightItem>& item)
{
    // One reference is the caller's. A probe may hold another and tell packets apart by address.
    if (item->GetReferenceCount() == 1)
    {
        item->GetPacket()->RemoveAllPacketTags();
        m_free.push_back(item);
    }
}

} // namespace ns3
