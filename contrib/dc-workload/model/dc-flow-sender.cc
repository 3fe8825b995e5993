/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-flow-sender.h"

#include "flow-tag.h"

#include "ns3/simulator.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3
{

namespace
{

uint32_t
GetUint(Ptr<const Socket> socket, const std::string& attribute)
{
    UintegerValue value;
    socket->GetAttribute(attribute, value);
    return value.Get();
}

} // namespace

DcFlowSender::DcFlowSender(DcFlowSource* source, Ptr<DcFlow> flow)
    : m_source(source),
      m_flow(flow)
{
}

void
DcFlowSender::Start(Ptr<Socket> socket, const Address& peer)
{
    m_socket = socket;
    m_buffer = GetUint(socket, "SndBufSize");
    m_segment = GetUint(socket, "SegmentSize");
    socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                               MakeCallback(&DcFlowSender::OnFailure, this));
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                              MakeCallback(&DcFlowSender::OnFailure, this));
    socket->SetSendCallback(MakeCallback(&DcFlowSender::OnSend, this));
    if (m_flow->size == 0)
    {
        socket->SetDataSentCallback(MakeCallback(&DcFlowSender::OnDataSent, this));
    }
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&DcFlowSender::OnTx, this));
    socket->TraceConnectWithoutContext("RTO", MakeCallback(&DcFlowSender::OnRto, this));

    socket->Bind();
    if (socket->Connect(peer) != 0)
    {
        throw std::runtime_error("flow " + std::to_string(m_flow->id) + " cannot connect");
    }
    // Only now the socket knows the address it sends from; nobody can have answered yet.
    Address local;
    socket->GetSockName(local);
    m_source->m_table->Bind(m_flow, local);
    Refill();
}

void
DcFlowSender::Stop()
{
    m_stopped = true;
    Refill();
}

void
DcFlowSender::Refill()
{
    const uint32_t room = m_socket->GetTxAvailable();
    uint64_t wanted = 0;
    if (m_flow->size > 0)
    {
        wanted = m_flow->size - m_handed;
    }
    else if (!m_stopped)
    {
        const uint64_t unsent = m_handed - m_flow->sentBytes;
        const uint64_t ahead = uint64_t{m_source->m_ahead} * m_segment;
        // In halves, for each refill costs an event.
        wanted = unsent <= ahead / 2 ? ahead - unsent : 0;
    }
    // Nothing but whole segments, so that a buffer almost full does not make small packets.
    uint64_t bytes = std::min<uint64_t>(wanted, room);
    if (bytes < wanted)
    {
        bytes -= bytes % m_segment;
    }
    if (bytes > 0 && m_socket->Send(Create<Packet>(bytes)) > 0)
    {
        m_handed += bytes;
    }
    const bool allHanded = m_flow->size > 0 ? m_handed == m_flow->size : m_stopped;
    if (allHanded && m_socket->GetTxAvailable() == m_buffer)
    {
        Finish(false);
    }
}

void
DcFlowSender::OnSend(Ptr<Socket>, uint32_t)
{
    Refill();
}

void
DcFlowSender::OnDataSent(Ptr<Socket>, uint32_t)
{
    Refill();
}

void
DcFlowSender::OnFailure(Ptr<Socket>)
{
    Finish(true);
}

void
DcFlowSender::OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>)
{
    const uint32_t size = packet->GetSize();
    if (size == 0)
    {
        if (header.GetFlags() & TcpHeader::SYN)
        {
            m_flow->retransmits += m_synSent;
            m_flow->rtos += m_synSent;
            m_synSent = true;
        }
        return;
    }
    packet->AddPacketTag(FlowTag(m_flow->id, Simulator::Now()));
    ++m_flow->packets;
    const SequenceNumber32 end = header.GetSequenceNumber() + size;
    if (end > m_next)
    {
        m_flow->sentBytes += end - m_next;
        m_next = end;
    }
    else
    {
        ++m_flow->retransmits;
    }
}

void
DcFlowSender::OnRto(Time before, Time now)
{
    // A timeout doubles the timer and nothing else does, short of a coincidence of nanoseconds.
    if (m_flow->sentBytes > 0 && now == before + before)
    {
        ++m_flow->rtos;
    }
}

void
DcFlowSender::Detach()
{
    m_socket->SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                                 MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(),
                                MakeNullCallback<void, Ptr<Socket>>());
    m_socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    m_socket->SetDataSentCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    m_socket->TraceDisconnectWithoutContext("Tx", MakeCallback(&DcFlowSender::OnTx, this));
    m_socket->TraceDisconnectWithoutContext("RTO", MakeCallback(&DcFlowSender::OnRto, this));
}

void
DcFlowSender::Finish(bool failed)
{
    const Ptr<DcFlowSender> self(this);
    Detach();
    if (!failed)
    {
        // Not from within the socket's own processing of the acknowledgement.
        Simulator::ScheduleNow(&Socket::Close, m_socket);
        m_source->m_table->End(m_flow);
    }
    m_source->Forget(m_flow->id, failed);
}

} // namespace ns3
