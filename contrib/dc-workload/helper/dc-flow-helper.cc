/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-helper.h"

#include "ns3/inet-socket-address.h"
#include "ns3/uinteger.h"

namespace ns3
{

DcFlowHelper::DcFlowHelper(uint16_t port)
    : m_port(port),
      m_table(Create<DcFlowTable>())
{
}

void
DcFlowHelper::SetEndCallback(DcFlowTable::EndCallback onEnd)
{
    m_table->SetEndCallback(onEnd);
}

void
DcFlowHelper::SetSenderCallback(DcFlowSource::SocketCallback onSocket)
{
    m_onSender = onSocket;
}

void
DcFlowHelper::SetReceiverCallback(DcFlowSink::SocketCallback onSocket)
{
    m_onReceiver = onSocket;
}

void
DcFlowHelper::Install(Ptr<Node> host, Ipv4Address address)
{
    const auto source = CreateObject<DcFlowSource>();
    source->SetTable(m_table);
    source->SetSocketCallback(m_onSender);
    host->AddApplication(source);
    m_sources.push_back(source);
    m_addresses.push_back(address);

    const auto sink = CreateObject<DcFlowSink>();
    sink->SetAttribute("Port", UintegerValue(m_port));
    sink->SetTable(m_table);
    sink->SetSocketCallback(m_onReceiver);
    host->AddApplication(sink);
}

void
DcFlowHelper::Start(Ptr<DcFlow> flow)
{
    m_sources.at(flow->src)->StartFlow(flow, InetSocketAddress(m_addresses.at(flow->dst), m_port));
}

void
DcFlowHelper::Stop(Ptr<const DcFlow> flow)
{
    m_sources.at(flow->src)->StopFlow(flow->id);
}

void
DcFlowHelper::CensorAll()
{
    m_table->CensorAll();
}

std::size_t
DcFlowHelper::GetNOpen() const
{
    return m_table->GetNOpen();
}

uint64_t
DcFlowHelper::GetNFailed() const
{
    uint64_t failed = 0;
    for (const Ptr<DcFlowSource>& source : m_sources)
    {
        failed += source->GetNFailed();
    }
    return failed;
}

} // namespace ns3
