/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PIFO_CORE_H
#define PIFO_CORE_H

#include "bounded-pifo.h"
#include "rank-verdict.h"

#include <optional>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Push-in first-out queue (Sivaraman et al., "Programmable Packet Scheduling at Line Rate",
 * SIGCOMM 2016): an arrival is placed by (rank, arrival), the head leaves, and on overflow the
 * worst rank goes, the newest of equals first; that may be the arrival itself.
 *
 * With a limit in bytes several packets may have to go. If the arrival does not fit beside the
 * packets that stay ahead of it, it is refused and nothing is pushed out.
 *
 * Push and Pop take O(log n), Peek O(1).
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
class PifoCore
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it

    static constexpr bool USES_FLOW = false; //!< flows do not matter

    /** Parameters. */
    struct Params
    {
        RankLimit limit{1088}; //!< the most that may be queued
    };

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if the limit is zero
     */
    explicit PifoCore(const Params& params, const Cost& cost = Cost())
        : m_queue(params.limit.Checked("the limit of a PIFO")),
          m_cost(cost)
    {
    }

    /**
     * @param arrival the packet offered
     * @return whether it was accepted, and what it pushed out
     */
    Verdict Push(const Arrival& arrival)
    {
        if (m_queue.Limit().Need(arrival.size) > m_queue.Limit().value)
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        if (!m_queue.HasRoomFor(arrival.size) && arrival.rank >= m_queue.Max().key.rank)
        {
            // Worse than all that is queued. A scan from the tail would end at its first packet.
            m_cost.Counts().scan += m_cost.IsEnabled() ? 1 : 0;
            return Verdict::Refuse(Refusal::FULL);
        }
        const Entry entry = Entry::From(arrival, m_nextSeq++);
        m_cost.Counts().scan += m_queue.Insert(entry, m_cost);
        if (!m_queue.IsOver())
        {
            return Verdict::Accept();
        }
        if (!m_queue.Trim(entry.key, m_evicted, m_cost))
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        return Verdict::Accept(m_evicted);
    }

    /** @return the packet served, or nothing if the queue is empty */
    std::optional<Entry> Pop()
    {
        if (m_queue.IsEmpty())
        {
            return std::nullopt;
        }
        return m_queue.PopMin(m_cost);
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        return m_queue.IsEmpty() ? nullptr : &m_queue.Min();
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_queue.Size();
    }

    /** @return the cost policy with its counts */
    const Cost& GetCost() const
    {
        return m_cost;
    }

    /**
     * @param limit the new limit; packets beyond it are pushed out by the next arrival
     * @throws std::invalid_argument if the limit is zero
     */
    void SetLimit(const RankLimit& limit)
    {
        m_queue.SetLimit(limit.Checked("the limit of a PIFO"));
    }

  private:
    BoundedPifo<Handle, Cost> m_queue; //!< the packets
    Cost m_cost;                       //!< what the hardware would have compared
    uint64_t m_nextSeq = 0;            //!< order of the next arrival
    std::vector<Entry> m_evicted;      //!< pushed out by the last arrival; memory is reused
};

} // namespace schedlab

#endif /* PIFO_CORE_H */
