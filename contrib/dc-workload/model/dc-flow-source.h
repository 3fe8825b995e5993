/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_SOURCE_H
#define DC_FLOW_SOURCE_H

#include "dc-flow-table.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/type-id.h"

#include <unordered_map>

namespace ns3
{

class DcFlowSender;
class Socket;

/**
 * @ingroup dc-workload
 * Sends the flows of one host over sockets of the host's TCP.
 *
 * A flow's socket is made when the flow starts and closed when its last byte is acknowledged, so a
 * host may carry any number of flows one after the other. A flow without a size sends until
 * StopFlow() and keeps only a little data ready beyond what was sent, so that it stops within about
 * a round trip.
 */
class DcFlowSource : public Application
{
  public:
    /** Called with the socket of a flow before it connects. */
    using SocketCallback = Callback<void, Ptr<Socket>, Ptr<const DcFlow>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    DcFlowSource();
    ~DcFlowSource() override;

    /** @param table where the flows are kept; has to be set before the first flow */
    void SetTable(Ptr<DcFlowTable> table);

    /**
     * Lets somebody have a socket before anything is sent: to connect its traces, to write tags on
     * its packets, to set its type of service.
     * @param onSocket called with the socket of each flow before it connects
     */
    void SetSocketCallback(SocketCallback onSocket);

    /**
     * Starts a flow now.
     * @param flow what to send; its id is not in use
     * @param peer address and port of a DcFlowSink
     */
    void StartFlow(Ptr<DcFlow> flow, const Address& peer);

    /** @param id a flow of this host, which sends no new data from now on; may have ended */
    void StopFlow(uint32_t id);

    /** @return flows whose connection failed or was reset */
    uint64_t GetNFailed() const;

  protected:
    void DoDispose() override;

  private:
    friend class DcFlowSender;

    void StartApplication() override;
    void StopApplication() override;

    /** @param id a flow that has ended or failed @param failed whether it failed */
    void Forget(uint32_t id, bool failed);

    TypeId m_protocol;                                         //!< socket factory
    uint32_t m_ahead;                                          //!< segments ready to send
    uint64_t m_failed{0};                                      //!< flows whose connection failed
    SocketCallback m_onSocket;                                 //!< called with new sockets
    Ptr<DcFlowTable> m_table;                                  //!< where the flows are kept
    std::unordered_map<uint32_t, Ptr<DcFlowSender>> m_senders; //!< open flows of this host
};

} // namespace ns3

#endif /* DC_FLOW_SOURCE_H */
