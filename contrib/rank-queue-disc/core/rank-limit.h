/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_LIMIT_H
#define RANK_LIMIT_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * How much a queue may hold, in packets or in bytes.
 */
struct RankLimit
{
    /** What is counted. */
    enum Unit
    {
        PACKETS,
        BYTES
    };

    uint64_t value;      //!< the most that may be queued, in the unit
    Unit unit = PACKETS; //!< what value counts

    /**
     * @param packetBytes size of one packet in bytes
     * @return what one packet of this size takes of the limit
     */
    uint64_t Need(uint32_t packetBytes) const
    {
        return unit == PACKETS ? 1 : packetBytes;
    }

    /**
     * @param queues number of queues that have this limit
     * @return the most packets they can hold together if memory for them is worth claiming in
     * advance, else 0
     */
    uint64_t Foreseen(uint64_t queues = 1) const
    {
        constexpr uint64_t MOST = 16384; // 1.7 MB in a sorted queue; a limit may be as good as none
        return unit == PACKETS && value <= MOST / queues ? value * queues : 0;
    }

    /**
     * Refuses a limit that could never hold a packet.
     * @param what name of the parameter, for the message
     * @return this limit
     * @throws std::invalid_argument if the limit is zero
     */
    const RankLimit& Checked(const char* what) const
    {
        if (value == 0)
        {
            throw std::invalid_argument(std::string(what) + " must be at least one " +
                                        (unit == PACKETS ? "packet" : "byte"));
        }
        return *this;
    }

    friend bool operator==(const RankLimit& a, const RankLimit& b)
    {
        return a.value == b.value && a.unit == b.unit;
    }
};

} // namespace schedlab

#endif /* RANK_LIMIT_H */
