/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_HELPER_H
#define DC_FLOW_HELPER_H

#include "ns3/dc-flow-sink.h"
#include "ns3/dc-flow-source.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup dc-workload
 * A DcFlowSource and a DcFlowSink on each host, and flows between them.
 */
class DcFlowHelper
{
  public:
    /** @param port the port that sinks listen on */
    explicit DcFlowHelper(uint16_t port = 5000);

    /** @param onEnd called with each flow that has ended */
    void SetEndCallback(DcFlowTable::EndCallback onEnd);

    /** @param onSocket called with the socket of each flow before it connects */
    void SetSenderCallback(DcFlowSource::SocketCallback onSocket);

    /** @param onSocket called with the listening socket of each host before it listens */
    void SetReceiverCallback(DcFlowSink::SocketCallback onSocket);

    /**
     * Installs the applications of a host with the next index.
     * @param host the host, with an Internet stack
     * @param address its address
     */
    void Install(Ptr<Node> host, Ipv4Address address);

    /**
     * Starts a flow now; can be the callback of DcPoissonPairs and DcFlowPlayer.
     * @param flow the flow, from host src to host dst
     */
    void Start(Ptr<DcFlow> flow);

    /** @param flow a flow that sends no new data from now on */
    void Stop(Ptr<const DcFlow> flow);

    /** Ends all open flows as censored, in order of their ids. */
    void CensorAll();

    /** @return open flows */
    std::size_t GetNOpen() const;

    /** @return flows whose connection failed or was reset */
    uint64_t GetNFailed() const;

  private:
    uint16_t m_port;                          //!< port that sinks listen on
    Ptr<DcFlowTable> m_table;                 //!< the open flows
    DcFlowSource::SocketCallback m_onSender;  //!< called with sending sockets
    DcFlowSink::SocketCallback m_onReceiver;  //!< called with listening sockets
    std::vector<Ptr<DcFlowSource>> m_sources; //!< by host
    std::vector<Ipv4Address> m_addresses;     //!< by host
};

} // namespace ns3

#endif /* DC_FLOW_HELPER_H */
