/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEPARTURE_GAP_H
#define DEPARTURE_GAP_H

#include "ecn-limit.h"

namespace schedlab
{

/**
 * @param bytes of a packet
 * @param rate bit/s; 0 for no rate, which asks for no gap
 * @return how long it lasts at that rate, ns, rounded up so that the rate is never exceeded
 */
inline int64_t
GapAtRate(uint64_t bytes, uint64_t rate)
{
    constexpr uint64_t LONGEST = INT64_MAX / 4;
    if (rate == 0)
    {
        return 0;
    }
    const uint64_t bits = 8'000'000'000 * std::min<uint64_t>(bytes, UINT32_MAX / 8);
    return static_cast<int64_t>(std::min(bits / rate + (bits % rate != 0), LONGEST));
}

/**
 * @ingroup aqm-queue-disc
 * When a flow may send after a packet (sections 3.2 and 3.5 of the paper): the gap is the larger of
 * the one at the sender's pacing rate and the one at the contracted rate, and the latter does not
 * bind during a burst. There is no credit for being late.
 */
class DepartureGap
{
  public:
    /**
     * @param contractedRate bit/s; 0 for none
     * @param overhead bytes added to each packet
     */
    DepartureGap(uint64_t contractedRate, uint32_t overhead)
        : m_contractedRate(contractedRate),
          m_overhead(overhead)
    {
    }

    /**
     * @param bytes of the packet that leaves
     * @param pacingRate of its sender, bit/s; 0 for none
     * @param isBurst whether its flow is in its burst
     * @param now the time, ns
     * @return when the next packet of its flow may leave, ns
     */
    int64_t Next(uint32_t bytes, uint64_t pacingRate, bool isBurst, int64_t now) const
    {
        const uint64_t size = uint64_t(bytes) + m_overhead;
        const int64_t gap =
            std::max(GapAtRate(size, pacingRate), isBurst ? 0 : GapAtRate(size, m_contractedRate));
        return gap < INT64_MAX - now ? now + gap : INT64_MAX - 1;
    }

  private:
    uint64_t m_contractedRate; //!< bit/s, or 0
    uint32_t m_overhead;       //!< bytes added to each packet
};

} // namespace schedlab

#endif /* DEPARTURE_GAP_H */
