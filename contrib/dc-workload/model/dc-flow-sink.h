/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_SINK_H
#define DC_FLOW_SINK_H

#include "dc-flow-table.h"

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/type-id.h"

#include <unordered_map>

namespace ns3
{

class Socket;
class DcFlowReceiver;

/**
 * @ingroup dc-workload
 * Receives the flows of one host: accepts every connection, reads all data at once and notes on the
 * flow what arrived.
 */
class DcFlowSink : public Application
{
  public:
    /** Called with the listening socket, whose traces pass on to the connections. */
    using SocketCallback = Callback<void, Ptr<Socket>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    DcFlowSink();
    ~DcFlowSink() override;

    /** @param table where the flows are kept; has to be set before the application starts */
    void SetTable(Ptr<DcFlowTable> table);

    /** @param onSocket called with the listening socket before it listens */
    void SetSocketCallback(SocketCallback onSocket);

    /** @return connections that no open flow was found for */
    uint64_t GetNUnknown() const;

  protected:
    void DoDispose() override;

  private:
    friend class DcFlowReceiver;

    void StartApplication() override;
    void StopApplication() override;

    /** @param socket a new connection @param from where it comes from */
    void OnAccept(Ptr<Socket> socket, const Address& from);
    /** @param socket a connection that is closed */
    void Forget(Ptr<Socket> socket);

    TypeId m_protocol;                                            //!< socket factory
    uint16_t m_port;                                              //!< port to listen on
    SocketCallback m_onSocket;                                    //!< called with the listener
    Ptr<DcFlowTable> m_table;                                     //!< where the flows are kept
    Ptr<Socket> m_listener;                                       //!< accepts connections
    uint64_t m_unknown{0};                                        //!< connections of no flow
    std::unordered_map<Socket*, Ptr<DcFlowReceiver>> m_receivers; //!< open connections
};

} // namespace ns3

#endif /* DC_FLOW_SINK_H */
