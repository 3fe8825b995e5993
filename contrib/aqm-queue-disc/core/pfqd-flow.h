/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_FLOW_H
#define PFQD_FLOW_H

#include "slot-pool.h"

namespace schedlab
{

#pragma pack(push, 4)

/**
 * @ingroup aqm-queue-disc
 * The state of an active flow that the paper counts (section 4.1): 36 bytes.
 */
struct PfqdFlowRecord
{
    /** Bits of flags. */
    enum Flag : uint32_t
    {
        DEMOTED = 1,    //!< it is in DLO, not in DHI
        OVER_LIMIT = 2, //!< it was deeper than its ECN limit: what leaves is marked
        ECT_SEEN = 4,   //!< an ECN-capable packet came since the state was made
        LOCAL = 8       //!< its packets were sent by this host
    };

    uint32_t head{NO_SLOT};  //!< oldest packet
    uint32_t tail{NO_SLOT};  //!< newest packet
    int64_t since{0};        //!< backlogged since, ns: demotion is counted from here
    uint32_t burstLeftUs{0}; //!< from then on, at port speed for so long, us
    uint32_t packets{0};     //!< queued
    uint32_t bytes{0};       //!< queued
    uint32_t hash{0};        //!< of its key
    uint32_t flags{0};       //!< of Flag
};

#pragma pack(pop)

/**
 * @ingroup aqm-queue-disc
 * A flow as the simulator keeps it: the paper's record, and what finds and orders flows, for which
 * hardware has other means.
 */
struct PfqdFlow
{
    /** Where it is kept. */
    enum Keeper : uint8_t
    {
        NOWHERE, //!< being moved
        READY,   //!< in a tier, its turn may come
        DUE,     //!< in a tier, the time it had to wait for has come
        WAITING, //!< in a tier, it has to wait for a time
        IDLE     //!< no packets; its next departure or burst is remembered
    };

    PfqdFlow() = default;

    /** @param hash of its key @param isLocal whether this host sends its packets */
    PfqdFlow(uint32_t hash, bool isLocal)
    {
        state.hash = hash;
        Set(PfqdFlowRecord::LOCAL, isLocal);
    }

    PfqdFlowRecord state;     //!< the paper's record
    Keeper keeper{NOWHERE};   //!< where it is kept
    uint32_t before{NO_SLOT}; //!< neighbour while READY
    uint32_t after{NO_SLOT};  //!< neighbour while READY
    uint32_t place{0};        //!< in a heap, otherwise
    uint32_t chain{NO_SLOT};  //!< next flow of its bucket
    uint32_t depthBound{0};   //!< it is no deeper than this, bytes
    uint32_t depthPlace{0};   //!< among the deepest flows
    uint64_t order{0};        //!< its place in its tier
    uint64_t created{0};      //!< rank by age, the first is 0
    int64_t nextDeparture{0}; //!< no packet leaves before, ns
    int64_t forgetAt{0};      //!< while IDLE: nothing of it matters any more, ns

    /** @return the hash of its key */
    uint32_t Hash() const
    {
        return state.hash;
    }

    /** @return true if this host sends its packets */
    bool IsLocal() const
    {
        return Is(PfqdFlowRecord::LOCAL);
    }

    /** @param flag a flag @return whether it is set */
    bool Is(PfqdFlowRecord::Flag flag) const
    {
        return state.flags & flag;
    }

    /** @param flag a flag @param value what it is set to */
    void Set(PfqdFlowRecord::Flag flag, bool value)
    {
        state.flags = value ? state.flags | flag : state.flags & ~flag;
    }
};

/** All flows, named by their slots. */
using PfqdFlows = SlotPool<PfqdFlow>;

} // namespace schedlab

#endif /* PFQD_FLOW_H */
