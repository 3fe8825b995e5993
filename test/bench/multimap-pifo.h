/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MULTIMAP_PIFO_H
#define MULTIMAP_PIFO_H

#include "rank-entry.h"
#include "rank-limit.h"
#include "rank-verdict.h"

#include <iterator>
#include <map>
#include <optional>

namespace schedlab
{

/**
 * The contract of PifoCore with a limit in packets, on std::multimap, which keeps equal ranks in
 * order of insertion, and as the rule reads: insert, then drop the last one if there are too many.
 * What PifoCore is measured against.
 * @tparam Handle what the caller finds its packet by
 */
template <typename Handle>
class MultimapPifo
{
  public:
    using Entry = RankEntry<Handle>;     //!< what is stored
    using Arrival = RankArrival<Handle>; //!< what is offered
    using Verdict = RankVerdict<Entry>;  //!< what was done with it

    /** Parameters, as those of PifoCore. */
    struct Params
    {
        RankLimit limit{1088}; //!< the most that may be queued
    };

    /** @param params the parameters */
    explicit MultimapPifo(const Params& params)
        : m_limit(params.limit.value)
    {
    }

    /** @param arrival the packet offered @return whether it was accepted and what it pushed out */
    Verdict Push(const Arrival& arrival)
    {
        const auto added = m_entries.emplace(arrival.rank, Entry::From(arrival, m_nextSeq++));
        if (m_entries.size() <= m_limit)
        {
            return Verdict::Accept();
        }
        const auto worst = std::prev(m_entries.end());
        const bool refused = worst == added;
        m_evicted = worst->second;
        m_entries.erase(worst);
        return refused ? Verdict::Refuse(Refusal::FULL) : Verdict{Refusal::NONE, &m_evicted, 1};
    }

    /** @return the packet served, or nothing if the queue is empty */
    std::optional<Entry> Pop()
    {
        if (m_entries.empty())
        {
            return std::nullopt;
        }
        const Entry entry = m_entries.begin()->second;
        m_entries.erase(m_entries.begin());
        return entry;
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_entries.size();
    }

  private:
    std::size_t m_limit;                      //!< the most that may be queued, in packets
    std::multimap<uint64_t, Entry> m_entries; //!< the packets by rank
    uint64_t m_nextSeq = 0;                   //!< order of the next arrival
    Entry m_evicted{};                        //!< pushed out by the last arrival
};

} // namespace schedlab

#endif /* MULTIMAP_PIFO_H */
