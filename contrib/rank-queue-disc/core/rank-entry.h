/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_ENTRY_H
#define RANK_ENTRY_H

#include "wide-integer.h"

#include <cstdint>

/**
 * @file
 * @ingroup rank-queue-disc
 * What a rank-ordered core stores for each packet. Nothing in core/ knows ns-3.
 */

namespace schedlab
{

/**
 * Service order: smaller rank first, equal ranks in order of arrival at this queue.
 */
struct RankKey
{
    uint64_t rank; //!< rank of the packet, lower is served sooner
    uint64_t seq;  //!< order of arrival at this queue, unique

    friend bool operator<(const RankKey& a, const RankKey& b)
    {
        // One subtraction and no branch: searches for a random rank mispredict every other one.
        return (Uint128{a.rank} << 64 | a.seq) < (Uint128{b.rank} << 64 | b.seq);
    }

    friend bool operator==(const RankKey& a, const RankKey& b)
    {
        return a.rank == b.rank && a.seq == b.seq;
    }
};

/**
 * A packet offered to a core.
 * @tparam Handle what the caller finds its packet by; copied, never looked into
 */
template <typename Handle>
struct RankArrival
{
    Handle handle;     //!< the caller's packet
    uint64_t rank;     //!< rank, lower is served sooner
    uint32_t size = 1; //!< size in bytes, matters where a limit is in bytes
    uint32_t flow = 0; //!< flow identifier, matters for cores that keep a flow together
};

/**
 * A packet held by a core.
 * @tparam Handle what the caller finds its packet by
 */
template <typename Handle>
struct RankEntry
{
    RankKey key;   //!< place in the service order
    uint32_t size; //!< size in bytes
    uint32_t flow; //!< flow identifier
    Handle handle; //!< the caller's packet

    /**
     * @param arrival the packet as offered
     * @param seq its order of arrival
     * @return the entry to store
     */
    static RankEntry From(const RankArrival<Handle>& arrival, uint64_t seq)
    {
        return RankEntry{{arrival.rank, seq}, arrival.size, arrival.flow, arrival.handle};
    }
};

} // namespace schedlab

#endif /* RANK_ENTRY_H */
