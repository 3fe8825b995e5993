/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SIFTER_CORE_H
#define SIFTER_CORE_H

#include "bounded-pifo.h"
#include "decimal-share.h"
#include "rank-verdict.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Sifter: a small PIFO for the best ranks and a ring of FIFOs, one for each range of ranks, for the
 * rest. Packets are sifted from the FIFOs into the PIFO as it drains.
 *
 * Every packet of the PIFO goes before every packet of the FIFOs, so service is in exact order.
 * - Push: into the PIFO if the arrival goes before the PIFO's last packet, or if the PIFO has room
 *   and the FIFOs are empty; otherwise into the FIFO of its rank. Packets that overflow the PIFO
 *   move to the FIFOs of their ranks. A packet whose FIFO is full is dropped, even if other FIFOs
 *   have room.
 * - FIFO of a rank: the day of a rank is floor(rank / granularity). The day of the lowest rank in
 *   the FIFOs is the base; day d goes to FIFO d mod F, and all days from base + F - 1 on go to the
 *   FIFO of base + F - 1. A packet stays where it was put when the base moves.
 * - Pop: the head of the PIFO. Then, while the PIFO holds less than threshold of its limit, the
 *   smallest packet of the FIFO that holds the lowest rank moves into it. A FIFO is not sorted, so
 *   the hardware compares all its packets for that; the simulator keeps those of all FIFOs in
 * order.
 *
 * Limits may be in bytes, both of them. A packet that does not fit an empty PIFO or an empty FIFO
 * is refused.
 *
 * With n packets queued Push takes O(log n), Pop O(log n) for each packet sifted, Peek O(1).
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
class SifterCore
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it

    static constexpr bool USES_FLOW = false; //!< flows do not matter

    /** Parameters. */
    struct Params
    {
        RankLimit pifoLimit{64};      //!< the most that the PIFO may hold
        uint32_t fifos = 8;           //!< number of FIFOs
        RankLimit fifoLimit{128};     //!< the most that one FIFO may hold
        uint64_t granularity = 24000; //!< ranks that share a FIFO
        double threshold = 0.5;       //!< the PIFO is refilled below this share of its limit
    };

    /**
     * @param params the parameters
     * @param cost the cost policy, to switch counting on
     * @throws std::invalid_argument if a parameter is out of range
     */
    explicit SifterCore(const Params& params, const Cost& cost = Cost())
        : m_params(Checked(params)),
          m_refillTo(DecimalShare(params.threshold, "Threshold").Ceil(params.pifoLimit.value)),
          m_pifo(params.pifoLimit),
          m_fifos(params.fifos, Fifo(params.fifoLimit)),
          m_cost(cost)
    {
        m_rest.Reserve(params.fifoLimit.Foreseen(params.fifos));
    }

    /**
     * @param arrival the packet offered
     * @return whether it was accepted, and what it pushed out
     */
    Verdict Push(const Arrival& arrival)
    {
        if (m_params.pifoLimit.Need(arrival.size) > m_params.pifoLimit.value ||
            m_params.fifoLimit.Need(arrival.size) > m_params.fifoLimit.value)
        {
            return Verdict::Refuse(Refusal::FULL);
        }
        const Entry entry = Entry::From(arrival, m_nextSeq++);
        if (!BelongsToPifo(entry))
        {
            return PutIntoFifo(entry) ? Verdict::Accept() : Verdict::Refuse(Refusal::FULL);
        }
        m_cost.Counts().scan += m_pifo.Insert(entry, m_cost);
        return m_pifo.IsOver() ? Displace(entry.key) : Verdict::Accept();
    }

    /** @return the packet served, or nothing if the queue is empty */
    std::optional<Entry> Pop()
    {
        if (m_pifo.IsEmpty())
        {
            if (m_rest.IsEmpty())
            {
                return std::nullopt;
            }
            SiftOne(); // the PIFO ran dry: only with a threshold near 0
        }
        const Entry served = m_pifo.PopMin(m_cost);
        while (!m_rest.IsEmpty() && m_pifo.Load() < m_refillTo &&
               m_pifo.HasRoomFor(m_rest.Min().size))
        {
            SiftOne();
        }
        return served;
    }

    /** @return the packet that Pop() would serve, or nullptr */
    const Entry* Peek() const
    {
        if (!m_pifo.IsEmpty())
        {
            return &m_pifo.Min();
        }
        return m_rest.IsEmpty() ? nullptr : &m_rest.Min();
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_pifo.Size() + m_rest.Size();
    }

    /** @return the packets in the PIFO */
    std::size_t SizeOfPifo() const
    {
        return m_pifo.Size();
    }

    /** @param fifo a FIFO of the ring @return the packets in it */
    std::size_t SizeOfFifo(std::size_t fifo) const
    {
        return m_fifos[fifo].Size();
    }

    /** @return the cost policy with its counts */
    const Cost& GetCost() const
    {
        return m_cost;
    }

  private:
    /** The load of a FIFO; its packets are in m_rest. */
    class Fifo : public QueueLoad
    {
      public:
        using QueueLoad::Add;
        using QueueLoad::QueueLoad;
        using QueueLoad::Remove;
    };

    /** A packet of a FIFO. */
    struct Sorted : public Entry
    {
        uint32_t fifo; //!< the FIFO
    };

    /** @return params @throws std::invalid_argument as the constructor does */
    static const Params& Checked(const Params& params)
    {
        params.pifoLimit.Checked("PifoSize");
        params.fifoLimit.Checked("FifoSize");
        if (params.pifoLimit.unit != params.fifoLimit.unit)
        {
            throw std::invalid_argument("PifoSize and FifoSize must both be in packets or both in "
                                        "bytes");
        }
        if (params.fifos == 0)
        {
            throw std::invalid_argument("Fifos must be at least 1");
        }
        if (params.granularity == 0)
        {
            throw std::invalid_argument("Granularity must be at least 1");
        }
        return params;
    }

    /** @return true if an arrival goes to the PIFO */
    bool BelongsToPifo(const Entry& entry)
    {
        if (m_rest.IsEmpty() && m_pifo.HasRoomFor(entry.size))
        {
            return true;
        }
        if (m_pifo.IsEmpty())
        {
            return false;
        }
        if (m_cost.IsEnabled())
        {
            ++m_cost.Counts().boundTests;
        }
        return entry.key < m_pifo.Max().key;
    }

    /** Moves the last packets of the overfull PIFO, the arrival perhaps too, to the FIFOs. */
    Verdict Displace(const RankKey& arrival)
    {
        m_displaced.clear();
        while (m_pifo.IsOver())
        {
            m_displaced.push_back(m_pifo.PopMax(m_cost));
        }
        // Best first: if the arrival went too (only with bytes) it is the best, and its fate is
        // known before anything else has moved.
        m_evicted.clear();
        m_evicted.reserve(m_displaced.size()); // an eviction is so rare that it comes when warm
        for (auto displaced = m_displaced.rbegin(); displaced != m_displaced.rend(); ++displaced)
        {
            if (PutIntoFifo(*displaced))
            {
                if (m_cost.IsEnabled())
                {
                    ++m_cost.Counts().cascades;
                }
            }
            else if (displaced->key == arrival)
            {
                while (++displaced != m_displaced.rend())
                {
                    m_pifo.Insert(*displaced, m_cost);
                }
                return Verdict::Refuse(Refusal::FULL);
            }
            else
            {
                m_evicted.push_back(*displaced);
            }
        }
        std::reverse(m_evicted.begin(), m_evicted.end());
        return Verdict::Accept(m_evicted);
    }

    /** @return true if the FIFO of the packet's rank had room for it */
    bool PutIntoFifo(const Entry& entry)
    {
        const uint32_t fifo = FifoOf(entry.key.rank);
        if (!m_fifos[fifo].HasRoomFor(entry.size))
        {
            return false;
        }
        m_rest.Insert({entry, fifo});
        m_fifos[fifo].Add(entry.size);
        return true;
    }

    /** @return the FIFO that a rank goes to now */
    uint32_t FifoOf(uint64_t rank) const
    {
        const uint64_t fifos = m_fifos.size();
        const uint64_t day = rank / m_params.granularity;
        if (!m_rest.IsEmpty())
        {
            const uint64_t base = m_rest.Min().key.rank / m_params.granularity;
            if (day > base && day - base >= fifos)
            {
                return (base % fifos + fifos - 1) % fifos;
            }
        }
        return day % fifos;
    }

    /** Moves the smallest packet of the FIFOs to the end of the PIFO; some FIFO is not empty. */
    void SiftOne()
    {
        const Sorted best = m_rest.PopMin();
        Fifo& fifo = m_fifos[best.fifo];
        if (m_cost.IsEnabled())
        {
            m_cost.Counts().headTests += fifo.Size() - 1;
            ++m_cost.Counts().promotions;
        }
        fifo.Remove(best.size);
        m_pifo.InsertAtEnd(best, m_cost); // nothing to compare
    }

    Params m_params;                  //!< the parameters
    uint64_t m_refillTo;              //!< the PIFO is refilled while it holds less
    BoundedPifo<Handle, Cost> m_pifo; //!< the best packets
    SortedBlocks<Sorted> m_rest;      //!< the packets of all FIFOs
    std::vector<Fifo> m_fifos;        //!< what each FIFO holds of them
    Cost m_cost;                      //!< what the hardware would have compared
    uint64_t m_nextSeq = 0;           //!< order of the next arrival
    std::vector<Entry> m_displaced;   //!< overflowed from the PIFO, worst first; memory is reused
    std::vector<Entry> m_evicted;     //!< pushed out by the last arrival; memory is reused
};

} // namespace schedlab

#endif /* SIFTER_CORE_H */
