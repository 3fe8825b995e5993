/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_PLAYER_H
#define DC_FLOW_PLAYER_H

#include "dc-flow.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/flow-spec.h"
#include "ns3/object.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup dc-workload
 * Flows that arrive as a list says: read from a file, an incast, a permutation. One arrival is
 * scheduled at a time.
 */
class DcFlowPlayer : public Object
{
  public:
    /** Called with each flow at the moment it arrives; id, src, dst and size are filled in. */
    using ArrivalCallback = Callback<void, Ptr<DcFlow>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Starts to play.
     * @param flows the flows by start, none before now; their numbers fit in 32 bits
     * @param hosts number of hosts
     * @param onArrival called with each flow
     * @throws std::invalid_argument if the flows are not in order or cannot be sent
     */
    void Start(std::vector<schedlab::FlowSpec> flows, uint32_t hosts, ArrivalCallback onArrival);

    /** @return flows that have arrived */
    uint64_t GetNArrived() const;

  protected:
    void DoDispose() override;

  private:
    /** Waits for the next flow, if there is one. */
    void ScheduleNext();
    /** A flow arrives. */
    void Arrive();

    std::vector<schedlab::FlowSpec> m_flows; //!< the list
    std::size_t m_arrived{0};                //!< flows that have arrived
    ArrivalCallback m_onArrival;             //!< called with each flow
    EventId m_event;                         //!< the next arrival
};

} // namespace ns3

#endif /* DC_FLOW_PLAYER_H */
