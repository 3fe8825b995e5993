/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_SENDER_H
#define DC_FLOW_SENDER_H

#include "dc-flow-source.h"

#include "ns3/packet.h"
#include "ns3/sequence-number.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"

namespace ns3
{

class TcpSocketBase;

/**
 * @ingroup dc-workload
 * The sending end of one flow of a DcFlowSource: its socket, and what the socket's traces say.
 */
class DcFlowSender : public SimpleRefCount<DcFlowSender>
{
  public:
    /**
     * @param source the application this flow belongs to
     * @param flow the flow, open
     */
    DcFlowSender(DcFlowSource* source, Ptr<DcFlow> flow);

    /**
     * Connects.
     * @param socket a new stream socket
     * @param peer address and port of a DcFlowSink
     */
    void Start(Ptr<Socket> socket, const Address& peer);

    /** Sends no new data from now on. */
    void Stop();

    /** Takes no more notice of the socket. */
    void Detach();

  private:
    /** Hands the socket as much as it is to have, or ends the flow if all is acknowledged. */
    void Refill();
    /** @param socket the socket, which has room in its buffer */
    void OnSend(Ptr<Socket> socket, uint32_t);
    /** @param socket the socket, which has sent data */
    void OnDataSent(Ptr<Socket> socket, uint32_t);
    /** @param socket the socket, whose connection failed */
    void OnFailure(Ptr<Socket> socket);
    /** A packet is handed down. @param packet the packet @param header its TCP header */
    void OnTx(Ptr<const Packet> packet, const TcpHeader& header, Ptr<const TcpSocketBase>);
    /** The retransmission timeout changed. @param before before @param now now */
    void OnRto(Time before, Time now);
    /** Ends the flow. @param failed whether its connection failed */
    void Finish(bool failed);

    DcFlowSource* m_source;     //!< the application
    Ptr<DcFlow> m_flow;         //!< the flow
    Ptr<Socket> m_socket;       //!< its socket
    uint32_t m_buffer{0};       //!< size of the socket's send buffer
    uint32_t m_segment{0};      //!< payload of a full segment
    uint64_t m_handed{0};       //!< bytes handed to the socket
    bool m_stopped{false};      //!< no new data
    bool m_synSent{false};      //!< a SYN was sent
    SequenceNumber32 m_next{1}; //!< end of what was sent so far; the SYN takes number 0
};

} // namespace ns3

#endif /* DC_FLOW_SENDER_H */
