/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FQ_PACING_FLOW_H
#define FQ_PACING_FLOW_H

#include "slot-pool.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * A flow of FqPacingCore.
 */
struct FqPacingFlow
{
    /** Where it is. */
    enum Keeper : uint8_t
    {
        DETACHED, //!< it has no packets
        LISTED,   //!< in the list of new or of old flows of its band
        THROTTLED //!< it has to wait for a time
    };

    FqPacingFlow() = default;

    /** @param hash of its key */
    FqPacingFlow(uint32_t hash, bool)
        : hash(hash)
    {
    }

    /** @return the hash of its key */
    uint32_t Hash() const
    {
        return hash;
    }

    /** @return false: this discipline does not care */
    bool IsLocal() const
    {
        return false;
    }

    uint32_t hash{0};         //!< of its key
    uint32_t chain{NO_SLOT};  //!< next flow of its bucket
    uint32_t head{NO_SLOT};   //!< packet that leaves next
    uint32_t tail{NO_SLOT};   //!< packet that leaves last
    uint32_t packets{0};      //!< queued
    uint32_t before{NO_SLOT}; //!< neighbour in the list that it is in
    uint32_t after{NO_SLOT};  //!< neighbour in the list that it is in
    uint32_t place{0};        //!< among those that wait
    Keeper keeper{DETACHED};  //!< where it is
    uint8_t band{0};          //!< of its next packet
    int64_t credit{0};        //!< bytes that it may send in its turn
    int64_t nextPacket{0};    //!< no packet leaves before, ns; 0 before the first
    int64_t idleSince{0};     //!< when it was detached, ns
};

/**
 * @ingroup aqm-queue-disc
 * A list of flows, first in first out.
 */
class FqPacingList
{
  public:
    /** @return the first flow, or NO_SLOT */
    uint32_t First() const
    {
        return m_head;
    }

    /** @param flows all flows @param index one in no list */
    void Append(SlotPool<FqPacingFlow>& flows, uint32_t index)
    {
        flows[index].before = m_tail;
        flows[index].after = NO_SLOT;
        (m_tail == NO_SLOT ? m_head : flows[m_tail].after) = index;
        m_tail = index;
    }

    /** @param flows all flows @param index one in this list */
    void Remove(SlotPool<FqPacingFlow>& flows, uint32_t index)
    {
        const FqPacingFlow& flow = flows[index];
        (flow.before == NO_SLOT ? m_head : flows[flow.before].after) = flow.after;
        (flow.after == NO_SLOT ? m_tail : flows[flow.after].before) = flow.before;
    }

  private:
    uint32_t m_head{NO_SLOT}; //!< first
    uint32_t m_tail{NO_SLOT}; //!< last
};

} // namespace schedlab

#endif /* FQ_PACING_FLOW_H */
