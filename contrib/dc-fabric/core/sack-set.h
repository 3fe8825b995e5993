/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SACK_SET_H
#define SACK_SET_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

/** A range of sequence numbers. */
struct SeqRange
{
    uint64_t begin; //!< the first
    uint64_t end;   //!< one past the last

    friend bool operator==(const SeqRange& a, const SeqRange& b)
    {
        return a.begin == b.begin && a.end == b.end;
    }
};

/**
 * @ingroup dc-fabric
 * Sequence numbers held out of order, as disjoint ranges: at a receiver what has come behind a
 * hole, at a sender what has been acknowledged selectively (RFC 2018).
 *
 * There are few ranges at a time, so they lie in one sorted array.
 */
class SackSet
{
  public:
    /** @return true if it holds nothing */
    bool IsEmpty() const
    {
        return m_ranges.empty();
    }

    /** @return the ranges, lowest first, no two of them touching */
    const std::vector<SeqRange>& Ranges() const
    {
        return m_ranges;
    }

    /** @param range what to add; it may overlap what is held */
    void Add(const SeqRange& range)
    {
        const auto first =
            std::lower_bound(m_ranges.begin(),
                             m_ranges.end(),
                             range.begin,
                             [](const SeqRange& held, uint64_t begin) { return held.end < begin; });
        auto last = first;
        SeqRange merged = range;
        while (last != m_ranges.end() && last->begin <= range.end)
        {
            merged = {std::min(merged.begin, last->begin), std::max(merged.end, last->end)};
            ++last;
        }
        if (last - first == 1)
        {
            *first = merged;
            return;
        }
        m_ranges.insert(m_ranges.erase(first, last), merged);
    }

    /**
     * @param next the first number that is missing
     * @return the first that is missing once what is held from there on is taken out
     */
    uint64_t Advance(uint64_t next)
    {
        std::size_t done = 0;
        while (done < m_ranges.size() && m_ranges[done].begin <= next)
        {
            next = std::max(next, m_ranges[done++].end);
        }
        m_ranges.erase(m_ranges.begin(), m_ranges.begin() + done);
        return next;
    }

    /** @param seq a number @return true if it is held */
    bool Contains(uint64_t seq) const
    {
        return EndOf(seq) != seq;
    }

    /** @param seq a number @return the end of the range that holds it, or seq if none does */
    uint64_t EndOf(uint64_t seq) const
    {
        for (const SeqRange& range : m_ranges)
        {
            if (seq < range.begin)
            {
                break;
            }
            if (seq < range.end)
            {
                return range.end;
            }
        }
        return seq;
    }

    /** @return one past the highest number held, 0 if there is none */
    uint64_t End() const
    {
        return m_ranges.empty() ? 0 : m_ranges.back().end;
    }

    /** Forgets everything. */
    void Clear()
    {
        m_ranges.clear();
    }

  private:
    std::vector<SeqRange> m_ranges; //!< disjoint, sorted, not touching
};

} // namespace schedlab

#endif /* SACK_SET_H */
