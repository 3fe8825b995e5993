/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_TIER_H
#define PFQD_TIER_H

#include "indexed-heap.h"
#include "pfqd-flow.h"

#include <algorithm>

namespace schedlab
{

/** No time ever. */
constexpr int64_t NEVER_NS = INT64_MAX;

/**
 * @ingroup aqm-queue-disc
 * The flows of DHI or DLO in the order of their turns. A flow that joins or was served is last; one
 * that must not send yet keeps its place and is passed over.
 *
 * The places are numbers that only grow, so those who were there before some instant are those with
 * a smaller number than NextOrder() then: the snapshot of a cycle is one number.
 *
 * Joining, leaving and finding the first take O(1), or O(log n) in the number n of flows that wait
 * for a time or did.
 */
class PfqdTier
{
  public:
    /** @param flows all flows */
    explicit PfqdTier(PfqdFlows& flows)
        : m_flows(flows),
          m_due(ByOrder{&flows}),
          m_waiting(ByTime{&flows})
    {
    }

    PfqdTier(const PfqdTier&) = delete;
    PfqdTier& operator=(const PfqdTier&) = delete;

    /** @param index a flow that joins, or has been served @param now the time */
    void Append(uint32_t index, int64_t now)
    {
        PfqdFlow& flow = m_flows[index];
        flow.order = m_nextOrder++;
        ++m_size;
        if (flow.nextDeparture > now)
        {
            flow.keeper = PfqdFlow::WAITING;
            m_waiting.Add(index);
            return;
        }
        flow.keeper = PfqdFlow::READY;
        flow.before = m_tail;
        flow.after = NO_SLOT;
        (m_tail == NO_SLOT ? m_head : m_flows[m_tail].after) = index;
        m_tail = index;
    }

    /** @param index a flow of the tier that leaves it */
    void Remove(uint32_t index)
    {
        PfqdFlow& flow = m_flows[index];
        --m_size;
        switch (flow.keeper)
        {
        case PfqdFlow::WAITING:
            m_waiting.Remove(index);
            break;
        case PfqdFlow::DUE:
            m_due.Remove(index);
            break;
        default:
            (flow.before == NO_SLOT ? m_head : m_flows[flow.before].after) = flow.after;
            (flow.after == NO_SLOT ? m_tail : m_flows[flow.after].before) = flow.before;
        }
        flow.keeper = PfqdFlow::NOWHERE;
    }

    /** @param now the time; flows that waited for it may have their turn */
    void Release(int64_t now)
    {
        while (!m_waiting.IsEmpty() && m_flows[m_waiting.Top()].nextDeparture <= now)
        {
            const uint32_t index = m_waiting.Top();
            m_waiting.Remove(index);
            m_flows[index].keeper = PfqdFlow::DUE;
            m_due.Add(index);
        }
    }

    /** @return the first flow that may send, or NO_SLOT */
    uint32_t First() const
    {
        if (m_due.IsEmpty())
        {
            return m_head;
        }
        const uint32_t due = m_due.Top();
        return m_head == NO_SLOT || m_flows[due].order < m_flows[m_head].order ? due : m_head;
    }

    /** @return when the first of those that must not send yet may, ns, or NEVER_NS */
    int64_t NextDeparture() const
    {
        return m_waiting.IsEmpty() ? NEVER_NS : m_flows[m_waiting.Top()].nextDeparture;
    }

    /** @return the place of the next that joins */
    uint64_t NextOrder() const
    {
        return m_nextOrder;
    }

    /** @return the number of flows */
    std::size_t Size() const
    {
        return m_size;
    }

  private:
    /** The first in the tier is first. */
    struct ByOrder
    {
        PfqdFlows* flows; //!< all flows

        /** @return true if a is before b */
        bool Before(uint32_t a, uint32_t b) const
        {
            return (*flows)[a].order < (*flows)[b].order;
        }

        /** @return where a keeps its place */
        uint32_t& Place(uint32_t a) const
        {
            return (*flows)[a].place;
        }
    };

    /** The first that may send is first. */
    struct ByTime
    {
        PfqdFlows* flows; //!< all flows

        /** @return true if a may send before b */
        bool Before(uint32_t a, uint32_t b) const
        {
            return (*flows)[a].nextDeparture < (*flows)[b].nextDeparture;
        }

        /** @return where a keeps its place */
        uint32_t& Place(uint32_t a) const
        {
            return (*flows)[a].place;
        }
    };

    PfqdFlows& m_flows;            //!< all flows
    uint32_t m_head{NO_SLOT};      //!< first of those that are READY
    uint32_t m_tail{NO_SLOT};      //!< last of them
    IndexedHeap<ByOrder> m_due;    //!< those that waited
    IndexedHeap<ByTime> m_waiting; //!< those that wait
    uint64_t m_nextOrder{0};       //!< place of the next that joins
    std::size_t m_size{0};         //!< number of flows
};

} // namespace schedlab

#endif /* PFQD_TIER_H */
