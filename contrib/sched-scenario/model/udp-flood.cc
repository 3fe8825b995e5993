/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "udp-flood.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

namespace ns3
{

UdpFlood::UdpFlood(const Params& params)
    : m_payload(params.packet - 28), // IPv4 and UDP headers
      m_gap(params.rate.CalculateBytesTxTime(params.packet)),
      m_socket(Socket::CreateSocket(params.from, UdpSocketFactory::GetTypeId())),
      m_receiver(Socket::CreateSocket(params.to, UdpSocketFactory::GetTypeId()))
{
    m_receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), params.port));
    m_receiver->SetRecvCallback(MakeCallback(&UdpFlood::Receive, this));
    m_socket->Bind();
    m_socket->Connect(InetSocketAddress(params.address, params.port));
    Simulator::ScheduleNow(&UdpFlood::Send, this);
}

void
UdpFlood::Stop()
{
    m_socket = nullptr;
}

void
UdpFlood::Send()
{
    if (m_socket)
    {
        m_socket->Send(Create<Packet>(m_payload));
        ++m_sent;
        Simulator::Schedule(m_gap, &UdpFlood::Send, this);
    }
}

void
UdpFlood::Receive(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
        ++m_received;
    }
}

nlohmann::ordered_json
UdpFlood::Summary() const
{
    return {{"sent_packets", m_sent},
            {"received_packets", m_received},
            {"lost_share", m_sent > 0 ? 1 - static_cast<double>(m_received) / m_sent : 0.0}};
}

} // namespace ns3
