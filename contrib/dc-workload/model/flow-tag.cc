/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-tag.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FlowTag);

TypeId
FlowTag::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FlowTag")
                            .SetParent<Tag>()
                            .SetGroupName("DcWorkload")
                            .AddConstructor<FlowTag>();
    return tid;
}

FlowTag::FlowTag(uint32_t flow, Time sent)
    : m_flow(flow),
      m_sentNs(sent.GetNanoSeconds())
{
}

uint32_t
FlowTag::GetFlow() const
{
    return m_flow;
}

Time
FlowTag::GetSent() const
{
    return NanoSeconds(m_sentNs);
}

TypeId
FlowTag::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
FlowTag::GetSerializedSize() const
{
    return sizeof(m_flow) + sizeof(m_sentNs);
}

void
FlowTag::Serialize(TagBuffer i) const
{
    i.WriteU32(m_flow);
    i.WriteU64(m_sentNs);
}

void
FlowTag::Deserialize(TagBuffer i)
{
    m_flow = i.ReadU32();
    m_sentNs = i.ReadU64();
}

void
FlowTag::Print(std::ostream& os) const
{
    os << "flow=" << m_flow << " sent=" << m_sentNs << "ns";
}

} // namespace ns3
