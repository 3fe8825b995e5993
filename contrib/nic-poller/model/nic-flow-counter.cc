/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-flow-counter.h"

#include <algorithm>

namespace ns3
{

void
NicFlowCounter::Count(const Packet& packet, uint16_t protocol)
{
    constexpr uint16_t IPV4 = 0x0800;
    uint8_t head[64];
    const uint32_t size = packet.CopyData(head, sizeof(head));
    const uint32_t header = size > 0 ? 4 * (head[0] & 0x0f) : 0;
    if (protocol != IPV4 || header < 20 || size < header + 4)
    {
        ++m_others;
        return;
    }
    char key[13];
    std::copy(head + 12, head + 20, key);
    std::copy(head + header, head + header + 4, key + 8);
    key[12] = static_cast<char>(head[9]);
    Counts& counts = m_flows[std::string(key, sizeof(key))];
    ++counts.packets;
    counts.bytes += packet.GetSize();
}

std::size_t
NicFlowCounter::GetNFlows() const
{
    return m_flows.size();
}

uint64_t
NicFlowCounter::GetOthers() const
{
    return m_others;
}

NicFlowCounter::Counts
NicFlowCounter::GetTotal() const
{
    Counts total;
    for (const auto& [flow, counts] : m_flows)
    {
        total.packets += counts.packets;
        total.bytes += counts.bytes;
    }
    return total;
}

const std::unordered_map<std::string, NicFlowCounter::Counts>&
NicFlowCounter::GetFlows() const
{
    return m_flows;
}

} // namespace ns3
