/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_PARAMS_H
#define PFQD_PARAMS_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Parameters of PFQD. The paper's four are demotionNs, ecnSojournNs, ecnThreshold and maxQueue.
 */
struct PfqdParams
{
    /** What becomes of two flows in one bucket. */
    enum CollisionPolicy : uint8_t
    {
        SHARE, //!< they share queue, turn and state
        EXACT  //!< each has its own: no bucket matters
    };

    /** Which packet of the deepest flow the cap drops. */
    enum CapDropPosition : uint8_t
    {
        HEAD, //!< the oldest
        TAIL  //!< the newest
    };

    static constexpr uint32_t MOST_BUCKETS = 65536;     //!< of the paper's largest table
    static constexpr uint64_t MOST_BURST_US = 1u << 31; //!< that the 32 bits of the state hold

    int64_t demotionNs = 2'000'000'000; //!< a flow backlogged for so long is demoted
    int64_t ecnSojournNs = 5'000'000;   //!< a packet may wait so long behind an equal share
    uint64_t ecnThreshold = 65536;      //!< least limit of a flow, bytes
    uint64_t maxQueue = 15'000'000;     //!< most bytes in DHI and DLO
    uint64_t portRate = 0;              //!< bit/s; 0 if unknown: the limit is ecnThreshold then
    double limitBufferFraction = 0;     //!< limit at most this share of maxQueue / N; 0: no bound
    uint32_t newLimit = 1000;           //!< most packets in NEW
    uint32_t ctlLimit = 1000;           //!< most packets in CTL
    uint32_t buckets = 1024;            //!< of the flow table, a power of two
    CollisionPolicy collisionPolicy = SHARE; //!< what becomes of two flows in one bucket
    CapDropPosition capDropPosition = HEAD;  //!< which packet the cap drops
    bool headDropUntilBelow = false;         //!< drop as many as it takes, not one for each arrival
    uint64_t contractedRate = 0;             //!< bit/s that a flow may send; 0: no floor
    int64_t burstWindowNs = 0;               //!< so long it may send at port speed first
    int64_t burstIdleNs = 0;                 //!< a pause that earns a new burst; 0: burstWindowNs
    uint32_t packetOverhead = 0;             //!< bytes added to a packet when its time is computed

    /**
     * @return the same
     * @throws std::invalid_argument if they make no sense together
     */
    const PfqdParams& Checked() const
    {
        Need(demotionNs > 0, "DemotionTime must be above 0");
        Need(ecnSojournNs >= 0, "EcnSojourn must not be negative");
        Need(maxQueue > 0 && maxQueue < UINT32_MAX, "MaxQueue must be 1 to 4294967294 bytes");
        Need(ecnThreshold > 0, "EcnThreshold must be at least 1 byte");
        Need(newLimit > 0, "NewLimit must be at least 1 packet");
        Need(ctlLimit > 0, "CtlLimit must be at least 1 packet");
        Need(buckets > 0 && buckets <= MOST_BUCKETS && (buckets & (buckets - 1)) == 0,
             "Buckets must be a power of two up to 65536");
        Need(limitBufferFraction >= 0, "LimitBufferFraction must not be negative");
        Need(burstWindowNs >= 0 && burstWindowNs % 1000 == 0 &&
                 uint64_t(burstWindowNs) / 1000 <= MOST_BURST_US,
             "BurstWindow must be a whole number of microseconds below 36 minutes");
        Need(burstWindowNs < demotionNs,
             "BurstWindow must be below DemotionTime: a flow is at port speed, then at its "
             "contracted rate, then demoted");
        Need(burstIdleNs >= 0, "BurstIdle must not be negative");
        Need(burstIdleNs == 0 || burstWindowNs > 0, "BurstIdle needs a BurstWindow");
        return *this;
    }

  private:
    /** @param holds whether it is so @param otherwise the reason to refuse */
    static void Need(bool holds, const char* otherwise)
    {
        if (!holds)
        {
            throw std::invalid_argument(otherwise);
        }
    }
};

} // namespace schedlab

#endif /* PFQD_PARAMS_H */
