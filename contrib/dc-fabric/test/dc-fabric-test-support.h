/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FABRIC_TEST_SUPPORT_H
#define DC_FABRIC_TEST_SUPPORT_H

#include "ns3/dc-fabric-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/ppp-header.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/udp-header.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <map>
#include <vector>

namespace ns3
{

constexpr uint16_t DC_TEST_PORT = 9; //!< of the receiving socket

/** @return a datagram socket of a host, on a port that the host chooses */
inline Ptr<Socket>
DcSender(DcFabricHelper& fabric, uint32_t from, uint32_t to)
{
    const auto socket = Socket::CreateSocket(fabric.GetHost(from), UdpSocketFactory::GetTypeId());
    socket->Connect(InetSocketAddress(fabric.GetHostAddress(to), DC_TEST_PORT));
    return socket;
}

/** Notes when datagrams arrive at a host. */
class DcReceiver
{
  public:
    DcReceiver(DcFabricHelper& fabric, uint32_t host)
        : m_socket(Socket::CreateSocket(fabric.GetHost(host), UdpSocketFactory::GetTypeId()))
    {
        m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), DC_TEST_PORT));
        m_socket->SetRecvCallback(MakeCallback(&DcReceiver::OnReceive, this));
    }

    uint32_t received{0}; //!< datagrams
    uint64_t bytes{0};    //!< payload
    Time last;            //!< when the last one arrived

  private:
    void OnReceive(Ptr<Socket> socket)
    {
        while (const auto packet = socket->Recv())
        {
            ++received;
            bytes += packet->GetSize();
            last = Simulator::Now();
        }
    }

    Ptr<Socket> m_socket; //!< receives
};

/** Sends datagrams from one host to another and notes when they arrive. */
class DcDatagrams : public DcReceiver
{
  public:
    DcDatagrams(DcFabricHelper& fabric, uint32_t from, uint32_t to)
        : DcReceiver(fabric, to),
          m_sender(DcSender(fabric, from, to))
    {
    }

    /**
     * The first two go ahead by a nanosecond each, into the device and its queue: from ns-3.38 on
     * a device that took a packet says so in an event of its own, after what is sent in this one.
     */
    void Send(uint32_t packets, uint32_t payload)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            Simulator::Schedule(NanoSeconds(std::min(i, 2U)), &DcDatagrams::SendOne, this, payload);
        }
    }

  private:
    void SendOne(uint32_t payload)
    {
        m_sender->Send(Create<Packet>(payload));
    }

    Ptr<Socket> m_sender; //!< sends
};

/** @return makes FIFOs of a size */
inline ObjectFactory
DcFifo(const std::string& size)
{
    ObjectFactory factory("ns3::FifoQueueDisc");
    factory.Set("MaxSize", StringValue(size));
    return factory;
}

/** The ports of a fabric that each datagram leaves through, in order, by its source port. */
class DcPathTrace
{
  public:
    explicit DcPathTrace(DcFabricHelper& fabric)
    {
        for (uint32_t i = 0; i < fabric.GetPorts().size(); ++i)
        {
            fabric.GetPorts()[i].device->TraceConnectWithoutContext(
                "PhyTxBegin",
                MakeCallback(&DcPathTrace::OnTx, this).Bind(i));
        }
    }

    std::map<uint16_t, std::vector<uint32_t>> paths; //!< by source port: all ports in order of time

  private:
    void OnTx(uint32_t port, Ptr<const Packet> packet)
    {
        PppHeader ppp;
        Ipv4Header ip;
        UdpHeader udp;
        const Ptr<Packet> copy = packet->Copy();
        copy->RemoveHeader(ppp);
        copy->RemoveHeader(ip);
        if (ip.GetProtocol() == 17 && copy->RemoveHeader(udp))
        {
            paths[udp.GetSourcePort()].push_back(port);
        }
    }
};

} // namespace ns3

#endif /* DC_FABRIC_TEST_SUPPORT_H */
