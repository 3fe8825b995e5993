/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pacing-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PacingTag);

TypeId
PacingTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PacingTag")
                            .SetParent<Tag>()
                            .SetGroupName("AqmQueueDisc")
                            .AddConstructor<PacingTag>();
    return tid;
}

PacingTag::PacingTag(uint64_t bitsPerSecond, uint32_t origin)
    : m_bitRate(bitsPerSecond),
      m_origin(origin)
{
}

uint64_t
PacingTag::GetBitRate() const
{
    return m_bitRate;
}

uint32_t
PacingTag::GetOrigin() const
{
    return m_origin;
}

void
PacingTag::SetDeparture(Time time)
{
    m_departureNs = time.GetNanoSeconds();
}

Time
PacingTag::GetDeparture() const
{
    return NanoSeconds(m_departureNs);
}

TypeId
PacingTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
PacingTag::GetSerializedSize() const
{
    return sizeof(uint64_t) + sizeof(uint32_t) + sizeof(uint64_t);
}

void
PacingTag::Serialize(TagBuffer i) const
{
    i.WriteU64(m_bitRate);
    i.WriteU32(m_origin);
    i.WriteU64(static_cast<uint64_t>(m_departureNs));
}

void
PacingTag::Deserialize(TagBuffer i)
{
    m_bitRate = i.ReadU64();
    m_origin = i.ReadU32();
    m_departureNs = static_cast<int64_t>(i.ReadU64());
}

void
PacingTag::Print(std::ostream& os) const
{
    os << "rate=" << m_bitRate << " origin=" << m_origin << " departure=" << m_departureNs;
}

} // namespace ns3
