/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_VERDICT_H
#define RANK_VERDICT_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

/** Why an arrival was refused. */
enum class Refusal : uint8_t
{
    NONE,     //!< it was accepted
    FULL,     //!< no room, and nothing queued is worse
    ADMISSION //!< there may be room, but the admission rule said no
};

/**
 * @ingroup rank-queue-disc
 * What a core did with an arrival.
 *
 * A refused arrival leaves the queue as it was: nothing is pushed out for a packet that is not
 * taken.
 * @tparam Entry the entry type of the core
 */
template <typename Entry>
struct RankVerdict
{
    Refusal refusal;      //!< NONE if the arrival was accepted
    const Entry* evicted; //!< packets pushed out by it, worst first; valid until the next call
    std::size_t nEvicted; //!< how many were pushed out

    /** @return true if the arrival is now queued */
    bool IsAccepted() const
    {
        return refusal == Refusal::NONE;
    }

    /** @return the verdict on an arrival that pushed nothing out */
    static RankVerdict Accept()
    {
        return {Refusal::NONE, nullptr, 0};
    }

    /**
     * @param pushedOut the packets pushed out, worst first, kept by the core
     * @return the verdict on an arrival that was taken
     */
    static RankVerdict Accept(const std::vector<Entry>& pushedOut)
    {
        return {Refusal::NONE, pushedOut.data(), pushedOut.size()};
    }

    /**
     * @param why the reason
     * @return the verdict on an arrival that was not taken
     */
    static RankVerdict Refuse(Refusal why)
    {
        return {why, nullptr, 0};
    }
};

} // namespace schedlab

#endif /* RANK_VERDICT_H */
