/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ECN_LIMIT_H
#define ECN_LIMIT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace schedlab
{

/** @param a a number @param b another @param c not 0 @return a * b / c, rounded down, at most
 * 2^64-1 */
inline uint64_t
MulDiv(uint64_t a, uint64_t b, uint64_t c)
{
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>(std::min<Wide>(Wide(a) * b / c, UINT64_MAX));
}

/**
 * @ingroup aqm-queue-disc
 * The bytes that a flow may hold before its packets are marked (section 3.4 of the paper): as many
 * as its packets would wait for behind an equal share of the port,
 *
 *     L(N) = max(threshold, C tau / (8 N)),  C in bit/s, tau in s, N active flows,
 *
 * and with a bound on the buffer at most that share of it over N. It is computed again only when N
 * changes.
 */
class EcnLimit
{
  public:
    /**
     * @param rate C, bit/s
     * @param sojournNs tau, ns
     * @param threshold least limit, bytes
     * @param bound N times the largest limit, bytes; 0 for none
     */
    EcnLimit(uint64_t rate, int64_t sojournNs, uint64_t threshold, uint64_t bound)
        : m_share(MulDiv(rate, static_cast<uint64_t>(sojournNs), 8'000'000'000)),
          m_threshold(threshold),
          m_bound(bound)
    {
    }

    /** @param flows N, at least 1 is counted @return L, bytes */
    uint64_t Of(std::size_t flows)
    {
        if (flows != m_flows)
        {
            m_flows = flows;
            const uint64_t n = std::max<std::size_t>(flows, 1);
            m_limit = std::max(m_threshold, m_share / n);
            if (m_bound > 0)
            {
                m_limit = std::min(m_limit, m_bound / n);
            }
        }
        return m_limit;
    }

  private:
    uint64_t m_share;              //!< C tau / 8, bytes
    uint64_t m_threshold;          //!< least limit, bytes
    uint64_t m_bound;              //!< N times the largest limit, bytes, or 0
    std::size_t m_flows{SIZE_MAX}; //!< N that the limit is for
    uint64_t m_limit{0};           //!< the limit, bytes
};

} // namespace schedlab

#endif /* ECN_LIMIT_H */
