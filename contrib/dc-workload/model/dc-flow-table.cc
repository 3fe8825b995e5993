/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-table.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

void
DcFlowTable::SetEndCallback(EndCallback onEnd)
{
    m_onEnd = onEnd;
}

void
DcFlowTable::Open(Ptr<DcFlow> flow)
{
    if (!m_flows.emplace(flow->id, flow).second)
    {
        throw std::logic_error("flow " + std::to_string(flow->id) + " is open already");
    }
    flow->start = Simulator::Now();
}

Ptr<DcFlow>
DcFlowTable::Find(uint32_t id) const
{
    const auto found = m_flows.find(id);
    return found == m_flows.end() ? nullptr : found->second;
}

uint64_t
DcFlowTable::Key(const Address& source)
{
    const InetSocketAddress inet = InetSocketAddress::ConvertFrom(source);
    return uint64_t{inet.GetIpv4().Get()} << 16 | inet.GetPort();
}

void
DcFlowTable::Bind(Ptr<DcFlow> flow, const Address& local)
{
    m_bySource[Key(local)] = flow;
    m_sources[flow->id] = Key(local);
}

Ptr<DcFlow>
DcFlowTable::FindBySource(const Address& from) const
{
    const auto found = m_bySource.find(Key(from));
    return found == m_bySource.end() ? nullptr : found->second;
}

void
DcFlowTable::Close(Ptr<DcFlow> flow)
{
    m_flows.erase(flow->id);
    const auto source = m_sources.find(flow->id);
    if (source != m_sources.end())
    {
        m_bySource.erase(source->second);
        m_sources.erase(source);
    }
    if (!m_onEnd.IsNull())
    {
        m_onEnd(flow);
    }
}

void
DcFlowTable::End(Ptr<DcFlow> flow)
{
    flow->end = Simulator::Now();
    flow->status = DcFlow::DONE;
    Close(flow);
}

void
DcFlowTable::CensorAll()
{
    std::vector<uint32_t> ids;
    for (const auto& [id, flow] : m_flows)
    {
        ids.push_back(id);
    }
    std::sort(ids.begin(), ids.end());
    for (uint32_t id : ids)
    {
        const Ptr<DcFlow> flow = m_flows.at(id);
        flow->status = DcFlow::CENSORED;
        Close(flow);
    }
}

std::size_t
DcFlowTable::GetNOpen() const
{
    return m_flows.size();
}

} // namespace ns3
