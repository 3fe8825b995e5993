/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef P3PO_CORE_H
#define P3PO_CORE_H

#include "bounded-pifo.h"
#include "decimal-share.h"
#include "rank-verdict.h"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * P3PO: a cascade of small PIFOs that together serve in exact PIFO order.
 *
 * Queue 0 holds the best ranks. Each queue has a bound, a key (rank, arrival), and at any time
 *
 *     every packet of queues 0..i  <=  bound i  <=  every packet of queues i+1..k-1
 *
 * so the head of the first non-empty queue is the best packet of all.
 * - Push: into the first queue whose bound is not below the arrival; the last queue takes what is
 *   left. While a queue is overfull its worst packet moves to the next queue, whatever that one's
 *   bound, and its own bound becomes its new last packet. The last queue drops its worst packet,
 *   which is the worst of all and may be the arrival.
 * - Pop: from the first non-empty queue. Then each queue, from the first to the last but one, that
 *   is filled to no more than lowThreshold pulls heads of the next queue until it is filled to
 *   highThreshold or the next queue is empty; its bound becomes the last packet pulled.
 * - Nothing else moves a bound, except that all are infinite again when the last packet has left.
 *
 * A packet may be dropped while upper queues have room, because bounds do not move with plain
 * insertions. With limits in bytes several packets may move or be dropped for one arrival; if the
 * arrival itself is among the dropped, the others stay.
 *
 * With k queues of C packets, Push takes O(k log C), Pop O(k log C) in the steady state and
 * O(kC log C) at worst, Peek O(k).
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
class P3poCore
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it

    static constexpr bool USES_FLOW = false; //!< flows do not matter

    /** How an arrival compares with a bound of its own rank. */
    enum TieMode
    {
        STABLE,  //!< as (rank, arrival): it stays behind the equal packet that set the bound
        PAPER_LE //!< by rank alone: it may overtake equal ranks, which reorders flows
    };

    /** Parameters. */
    struct Params
    {
        uint32_t queues = 8;            //!< number of queues
        RankLimit limit{136};           //!< the most that one queue may hold
        double lowThreshold = 0.8;      //!< a queue filled to this share or less is refilled
        double highThreshold = 0.8;     //!< up to this share of its limit
        TieMode tieMode = STABLE;       //!< equal ranks at a bound
        bool compactOnOverflow = false; //!< use free space of upper queues before dropping
        bool eagerReset = false;        //!< bounds with nothing behind them become infinite at once
    };

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if a parameter is out of range or two do not go together
     */
    explicit P3poCore(const Params& params, const Cost& cost = Cost())
        : m_params(Checked(params)),
          m_refillAt(DecimalShare(params.lowThreshold, "LowThreshold").Floor(params.limit.value)),
          m_refillTo(DecimalShare(params.highThreshold, "HighThreshold").Ceil(params.limit.value)),
          m_queues(params.queues, BoundedPifo<Handle, Cost>(params.limit)),
          m_bounds(params.queues, NO_BOUND),
          m_cost(cost)
    {
    }

    /**
     * @param arrival the packet offered
     * @return whether it was accepted, and what it pushed out
     */
    Verdict Push(const Arrival& arrival)
    {
        if (m_params.limit.Need(arrival.size) > m_params.limit.value)
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        const Entry entry = Entry::From(arrival, m_nextSeq++);
        const std::size_t chosen = Choose(entry.key);
        m_cost.Counts().scan += m_queues[chosen].Insert(entry, m_cost);
        ++m_size;
        if (!Cascade(chosen))
        {
            return Verdict::Accept();
        }
        if (m_params.compactOnOverflow)
        {
            Compact();
        }
        // Dropping nothing is possible, too: compaction may have made room.
        return DropFromLast(entry.key);
    }

    /** @return the packet served, or nothing if the queue is empty */
    std::optional<Entry> Pop()
    {
        const std::size_t first = FirstNonEmpty();
        if (first == m_queues.size())
        {
            return std::nullopt;
        }
        const Entry served = m_queues[first].PopMin(m_cost);
        --m_size;
        Refill();
        if (m_params.eagerReset || m_size == 0)
        {
            ResetBounds();
        }
        return served;
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        const std::size_t first = FirstNonEmpty();
        return first == m_queues.size() ? nullptr : &m_queues[first].Min();
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @param queue a queue, 0 is served first @return the packets in it */
    std::size_t SizeOf(std::size_t queue) const
    {
        return m_queues[queue].Size();
    }

    /**
     * @param queue a queue, 0 is served first
     * @return its bound; the last queue's is never consulted and shows its last overflow
     */
    const RankKey& BoundOf(std::size_t queue) const
    {
        return m_bounds[queue];
    }

    /** @return the cost policy with its counts */
    const Cost& GetCost() const
    {
        return m_cost;
    }

    /** The bound of a queue that takes everything. */
    static constexpr RankKey NO_BOUND{UINT64_MAX, UINT64_MAX};

  private:
    /** @return params @throws std::invalid_argument as the constructor does */
    static const Params& Checked(const Params& params)
    {
        if (params.queues == 0)
        {
            throw std::invalid_argument("Queues must be at least 1");
        }
        params.limit.Checked("QueueSize");
        const DecimalShare low(params.lowThreshold, "LowThreshold");
        const DecimalShare high(params.highThreshold, "HighThreshold");
        if (low.Units() > high.Units())
        {
            throw std::invalid_argument("LowThreshold (" + std::to_string(params.lowThreshold) +
                                        ") must not be above HighThreshold (" +
                                        std::to_string(params.highThreshold) + ")");
        }
        if (params.compactOnOverflow && params.limit.unit != RankLimit::PACKETS)
        {
            throw std::invalid_argument("CompactOnOverflow needs a QueueSize in packets: with "
                                        "bytes, room for one packet need not fit another");
        }
        return params;
    }

    /** @return the queue that an arrival goes to */
    std::size_t Choose(const RankKey& key)
    {
        std::size_t queue = 0;
        while (queue + 1 < m_queues.size() && !MayEnter(key, m_bounds[queue]))
        {
            ++queue;
        }
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().boundTests += queue + 1 < m_queues.size() ? queue + 1 : queue;
        }
        return queue;
    }

    /** @return true if an arrival is not behind a bound */
    bool MayEnter(const RankKey& key, const RankKey& bound) const
    {
        return m_params.tieMode == PAPER_LE ? key.rank <= bound.rank : key < bound;
    }

    /**
     * Moves worst packets down while queues are overfull.
     * @param queue the queue that got the arrival
     * @return true if the last queue is overfull now
     */
    bool Cascade(std::size_t queue)
    {
        for (; m_queues[queue].IsOver(); ++queue)
        {
            if (queue + 1 == m_queues.size())
            {
                return true;
            }
            while (m_queues[queue].IsOver())
            {
                const Entry worst = m_queues[queue].PopMax(m_cost);
                const uint64_t scanned = m_queues[queue + 1].Insert(worst, m_cost);
                if (m_cost.IsEnabled())
                {
                    m_cost.Counts().cascadeScan += scanned;
                    ++m_cost.Counts().cascades;
                }
            }
            // Each packet fits by itself, so one is left.
            m_bounds[queue] = m_queues[queue].Max().key;
        }
        return false;
    }

    /** Shifts heads upwards from the overfull last queue to the nearest queue with room. */
    void Compact()
    {
        std::size_t room = m_queues.size() - 1;
        while (room > 0 && m_queues[room - 1].Load() == m_params.limit.value)
        {
            --room;
        }
        if (room == 0)
        {
            return;
        }
        for (std::size_t queue = room - 1; queue + 1 < m_queues.size(); ++queue)
        {
            Promote(queue);
        }
    }

    /** Moves the head of the next queue to the end of this one. */
    void Promote(std::size_t queue)
    {
        const Entry head = m_queues[queue + 1].PopMin(m_cost);
        m_queues[queue].InsertAtEnd(head, m_cost); // nothing to compare
        m_bounds[queue] = head.key;
        if (m_cost.IsEnabled())
        {
            ++m_cost.Counts().promotions;
        }
    }

    /** Drops the worst packets of the overfull last queue. */
    Verdict DropFromLast(const RankKey& arrival)
    {
        auto& last = m_queues.back();
        const bool stayed = last.Trim(arrival, m_evicted, m_cost);
        m_size -= stayed ? m_evicted.size() : 1;
        m_bounds.back() = last.Max().key;
        return stayed ? Verdict::Accept(m_evicted) : Verdict::Refuse(Refusal::FULL);
    }

    /** Refills the queues that fell to the low threshold, in one pass from the first. */
    void Refill()
    {
        for (std::size_t queue = 0; queue + 1 < m_queues.size(); ++queue)
        {
            if (m_queues[queue].Load() > m_refillAt)
            {
                continue;
            }
            auto& next = m_queues[queue + 1];
            while (m_queues[queue].Load() < m_refillTo && !next.IsEmpty() &&
                   m_queues[queue].HasRoomFor(next.Min().size))
            {
                Promote(queue);
            }
        }
    }

    /** Makes the bounds of the last non-empty queue and of all behind it infinite. */
    void ResetBounds()
    {
        std::size_t queue = m_queues.size();
        while (queue > 0 && m_queues[queue - 1].IsEmpty())
        {
            m_bounds[--queue] = NO_BOUND;
        }
        if (queue > 0 && queue < m_queues.size())
        {
            m_bounds[queue - 1] = NO_BOUND;
        }
    }

    /** @return the first non-empty queue, or the number of queues if there is none */
    std::size_t FirstNonEmpty() const
    {
        std::size_t queue = 0;
        while (queue < m_queues.size() && m_queues[queue].IsEmpty())
        {
            ++queue;
        }
        return queue;
    }

    Params m_params;     //!< the parameters
    uint64_t m_refillAt; //!< a queue filled no more than this is refilled
    uint64_t m_refillTo; //!< while it is filled less than this
    std::vector<BoundedPifo<Handle, Cost>> m_queues; //!< the packets, best ranks first
    std::vector<RankKey> m_bounds;                   //!< what each queue takes at most
    Cost m_cost;                                     //!< what the hardware would have compared
    std::size_t m_size = 0;                          //!< packets queued
    uint64_t m_nextSeq = 0;                          //!< order of the next arrival
    std::vector<Entry> m_evicted; //!< pushed out by the last arrival; memory is reused
};

} // namespace schedlab

#endif /* P3PO_CORE_H */
