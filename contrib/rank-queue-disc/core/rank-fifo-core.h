/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_FIFO_CORE_H
#define RANK_FIFO_CORE_H

#include "bounded-fifo.h"
#include "comparison-cost.h"
#include "rank-verdict.h"

#include <optional>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Admission rule of a plain FIFO: whatever fits is taken.
 */
class AdmitAll
{
  public:
    /** Parameters. */
    struct Params
    {
        RankLimit limit{1088}; //!< the most that may be queued
    };

    /** @param params nothing beside the limit */
    explicit AdmitAll(const Params& params)
    {
        (void)params;
    }

    /** @return true: nothing is refused while there is room */
    bool Admit(uint64_t, uint64_t, uint64_t) const
    {
        return true;
    }

    /** @return 0: ranks are not looked at */
    uint64_t TestsPerArrival() const
    {
        return 0;
    }
};

/**
 * @ingroup rank-queue-disc
 * A single first-in first-out queue that may refuse an arrival for its rank: on its own a FIFO with
 * tail drop, and with an admission rule the schedulers AIFO and RIFO.
 *
 * An arrival that is taken never pushes another out. The admission rule sees every arrival, also
 * one for which there is no room.
 *
 * An admission rule has
 * - Params with a member limit, and a constructor from them that throws std::invalid_argument;
 * - `bool Admit(rank, load, limit)`, which judges an arrival by what is queued before it and the
 *   most that may be, both in the unit of the limit, and learns its rank;
 * - `TestsPerArrival()`, how many sampled ranks the next arrival is compared with.
 *
 * Push and Pop do not depend on the number of packets queued.
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 * @tparam Admission the admission rule
 */
template <typename Handle, typename Cost = NoCost, typename Admission = AdmitAll>
class RankFifoCore
{
  public:
    using Entry = RankEntry<Handle>;           //!< what is stored
    using Arrival = RankArrival<Handle>;       //!< what is offered
    using Verdict = RankVerdict<Entry>;        //!< what was done with it
    using Params = typename Admission::Params; //!< parameters of the rule, the limit included

    static constexpr bool USES_FLOW = false; //!< flows do not matter

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if the limit is zero or the rule's parameters make no sense
     */
    explicit RankFifoCore(const Params& params, const Cost& cost = Cost())
        : m_queue(params.limit.Checked("the limit of a FIFO")),
          m_admission(params),
          m_cost(cost)
    {
    }

    /**
     * @param arrival the packet offered
     * @return whether it was accepted
     */
    Verdict Push(const Arrival& arrival)
    {
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().boundTests += m_admission.TestsPerArrival();
        }
        const bool admitted =
            m_admission.Admit(arrival.rank, m_queue.Load(), m_queue.Limit().value);
        if (!m_queue.HasRoomFor(arrival.size))
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        if (!admitted)
        {
            return Verdict::Refuse(Refusal::ADMISSION);
        }
        m_queue.Append(Entry::From(arrival, m_nextSeq++));
        return Verdict::Accept();
    }

    /** @return the packet served, or nothing if the queue is empty */
    std::optional<Entry> Pop()
    {
        if (m_queue.IsEmpty())
        {
            return std::nullopt;
        }
        return m_queue.PopFront();
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        return m_queue.IsEmpty() ? nullptr : &m_queue.Front();
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

    /** @return the admission rule with its state */
    const Admission& GetAdmission() const
    {
        return m_admission;
    }

    /**
     * @param limit the new limit; packets beyond it stay until they are served
     * @throws std::invalid_argument if the limit is zero
     */
    void SetLimit(const RankLimit& limit)
    {
        m_queue.SetLimit(limit.Checked("the limit of a FIFO"));
    }

  private:
    BoundedFifo<Handle> m_queue; //!< the packets
    Admission m_admission;       //!< decides by rank
    Cost m_cost;                 //!< what the hardware would have compared
    uint64_t m_nextSeq = 0;      //!< order of the next packet taken
};

} // namespace schedlab

#endif /* RANK_FIFO_CORE_H */
