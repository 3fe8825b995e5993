/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RIFO_CORE_H
#define RIFO_CORE_H

#include "admission-share.h"
#include "rank-fifo-core.h"
#include "rifo-reference-rule.h"
#include "wide-integer.h"

#include <algorithm>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Admission rule of RIFO (Mostafaei, Pacut and Schmid, "RIFO: Pushing the Efficiency of
 * Programmable Packet Schedulers", arXiv 2308.07442): the fuller the queue, the nearer an arrival's
 * rank must be to the smallest rank seen lately. It keeps three numbers.
 *
 * With L queued of C, and Min and Max the smallest and largest rank of the current window, the
 * arrival r included, it is admitted if L <= K * C, or (Max - r) / (Max - Min) >= L / C, or all
 * ranks of the window are equal. The window tumbles: T arrivals, admitted or not, make one window
 * and the next begins with nothing.
 *
 * The test is exact, as in AifoAdmission.
 */
class RifoAdmission
{
  public:
    /** Parameters. */
    struct Params
    {
        RankLimit limit{1088};        //!< the most that may be queued, C
        uint32_t window = 150;        //!< arrivals per window, T, at least 1
        double k = 0.1;               //!< share of the queue open to every rank, K, in [0, 1)
        bool referenceCompat = false; //!< judge as RifoReferenceRule does
    };

    /**
     * @param params the parameters
     * @throws std::invalid_argument if one is out of its range
     */
    explicit RifoAdmission(const Params& params)
        : m_windowSize(params.window),
          m_k(AdmissionShare(params.k)),
          m_referenceCompat(params.referenceCompat),
          m_reference(params.k)
    {
        if (m_windowSize == 0)
        {
            throw std::invalid_argument("Window must be at least 1");
        }
    }

    /**
     * Takes an arrival into the window, then judges it.
     * @param rank its rank
     * @param load what is queued before it
     * @param limit the most that may be queued, in the same unit
     * @return true if the rule lets it in
     */
    bool Admit(uint64_t rank, uint64_t load, uint64_t limit)
    {
        const bool admitted = m_referenceCompat ? m_reference.Admit(rank, load, limit)
                                                : AdmitExact(rank, load, limit);
        if (++m_count == m_windowSize)
        {
            m_count = 0;
            m_min = UINT64_MAX;
            m_max = 0;
            m_reference.Forget();
        }
        return admitted;
    }

    /** @return 2: the smallest and the largest rank */
    uint64_t TestsPerArrival() const
    {
        return 2;
    }

    /** @return arrivals in the current window */
    uint32_t WindowCount() const
    {
        return m_count;
    }

    /** @return the state that replaces this rule's under ReferenceCompat */
    const RifoReferenceRule& Reference() const
    {
        return m_reference;
    }

  private:
    /** The rule without the reference code's quirks. */
    bool AdmitExact(uint64_t rank, uint64_t load, uint64_t limit)
    {
        m_min = std::min(m_min, rank);
        m_max = std::max(m_max, rank);
        // With Max == Min both products are zero: the arrival is as good as any.
        return load <= m_k.Floor(limit) ||
               Uint128(m_max - rank) * limit >= Uint128(m_max - m_min) * load;
    }

    uint32_t m_windowSize;         //!< arrivals per window
    uint32_t m_count = 0;          //!< arrivals in the current window
    uint64_t m_min = UINT64_MAX;   //!< smallest rank of the current window
    uint64_t m_max = 0;            //!< largest rank of the current window
    DecimalShare m_k;              //!< share of the queue open to every rank
    bool m_referenceCompat;        //!< judge by m_reference
    RifoReferenceRule m_reference; //!< the reference code's rule
};

/**
 * @ingroup rank-queue-disc
 * RIFO: one FIFO with the admission rule RifoAdmission.
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
using RifoCore = RankFifoCore<Handle, Cost, RifoAdmission>;

} // namespace schedlab

#endif /* RIFO_CORE_H */
