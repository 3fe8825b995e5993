/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-source.h"

#include "dc-flow-sender.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcFlowSource");

NS_OBJECT_ENSURE_REGISTERED(DcFlowSource);

TypeId
DcFlowSource::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DcFlowSource")
            .SetParent<Application>()
            .SetGroupName("DcWorkload")
            .AddConstructor<DcFlowSource>()
            .AddAttribute("Protocol",
                          "The socket factory to use; a stream protocol.",
                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                          MakeTypeIdAccessor(&DcFlowSource::m_protocol),
                          MakeTypeIdChecker())
            .AddAttribute("SegmentsAhead",
                          "Segments that a flow without a size keeps ready beyond what was sent.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&DcFlowSource::m_ahead),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

DcFlowSource::DcFlowSource() = default;

DcFlowSource::~DcFlowSource() = default;

void
DcFlowSource::DoDispose()
{
    NS_LOG_FUNCTION(this);
    StopApplication();
    m_table = nullptr;
    m_onSocket = SocketCallback();
    Application::DoDispose();
}

void
DcFlowSource::SetTable(Ptr<DcFlowTable> table)
{
    m_table = table;
}

void
DcFlowSource::SetSocketCallback(SocketCallback onSocket)
{
    m_onSocket = onSocket;
}

void
DcFlowSource::StartFlow(Ptr<DcFlow> flow, const Address& peer)
{
    NS_LOG_FUNCTION(this << flow->id << flow->size);
    if (!m_table)
    {
        throw std::logic_error("a DcFlowSource needs SetTable() before its first flow");
    }
    m_table->Open(flow);
    const auto sender = Create<DcFlowSender>(this, flow);
    m_senders[flow->id] = sender;
    const Ptr<Socket> socket = Socket::CreateSocket(GetNode(), m_protocol);
    if (!m_onSocket.IsNull())
    {
        m_onSocket(socket, flow);
    }
    sender->Start(socket, peer);
}

void
DcFlowSource::StopFlow(uint32_t id)
{
    NS_LOG_FUNCTION(this << id);
    const auto found = m_senders.find(id);
    if (found != m_senders.end())
    {
        const Ptr<DcFlowSender> sender = found->second;
        sender->Stop();
    }
}

uint64_t
DcFlowSource::GetNFailed() const
{
    return m_failed;
}

void
DcFlowSource::Forget(uint32_t id, bool failed)
{
    m_failed += failed ? 1 : 0;
    m_senders.erase(id);
}

void
DcFlowSource::StartApplication()
{
}

void
DcFlowSource::StopApplication()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [id, sender] : m_senders)
    {
        sender->Detach();
    }
    m_senders.clear();
}

} // namespace ns3
