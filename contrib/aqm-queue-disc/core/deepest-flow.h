/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEEPEST_FLOW_H
#define DEEPEST_FLOW_H

#include "indexed-heap.h"
#include "pfqd-flow.h"

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * The flow with the most bytes; of equals the one created first.
 *
 * Flows are watched only from the first time that this is asked until Forget(): as long as the cap
 * is far away they cost nothing. Depths are then kept as upper bounds in a heap: a flow that got
 * deeper than its bound is moved at once, one that got shallower only when its bound has made it
 * the first.
 */
class DeepestFlow
{
  public:
    /** @param flows all flows */
    explicit DeepestFlow(PfqdFlows& flows)
        : m_flows(flows),
          m_heap(ByDepth{&flows})
    {
    }

    DeepestFlow(const DeepestFlow&) = delete;
    DeepestFlow& operator=(const DeepestFlow&) = delete;

    /** @param index a flow that has its first packet */
    void Add(uint32_t index)
    {
        if (m_watches && !m_flows[index].Is(PfqdFlowRecord::LOCAL))
        {
            m_flows[index].depthBound = m_flows[index].state.bytes;
            m_heap.Add(index);
        }
    }

    /** @param index a flow that has got another packet */
    void Grown(uint32_t index)
    {
        PfqdFlow& flow = m_flows[index];
        if (m_watches && flow.state.bytes > flow.depthBound && !flow.Is(PfqdFlowRecord::LOCAL))
        {
            flow.depthBound = flow.state.bytes;
            m_heap.Update(index);
        }
    }

    /** @param index a flow that has no packets any more */
    void Remove(uint32_t index)
    {
        if (m_watches && !m_flows[index].Is(PfqdFlowRecord::LOCAL))
        {
            m_heap.Remove(index);
        }
    }

    /** @return the deepest flow that is not local; there must be one */
    uint32_t Find()
    {
        if (!m_watches)
        {
            Watch();
        }
        for (;;)
        {
            const uint32_t index = m_heap.Top();
            PfqdFlow& flow = m_flows[index];
            if (flow.depthBound == flow.state.bytes)
            {
                return index;
            }
            flow.depthBound = flow.state.bytes;
            m_heap.Update(index);
        }
    }

    /** Watches no longer. */
    void Forget()
    {
        if (m_watches)
        {
            m_watches = false;
            m_heap.Clear();
        }
    }

  private:
    /** The largest bound is first, then the older flow. */
    struct ByDepth
    {
        PfqdFlows* flows; //!< all flows

        /** @return true if a goes first */
        bool Before(uint32_t a, uint32_t b) const
        {
            const PfqdFlow& left = (*flows)[a];
            const PfqdFlow& right = (*flows)[b];
            return left.depthBound != right.depthBound ? left.depthBound > right.depthBound
                                                       : left.created < right.created;
        }

        /** @return where a keeps its place */
        uint32_t& Place(uint32_t a) const
        {
            return (*flows)[a].depthPlace;
        }
    };

    /** Begins to watch the flows that have packets. */
    void Watch()
    {
        m_watches = true;
        for (uint32_t index = 0; index < m_flows.Slots(); ++index)
        {
            if (m_flows[index].state.packets > 0)
            {
                Add(index);
            }
        }
    }

    PfqdFlows& m_flows;          //!< all flows
    bool m_watches{false};       //!< the heap is kept
    IndexedHeap<ByDepth> m_heap; //!< the flows that have packets
};

} // namespace schedlab

#endif /* DEEPEST_FLOW_H */
