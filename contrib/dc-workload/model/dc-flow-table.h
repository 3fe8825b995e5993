/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_TABLE_H
#define DC_FLOW_TABLE_H

#include "dc-flow.h"

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/ptr.h"

#include <unordered_map>

/**
 * @defgroup dc-workload Datacenter workloads
 *
 * Flow sizes, arrivals, the applications that carry flows, and their records.
 */

namespace ns3
{

/**
 * @ingroup dc-workload
 * The open flows of a run. Memory is bounded by the flows open at a time: the record of a flow is
 * handed out when the flow ends and then forgotten.
 */
class DcFlowTable : public SimpleRefCount<DcFlowTable>
{
  public:
    /** Called with each flow that has ended. */
    using EndCallback = Callback<void, Ptr<const DcFlow>>;

    /** @param onEnd called with each flow that has ended */
    void SetEndCallback(EndCallback onEnd);

    /**
     * @param flow a flow with its id, hosts and size filled in; starts now
     * @throws std::logic_error if a flow of this id is open
     */
    void Open(Ptr<DcFlow> flow);

    /** @param id a flow's number @return the flow, or null if it is not open */
    Ptr<DcFlow> Find(uint32_t id) const;

    /**
     * Lets the receiver find the flow of a new connection.
     * @param flow an open flow
     * @param local address and port it sends from
     */
    void Bind(Ptr<DcFlow> flow, const Address& local);

    /** @param from where a connection comes from @return its flow, or null if it is not open */
    Ptr<DcFlow> FindBySource(const Address& from) const;

    /** @param flow an open flow, every byte of which was acknowledged now */
    void End(Ptr<DcFlow> flow);

    /** Ends all open flows as censored, in order of their ids. */
    void CensorAll();

    /** @return open flows */
    std::size_t GetNOpen() const;

  private:
    /** @param source address and port @return them as one number */
    static uint64_t Key(const Address& source);
    /** @param flow a flow that has ended */
    void Close(Ptr<DcFlow> flow);

    std::unordered_map<uint32_t, Ptr<DcFlow>> m_flows;    //!< open flows by id
    std::unordered_map<uint64_t, Ptr<DcFlow>> m_bySource; //!< open flows by address and port
    std::unordered_map<uint32_t, uint64_t> m_sources;     //!< address and port by id
    EndCallback m_onEnd;                                  //!< called with ended flows
};

} // namespace ns3

#endif /* DC_FLOW_TABLE_H */
