/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IDLE_FLOWS_H
#define IDLE_FLOWS_H

#include "indexed-heap.h"
#include "pfqd-flow.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Flows that have no packets but whose next departure, or burst, still matters.
 *
 * The paper removes all state of a flow with its last packet. A rate could then never bind a flow
 * whose packets come one at a time, and every pause would earn a new burst, so that much is kept
 * until it has no effect any more.
 */
class IdleFlows
{
  public:
    /** @param flows all flows */
    explicit IdleFlows(PfqdFlows& flows)
        : m_flows(flows),
          m_heap(ByTime{&flows})
    {
    }

    IdleFlows(const IdleFlows&) = delete;
    IdleFlows& operator=(const IdleFlows&) = delete;

    /** @param index a flow without packets @param forgetAt when it may be forgotten, ns */
    void Add(uint32_t index, int64_t forgetAt)
    {
        m_flows[index].keeper = PfqdFlow::IDLE;
        m_flows[index].forgetAt = forgetAt;
        m_heap.Add(index);
    }

    /** @param index a flow among them that has a packet again */
    void Remove(uint32_t index)
    {
        m_heap.Remove(index);
        m_flows[index].keeper = PfqdFlow::NOWHERE;
    }

    /** @param now the time, ns @return a flow that may be forgotten, taken out, or NO_SLOT */
    uint32_t TakeExpired(int64_t now)
    {
        if (m_heap.IsEmpty() || m_flows[m_heap.Top()].forgetAt > now)
        {
            return NO_SLOT;
        }
        const uint32_t index = m_heap.Top();
        Remove(index);
        return index;
    }

  private:
    /** The first that may be forgotten is first. */
    struct ByTime
    {
        PfqdFlows* flows; //!< all flows

        /** @return true if a goes first */
        bool Before(uint32_t a, uint32_t b) const
        {
            return (*flows)[a].forgetAt < (*flows)[b].forgetAt;
        }

        /** @return where a keeps its place */
        uint32_t& Place(uint32_t a) const
        {
            return (*flows)[a].place;
        }
    };

    PfqdFlows& m_flows;         //!< all flows
    IndexedHeap<ByTime> m_heap; //!< the idle ones
};

} // namespace schedlab

#endif /* IDLE_FLOWS_H */
