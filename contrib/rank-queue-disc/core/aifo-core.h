/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AIFO_CORE_H
#define AIFO_CORE_H

#include "admission-share.h"
#include "rank-fifo-core.h"
#include "rank-window.h"
#include "wide-integer.h"

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Admission rule of AIFO (Yu et al., "Programmable Packet Scheduling with a Single Queue", SIGCOMM
 * 2021): the fuller the queue, the better an arrival's rank must be among the ranks seen lately.
 *
 * With L queued of C, and q the share of the window's ranks that are strictly smaller than the
 * arrival's, it is admitted if L <= K * C, or q < (C - L) / ((1 - K) * C), or the window is empty.
 * The window holds the last W sampled ranks; the first of every S arrivals is sampled, admitted or
 * not, after it was judged.
 *
 * The test is exact: K is the decimal that was written (DecimalShare) and both sides
 * are compared as 128-bit integers. Code that rounds K and 1 - K to floating point decides some
 * arrivals at equality the other way.
 */
class AifoAdmission
{
  public:
    /** Parameters. */
    struct Params
    {
        RankLimit limit{1088};        //!< the most that may be queued, C
        uint32_t window = 20;         //!< sampled ranks kept, W, at least 1
        uint32_t sampleInterval = 15; //!< arrivals per sample, S, at least 1
        double k = 0.1;               //!< share of the queue open to every rank, K, in [0, 1)
    };

    /**
     * @param params the parameters
     * @throws std::invalid_argument if one is out of its range
     */
    explicit AifoAdmission(const Params& params)
        : m_window(AtLeastOne(params.window, "Window")),
          m_sampleInterval(AtLeastOne(params.sampleInterval, "SampleInterval")),
          m_k(AdmissionShare(params.k))
    {
    }

    /**
     * Judges an arrival, then samples it if it is its turn.
     * @param rank its rank
     * @param load what is queued before it
     * @param limit the most that may be queued, in the same unit
     * @return true if the rule lets it in
     */
    bool Admit(uint64_t rank, uint64_t load, uint64_t limit)
    {
        const bool admitted = load <= m_k.Floor(limit) || m_window.Size() == 0 ||
                              (load < limit && IsGoodEnough(rank, load, limit));
        if (m_sinceSample == 0)
        {
            m_window.Insert(rank);
        }
        m_sinceSample = m_sinceSample + 1 == m_sampleInterval ? 0 : m_sinceSample + 1;
        return admitted;
    }

    /** @return the sampled ranks: the hardware compares an arrival with each */
    uint64_t TestsPerArrival() const
    {
        return m_window.Size();
    }

    /** @return the number of sampled ranks kept now */
    std::size_t WindowSize() const
    {
        return m_window.Size();
    }

    /** @return arrivals since the last sample, that one included; 0 if the next is sampled */
    uint32_t SinceSample() const
    {
        return m_sinceSample;
    }

  private:
    /** @return value, checked @param value a parameter @param what its name */
    static uint32_t AtLeastOne(uint32_t value, const char* what)
    {
        if (value == 0)
        {
            throw std::invalid_argument(std::string(what) + " must be at least 1");
        }
        return value;
    }

    /** @return true if the share of smaller ranks is below that of the free space */
    bool IsGoodEnough(uint64_t rank, uint64_t load, uint64_t limit) const
    {
        return Uint128(m_window.CountBelow(rank)) * (DecimalShare::ONE - m_k.Units()) * limit <
               Uint128(m_window.Size()) * DecimalShare::ONE * (limit - load);
    }

    RankWindow m_window;        //!< the ranks sampled lately
    uint32_t m_sampleInterval;  //!< arrivals per sample
    uint32_t m_sinceSample = 0; //!< arrivals since the last sample, that one included
    DecimalShare m_k;           //!< share of the queue open to every rank
};

/**
 * @ingroup rank-queue-disc
 * AIFO: one FIFO with the admission rule AifoAdmission.
 * @tparam Handle what the caller finds its packet by
 * @tparam Cost NoCost or SwitchedCost
 */
template <typename Handle, typename Cost = NoCost>
using AifoCore = RankFifoCore<Handle, Cost, AifoAdmission>;

} // namespace schedlab

#endif /* AIFO_CORE_H */
