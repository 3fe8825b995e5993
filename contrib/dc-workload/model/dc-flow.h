/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FLOW_H
#define DC_FLOW_H

#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup dc-workload
 * One flow and what has been seen of it so far. Kept while the flow is open.
 */
struct DcFlow : public SimpleRefCount<DcFlow>
{
    /** What became of the flow. */
    enum Status
    {
        OPEN,    //!< still running
        DONE,    //!< every byte was acknowledged
        CENSORED //!< the run ended first, so there is no completion time
    };

    uint32_t id{0};      //!< number of the flow, from 1
    uint32_t src{0};     //!< index of the sending host
    uint32_t dst{0};     //!< index of the receiving host
    uint64_t size{0};    //!< bytes to send; 0 for a flow that sends until it is stopped
    uint32_t weight{1};  //!< weight for schedulers that know weights
    Time start;          //!< when it was started
    Time end;            //!< when the acknowledgement of its last byte was processed
    Status status{OPEN}; //!< what became of it

    uint64_t sentBytes{0};          //!< payload handed down by the transport, first copies only
    uint64_t packets{0};            //!< data packets handed down by the transport, all copies
    uint64_t retransmits{0};        //!< data packets and SYNs that were copies
    uint64_t rtos{0};               //!< retransmission timeouts, those of the SYN included
    uint64_t arrivedBytes{0};       //!< payload that reached the receiving transport, all copies
    uint64_t arrivedPackets{0};     //!< data packets that reached the receiving transport
    uint64_t reorderedPackets{0};   //!< of these, those that a packet sent later had overtaken
    uint64_t deliveredBytes{0};     //!< payload that the receiver read, in order
    uint64_t delaySumNs{0};         //!< sum over arrived packets of their time in the network
    uint64_t comparisons{0};        //!< sum over data packets, filled in by whoever counts
    uint64_t cascadeComparisons{0}; //!< sum over data packets, filled in by whoever counts
    uint64_t comparedPackets{0};    //!< data packets in the two sums above
};

} // namespace ns3

#endif /* DC_FLOW_H */
