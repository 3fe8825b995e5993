/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PPQA_CORE_H
#define PPQA_CORE_H

#include "bounded-pifo.h"
#include "flow-state-table.h"
#include "rank-verdict.h"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * PPQA: parallel PIFOs, each flow kept in one of them while it has packets queued.
 *
 * - Push: a flow with packets queued goes to the queue that has them, however full it is. Any other
 *   flow goes to the queue with the least in it, in the unit of the limit; of equals to the one
 *   whose last packet has the largest rank, an empty queue before all; then to the first.
 * - A full queue pushes out its worst packet, which may be the arrival, or refuses the arrival. It
 *   never gives a packet to another queue, so packets are dropped while others have room.
 * - Pop: the smallest (rank, arrival) of all heads. What was accepted leaves in exact PIFO order.
 *
 * The flow table holds no more than the flows that have packets queued.
 *
 * With m queues of C packets Push takes O(m + log C), Pop and Peek O(m + log C).
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
class PpqaCore
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it

    static constexpr bool USES_FLOW = true; //!< the flow chooses the queue

    /** What a full queue does. */
    enum DropPolicy
    {
        PUSH_OUT,     //!< drops its worst packet, which may be the arrival
        DROP_ARRIVING //!< refuses the arrival
    };

    /** Parameters. */
    struct Params
    {
        uint32_t queues = 8;              //!< number of queues
        RankLimit limit{136};             //!< the most that one queue may hold
        DropPolicy dropPolicy = PUSH_OUT; //!< what a full queue does
    };

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if there is no queue or the limit is zero
     */
    explicit PpqaCore(const Params& params, const Cost& cost = Cost())
        : m_params(Checked(params)),
          m_queues(params.queues, BoundedPifo<Handle, Cost>(params.limit)),
          m_ends(params.queues),
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
        const Pin* pinned = m_pins.Find(arrival.flow);
        const uint32_t chosen = pinned && pinned->packets > 0 ? pinned->queue : LeastFilled();
        auto& queue = m_queues[chosen];
        if (m_params.dropPolicy == DROP_ARRIVING && !queue.HasRoomFor(arrival.size))
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        const Entry entry = Entry::From(arrival, m_nextSeq++);
        m_cost.Counts().scan += queue.Insert(entry, m_cost);
        const bool stayed = queue.Trim(entry.key, m_evicted, m_cost);
        NoteEnds(chosen);
        if (!stayed)
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        Pin& pin = m_pins.FindOrAdd(arrival.flow, IsUnpinned);
        pin.queue = chosen;
        ++pin.packets;
        ++m_size;
        for (const Entry& evicted : m_evicted)
        {
            Forget(evicted);
        }
        return Verdict::Accept(m_evicted);
    }

    /** @return the packet served, or nothing if all queues are empty */
    std::optional<Entry> Pop()
    {
        if (m_size == 0)
        {
            return std::nullopt;
        }
        const std::size_t best = BestHead();
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().headTests += NonEmptyQueues() - 1;
        }
        const Entry served = m_queues[best].PopMin(m_cost);
        NoteEnds(best);
        Forget(served);
        return served;
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        return m_size == 0 ? nullptr : &m_queues[BestHead()].Min();
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @param queue a queue @return the packets in it */
    std::size_t SizeOf(std::size_t queue) const
    {
        return m_queues[queue].Size();
    }

    /** @param flow a flow @return the queue that its next packet has to join, if it has any queued
     */
    std::optional<uint32_t> QueueOf(uint32_t flow) const
    {
        const Pin* pin = m_pins.Find(flow);
        return pin && pin->packets > 0 ? std::optional<uint32_t>(pin->queue) : std::nullopt;
    }

    /** @return slots of the flow table, a small multiple of the most flows queued at once */
    std::size_t FlowSlots() const
    {
        return m_pins.Capacity();
    }

    /** @return the cost policy with its counts */
    const Cost& GetCost() const
    {
        return m_cost;
    }

  private:
    /** Where a flow's packets are. */
    struct Pin
    {
        uint32_t queue = 0;   //!< their queue
        uint64_t packets = 0; //!< how many; 0 means that the flow is free to go anywhere
    };

    /** What a queue is chosen by. */
    struct Ends
    {
        RankKey head{UINT64_MAX,
                     UINT64_MAX}; //!< key of its first packet; behind all if it is empty
        uint64_t load = 0;        //!< what it holds
        uint64_t tail = 0;        //!< rank of its last packet
    };

    /** @return params @throws std::invalid_argument as the constructor does */
    static const Params& Checked(const Params& params)
    {
        if (params.queues == 0)
        {
            throw std::invalid_argument("Queues must be at least 1");
        }
        params.limit.Checked("QueueSize");
        return params;
    }

    /** @return true if a pin means nothing any more */
    static bool IsUnpinned(const Pin& pin)
    {
        return pin.packets == 0;
    }

    /** Accounts for a packet that left, served or pushed out. */
    void Forget(const Entry& entry)
    {
        --m_pins.Find(entry.flow)->packets;
        --m_size;
    }

    /** @return the queue for a flow that has no packets queued */
    uint32_t LeastFilled()
    {
        uint32_t best = 0;
        uint64_t tailTests = 0;
        // Selects, not branches: which queue it is is as good as random.
        for (uint32_t i = 1; i < m_ends.size(); ++i)
        {
            const bool isTie = m_ends[i].load == m_ends[best].load;
            tailTests += isTie & (m_ends[i].load > 0);
            const bool isBetter = (m_ends[i].load < m_ends[best].load) |
                                  (isTie & (m_ends[i].tail > m_ends[best].tail));
            best = isBetter ? i : best;
        }
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().occupancyTests += m_queues.size();
            m_cost.Counts().boundTests += tailTests;
        }
        return best;
    }

    /** @return the queue with the best head; some queue must not be empty */
    std::size_t BestHead() const
    {
        std::size_t best = 0;
        for (std::size_t i = 1; i < m_ends.size(); ++i)
        {
            best = m_ends[i].head < m_ends[best].head ? i : best;
        }
        return best;
    }

    /** Notes what a queue is chosen by, after it has changed. */
    void NoteEnds(std::size_t queue)
    {
        const auto& changed = m_queues[queue];
        m_ends[queue] = changed.IsEmpty()
                            ? Ends()
                            : Ends{changed.Min().key, changed.Load(), changed.Max().key.rank};
    }

    /** @return the number of queues that hold packets */
    std::size_t NonEmptyQueues() const
    {
        std::size_t n = 0;
        for (const auto& queue : m_queues)
        {
            n += queue.IsEmpty() ? 0 : 1;
        }
        return n;
    }

    Params m_params;                                 //!< the parameters
    std::vector<BoundedPifo<Handle, Cost>> m_queues; //!< the packets
    std::vector<Ends> m_ends;                        //!< what each queue is chosen by
    FlowStateTable<Pin> m_pins;                      //!< the queue of each flow
    Cost m_cost;                                     //!< what the hardware would have compared
    std::size_t m_size = 0;                          //!< packets queued
    uint64_t m_nextSeq = 0;                          //!< order of the next arrival
    std::vector<Entry> m_evicted; //!< pushed out by the last arrival; memory is reused
};

} // namespace schedlab

#endif /* PPQA_CORE_H */
