/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_WINDOW_H
#define RANK_WINDOW_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * The last ranks seen, up to a fixed number, and how many of them are smaller than a given rank.
 *
 * The ranks are kept twice, in order of arrival and sorted, in two short arrays: counting is a
 * binary search, and an insertion moves the sorted ranks between the one that leaves and its own
 * place. Both stay cheap for windows of a thousand.
 */
class RankWindow
{
  public:
    /** @param capacity the most ranks that are kept, at least 1 */
    explicit RankWindow(std::size_t capacity)
        : m_capacity(capacity)
    {
    }

    /** @return the number of ranks kept */
    std::size_t Size() const
    {
        return m_sorted.size();
    }

    /**
     * @param rank a rank
     * @return how many of the ranks kept are strictly smaller
     */
    std::size_t CountBelow(uint64_t rank) const
    {
        return std::lower_bound(m_sorted.begin(), m_sorted.end(), rank) - m_sorted.begin();
    }

    /** @param rank the newest rank; the oldest is forgotten if the window is full */
    void Insert(uint64_t rank)
    {
        if (m_arrivals.size() < m_capacity)
        {
            m_arrivals.push_back(rank);
            m_sorted.insert(std::upper_bound(m_sorted.begin(), m_sorted.end(), rank), rank);
            return;
        }
        const auto gone = m_sorted.begin() + CountBelow(m_arrivals[m_oldest]);
        const auto place = m_sorted.begin() + CountBelow(rank);
        if (place > gone)
        {
            *std::move(gone + 1, place, gone) = rank;
        }
        else
        {
            std::move_backward(place, gone, gone + 1);
            *place = rank;
        }
        m_arrivals[m_oldest] = rank;
        m_oldest = m_oldest + 1 == m_capacity ? 0 : m_oldest + 1;
    }

  private:
    std::size_t m_capacity;           //!< the most ranks that are kept
    std::size_t m_oldest = 0;         //!< place of the oldest rank once the window is full
    std::vector<uint64_t> m_arrivals; //!< in order of arrival, a ring once the window is full
    std::vector<uint64_t> m_sorted;   //!< in ascending order
};

} // namespace schedlab

#endif /* RANK_WINDOW_H */
