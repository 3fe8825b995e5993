/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INVERSION_COUNTER_H
#define INVERSION_COUNTER_H

#include "rank-entry.h"
#include "ranked-keys.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Judges an order of service: how often a packet leaves while one of a strictly smaller rank stays.
 *
 * Each call takes O(log n) for n packets queued.
 */
class InversionCounter
{
  public:
    /** What one packet served has overtaken. */
    struct Inversion
    {
        uint64_t pairs = 0;     //!< packets of a strictly smaller rank left in the queue
        uint64_t magnitude = 0; //!< its rank minus the smallest rank left, 0 without inversion
    };

    /** Sums since the start. */
    struct Totals
    {
        uint64_t served = 0;       //!< packets served
        uint64_t inversions = 0;   //!< packets served that overtook at least one
        uint64_t pairs = 0;        //!< pairs of a packet served and one that it overtook
        uint64_t magnitude = 0;    //!< sum of the magnitudes; it stays at the largest number
        uint64_t maxMagnitude = 0; //!< the largest magnitude
    };

    /** Packets served of one range of ranks. */
    struct Bin
    {
        uint64_t served = 0;     //!< packets served
        uint64_t inversions = 0; //!< of these, packets that overtook at least one
        uint64_t pairs = 0;      //!< pairs of such a packet and one that it overtook
    };

    /**
     * @param bins number of bins of the histogram, 0 for none; the last one holds all larger ranks
     * @param binWidth ranks of one bin
     * @throws std::invalid_argument if binWidth is 0
     */
    explicit InversionCounter(std::size_t bins = 0, uint64_t binWidth = 1)
        : m_histogram(bins),
          m_binWidth(binWidth)
    {
        if (binWidth == 0)
        {
            throw std::invalid_argument("the width of a bin must be at least 1");
        }
    }

    /** @param key a packet that joins the queue */
    void Enter(const RankKey& key)
    {
        m_queued.Insert(key);
    }

    /** @param key a packet that leaves the queue without being served */
    void Lose(const RankKey& key)
    {
        m_queued.Erase(key);
    }

    /**
     * @param key a packet that leaves the queue to be served
     * @return what it has overtaken
     */
    Inversion Serve(const RankKey& key)
    {
        m_queued.Erase(key);
        Inversion inversion;
        inversion.pairs = m_queued.CountBelow(key.rank);
        if (inversion.pairs > 0)
        {
            inversion.magnitude = key.rank - m_queued.Min().rank;
            ++m_totals.inversions;
            m_totals.pairs += inversion.pairs;
            m_totals.maxMagnitude = std::max(m_totals.maxMagnitude, inversion.magnitude);
            m_totals.magnitude += std::min(inversion.magnitude, UINT64_MAX - m_totals.magnitude);
        }
        ++m_totals.served;
        if (!m_histogram.empty())
        {
            Bin& bin =
                m_histogram[std::min<uint64_t>(key.rank / m_binWidth, m_histogram.size() - 1)];
            ++bin.served;
            bin.inversions += inversion.pairs > 0 ? 1 : 0;
            bin.pairs += inversion.pairs;
        }
        return inversion;
    }

    /** @return the sums since the start */
    const Totals& GetTotals() const
    {
        return m_totals;
    }

    /** @return packets served by rank, the first bin from rank 0 on */
    const std::vector<Bin>& GetHistogram() const
    {
        return m_histogram;
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_queued.Size();
    }

  private:
    RankedKeys m_queued;          //!< the packets queued
    Totals m_totals;              //!< the sums
    std::vector<Bin> m_histogram; //!< packets served by rank
    uint64_t m_binWidth;          //!< ranks of one bin
};

} // namespace schedlab

#endif /* INVERSION_COUNTER_H */
