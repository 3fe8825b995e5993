/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-sink.h"

#include "flow-tag.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcFlowSink");

NS_OBJECT_ENSURE_REGISTERED(DcFlowSink);

/**
 * @ingroup dc-workload
 * The receiving end of one flow.
 */
class DcFlowReceiver : public SimpleRefCount<DcFlowReceiver>
{
  public:
    /** @param sink the application @param flow the flow @param socket its connection */
    DcFlowReceiver(DcFlowSink* sink, Ptr<DcFlow> flow, Ptr<Socket> socket)
        : m_sink(sink),
          m_flow(flow),
          m_socket(socket)
    {
        socket->SetRecvCallback(MakeCallback(&DcFlowReceiver::OnRecv, this));
        socket->SetCloseCallbacks(MakeCallback(&DcFlowReceiver::OnClose, this),
                                  MakeCallback(&DcFlowReceiver::OnClose, this));
        socket->TraceConnectWithoutContext("Rx", MakeCallback(&DcFlowReceiver::OnRx, this));
    }

    /** Takes no more notice of the socket. */
    void Detach()
    {
        m_socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                    MakeNullCallback<void, Ptr<Socket>>());
        m_socket->TraceDisconnectWithoutContext("Rx", MakeCallback(&DcFlowReceiver::OnRx, this));
    }

  private:
    /** A packet arrived. @param packet the packet without its TCP header */
    void OnRx(Ptr<const Packet> packet, const TcpHeader&, Ptr<const TcpSocketBase>)
    {
        FlowTag tag;
        if (packet->GetSize() > 0 && packet->PeekPacketTag(tag))
        {
            m_flow->arrivedBytes += packet->GetSize();
            ++m_flow->arrivedPackets;
            m_flow->reorderedPackets += tag.GetSent() < m_lastSent ? 1 : 0;
            m_lastSent = std::max(m_lastSent, tag.GetSent());
            m_flow->delaySumNs += (Simulator::Now() - tag.GetSent()).GetNanoSeconds();
        }
    }

    /** Data can be read. */
    void OnRecv(Ptr<Socket>)
    {
        while (const Ptr<Packet> packet = m_socket->Recv())
        {
            if (packet->GetSize() == 0)
            {
                break; // end of the stream
            }
            m_flow->deliveredBytes += packet->GetSize();
        }
    }

    /** The sender closed the connection or it was reset. */
    void OnClose(Ptr<Socket>)
    {
        const Ptr<DcFlowReceiver> self(this);
        Detach();
        Simulator::ScheduleNow(&Socket::Close, m_socket);
        m_sink->Forget(m_socket);
    }

    DcFlowSink* m_sink;   //!< the application
    Ptr<DcFlow> m_flow;   //!< the flow
    Ptr<Socket> m_socket; //!< its connection
    Time m_lastSent;      //!< when the latest packet that arrived was sent
};

TypeId
DcFlowSink::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcFlowSink")
                            .SetParent<Application>()
                            .SetGroupName("DcWorkload")
                            .AddConstructor<DcFlowSink>()
                            .AddAttribute("Protocol",
                                          "The socket factory to use; a stream protocol.",
                                          TypeIdValue(TcpSocketFactory::GetTypeId()),
                                          MakeTypeIdAccessor(&DcFlowSink::m_protocol),
                                          MakeTypeIdChecker())
                            .AddAttribute("Port",
                                          "The port to listen on.",
                                          UintegerValue(5000),
                                          MakeUintegerAccessor(&DcFlowSink::m_port),
                                          MakeUintegerChecker<uint16_t>(1));
    return tid;
}

DcFlowSink::DcFlowSink() = default;

DcFlowSink::~DcFlowSink() = default;

void
DcFlowSink::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [socket, receiver] : m_receivers)
    {
        receiver->Detach();
    }
    m_receivers.clear();
    m_listener = nullptr; // the node's TCP goes too, so it need not be closed
    m_table = nullptr;
    m_onSocket = SocketCallback();
    Application::DoDispose();
}

void
DcFlowSink::SetTable(Ptr<DcFlowTable> table)
{
    m_table = table;
}

void
DcFlowSink::SetSocketCallback(SocketCallback onSocket)
{
    m_onSocket = onSocket;
}

uint64_t
DcFlowSink::GetNUnknown() const
{
    return m_unknown;
}

void
DcFlowSink::StartApplication()
{
    NS_LOG_FUNCTION(this);
    if (!m_table)
    {
        throw std::logic_error("a DcFlowSink needs SetTable() before it starts");
    }
    m_listener = Socket::CreateSocket(GetNode(), m_protocol);
    if (m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), m_port)) != 0)
    {
        throw std::runtime_error("port " + std::to_string(m_port) + " is in use");
    }
    if (!m_onSocket.IsNull())
    {
        m_onSocket(m_listener);
    }
    m_listener->Listen();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&DcFlowSink::OnAccept, this));
}

void
DcFlowSink::StopApplication()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [socket, receiver] : m_receivers)
    {
        receiver->Detach();
    }
    m_receivers.clear();
    if (m_listener)
    {
        m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                      MakeNullCallback<void, Ptr<Socket>, const Address&>());
        m_listener->Close();
        m_listener = nullptr;
    }
}

void
DcFlowSink::OnAccept(Ptr<Socket> socket, const Address& from)
{
    NS_LOG_FUNCTION(this << socket);
    const Ptr<DcFlow> flow = m_table->FindBySource(from);
    if (!flow)
    {
        ++m_unknown;
        return;
    }
    m_receivers[PeekPointer(socket)] = Create<DcFlowReceiver>(this, flow, socket);
}

void
DcFlowSink::Forget(Ptr<Socket> socket)
{
    m_receivers.erase(PeekPointer(socket));
}

} // namespace ns3
