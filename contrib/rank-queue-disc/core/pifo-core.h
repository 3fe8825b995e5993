/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PIFO_CORE_H
#define PIFO_CORE_H

#include "bounded-pifo.h"
#include "rank-verdict.h"

#include <optional>
#include <set>
#include <tuple>
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
 * With serveEarliest the head only chooses the flow: that flow's packet which arrived first leaves,
 * as in pFabric (Alizadeh et al., "pFabric: Minimal Near-Optimal Datacenter Transport", SIGCOMM
 * 2013), so that a flow whose later packets rank better is not reordered.
 *
 * Push and Pop take O(log n), Peek O(1), with serveEarliest O(log n).
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

    static constexpr bool USES_FLOW = false; //!< flows matter with serveEarliest only

    /** Parameters. */
    struct Params
    {
        RankLimit limit{1088};      //!< the most that may be queued
        bool serveEarliest = false; //!< the head's flow is served in order of arrival
    };

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if the limit is zero
     */
    explicit PifoCore(const Params& params, const Cost& cost = Cost())
        : m_queue(params.limit.Checked("the limit of a PIFO")),
          m_cost(cost),
          m_serveEarliest(params.serveEarliest)
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
            Note(entry);
            return Verdict::Accept();
        }
        if (!m_queue.Trim(entry.key, m_evicted, m_cost))
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        Note(entry);
        for (const Entry& gone : m_evicted)
        {
            m_byFlow.erase(gone);
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
        if (!m_serveEarliest)
        {
            return m_queue.PopMin(m_cost);
        }
        const auto earliest = EarliestOf(m_queue.Min().flow);
        const RankKey key = earliest->key;
        m_byFlow.erase(earliest);
        return m_queue.Take(key, m_cost);
    }

    /** @return the packet that Pop() would serve, or nullptr; valid until the next call */
    const Entry* Peek() const
    {
        if (m_queue.IsEmpty() || !m_serveEarliest)
        {
            return m_queue.IsEmpty() ? nullptr : &m_queue.Min();
        }
        return &*EarliestOf(m_queue.Min().flow);
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
    /** Order of the packets of a flow as they arrived, flow by flow. */
    struct ByFlow
    {
        bool operator()(const Entry& a, const Entry& b) const
        {
            return std::tie(a.flow, a.key.seq) < std::tie(b.flow, b.key.seq);
        }
    };

    /** @param entry is queued now; noted if flows are served in order of arrival */
    void Note(const Entry& entry)
    {
        if (m_serveEarliest)
        {
            m_byFlow.insert(entry);
        }
    }

    /** @return the first packet of a flow that has one queued */
    typename std::set<Entry, ByFlow>::const_iterator EarliestOf(uint32_t flow) const
    {
        Entry before{};
        before.flow = flow;
        return m_byFlow.lower_bound(before);
    }

    BoundedPifo<Handle, Cost> m_queue; //!< the packets
    Cost m_cost;                       //!< what the hardware would have compared
    bool m_serveEarliest;              //!< the head's flow is served in order of arrival
    std::set<Entry, ByFlow> m_byFlow;  //!< the packets again; empty unless m_serveEarliest
    uint64_t m_nextSeq = 0;            //!< order of the next arrival
    std::vector<Entry> m_evicted;      //!< pushed out by the last arrival; memory is reused
};

} // namespace schedlab

#endif /* PIFO_CORE_H */
