/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_TAG_H
#define FLOW_TAG_H

#include "ns3/nstime.h"
#include "ns3/tag.h"

namespace ns3
{

/**
 * @ingroup dc-workload
 * Says of a data packet which flow it belongs to and when the transport handed it down.
 *
 * Written by DcFlowSource on every packet that carries payload, so acknowledgements and packets
 * that only open or close a connection have none. It takes no space on the wire.
 */
class FlowTag : public Tag
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param flow id of the flow
     * @param sent when the transport handed the packet down
     */
    explicit FlowTag(uint32_t flow = 0, Time sent = Time());

    /** @return id of the flow */
    uint32_t GetFlow() const;

    /** @return when the transport handed the packet down */
    Time GetSent() const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

  private:
    uint32_t m_flow;   //!< id of the flow
    uint64_t m_sentNs; //!< nanoseconds
};

} // namespace ns3

#endif /* FLOW_TAG_H */
