/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SP_PIFO_CORE_H
#define SP_PIFO_CORE_H

#include "bounded-fifo.h"
#include "comparison-cost.h"
#include "rank-verdict.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Parameters of SpPifoCore.
 */
struct SpPifoParams
{
    /** How far the bounds of the other queues move when a rank falls below the lowest bound. */
    enum StepRule
    {
        COST,       //!< by the distance between that bound and the rank, as published
        ONE,        //!< by one
        RANK,       //!< by the rank itself; the bounds may get out of order
        QUEUE_BOUND //!< each takes the bound of the queue before it, the second that rank
    };

    uint32_t queues = 8;       //!< number of FIFOs, at least 1
    RankLimit queueLimit{136}; //!< the most that each may hold
    StepRule stepRule = COST;  //!< how far the bounds move
};

/**
 * @ingroup rank-queue-disc
 * SP-PIFO (Alcoz, Dietmueller and Vanbever, "SP-PIFO: Approximating Push-In First-Out Behaviors
 * using Strict-Priority Queues", NSDI 2020): a bank of FIFOs served in strict priority, each with a
 * bound on the ranks it takes, and the bounds follow the traffic.
 *
 * All bounds start at 0. An arrival goes to the first queue, from the last to the first, whose
 * bound is at most its rank, or else to the first queue. If that queue is full it is refused and no
 * bound moves. If not, the bound of its queue becomes its rank (push-up); and if it went to the
 * first queue with a rank below that queue's bound, the bounds of all other queues go down as the
 * step rule says (push-down).
 *
 * Bounds never leave the range of ranks: a rank comes to the first queue only if it is below the
 * bounds of all others, and none of the step rules takes more from them than that leaves (for COST,
 * because the bounds stay in ascending order).
 *
 * Push and Pop take O(queues), whatever is queued.
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
class SpPifoCore
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it
    using Params = SpPifoParams;         //!< parameters

    static constexpr bool USES_FLOW = false; //!< flows do not matter

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if there is no queue or the limit is zero
     */
    explicit SpPifoCore(const Params& params, const Cost& cost = Cost())
        : m_queues(CheckedQueues(params),
                   BoundedFifo<Handle>(params.queueLimit.Checked("QueueSize"))),
          m_bounds(params.queues, 0),
          m_stepRule(params.stepRule),
          m_cost(cost)
    {
    }

    /**
     * @param arrival the packet offered
     * @return whether it was accepted
     */
    Verdict Push(const Arrival& arrival)
    {
        const uint64_t rank = arrival.rank;
        std::size_t at = m_bounds.size() - 1;
        while (at > 0 && m_bounds[at] > rank)
        {
            --at;
        }
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().boundTests += m_bounds.size() - at;
        }
        if (!m_queues[at].HasRoomFor(arrival.size))
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        if (rank < m_bounds[at])
        {
            PushDown(rank);
        }
        m_bounds[at] = rank;
        m_queues[at].Append(Entry::From(arrival, m_nextSeq++));
        ++m_size;
        return Verdict::Accept();
    }

    /** @return the packet served, or nothing if all queues are empty */
    std::optional<Entry> Pop()
    {
        if (m_size == 0)
        {
            return std::nullopt;
        }
        --m_size;
        return m_queues[FirstBusy()].PopFront();
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        return m_size == 0 ? nullptr : &m_queues[FirstBusy()].Front();
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @return the cost policy with its counts */
    const Cost& GetCost() const
    {
        return m_cost;
    }

    /** @return the bound of each queue, the first is served first */
    const std::vector<uint64_t>& Bounds() const
    {
        return m_bounds;
    }

  private:
    /** @return the number of queues, checked @param params the parameters */
    static uint32_t CheckedQueues(const Params& params)
    {
        if (params.queues == 0)
        {
            throw std::invalid_argument("Queues must be at least 1");
        }
        return params.queues;
    }

    /** @param rank a rank below the first bound, whose place it takes afterwards */
    void PushDown(uint64_t rank)
    {
        if (m_stepRule == Params::QUEUE_BOUND)
        {
            m_bounds[0] = rank;
            std::copy_backward(m_bounds.begin(), m_bounds.end() - 1, m_bounds.end());
            return;
        }
        const uint64_t step = m_stepRule == Params::COST  ? m_bounds[0] - rank
                              : m_stepRule == Params::ONE ? uint64_t(1)
                                                          : rank;
        for (std::size_t i = 1; i < m_bounds.size(); ++i)
        {
            m_bounds[i] -= step;
        }
    }

    /** @return the first queue that holds a packet; there must be one */
    std::size_t FirstBusy() const
    {
        std::size_t at = 0;
        while (m_queues[at].IsEmpty())
        {
            ++at;
        }
        return at;
    }

    std::vector<BoundedFifo<Handle>> m_queues; //!< the packets, the first queue is served first
    std::vector<uint64_t> m_bounds;            //!< the smallest rank that each queue asks for
    Params::StepRule m_stepRule;               //!< how far the bounds move
    Cost m_cost;                               //!< what the hardware would have compared
    std::size_t m_size = 0;                    //!< packets queued
    uint64_t m_nextSeq = 0;                    //!< order of the next packet taken
};

} // namespace schedlab

#endif /* SP_PIFO_CORE_H */
