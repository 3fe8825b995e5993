/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INTERVAL_HEAP_H
#define INTERVAL_HEAP_H

#include <cstddef>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Double-ended priority queue in one array: smallest and largest entry in O(1), insertion and
 * removal at either end in O(log n), no allocation once the array has grown to its largest size.
 *
 * Array cells 2i and 2i+1 are the low and high end of node i's interval, and every interval
 * encloses those of its children: the low ends form a min-heap and the high ends a max-heap (van
 * Leeuwen and Wood, "Interval Heaps", The Computer Journal 36(3), 1993). An array beats a search
 * tree here because a push and a pop touch about log2(n) neighbouring cells and no allocator.
 *
 * @tparam Entry copied by value; ordered by its member key, which must be unique
 */
template <typename Entry>
class IntervalHeap
{
  public:
    /** @return the number of entries */
    std::size_t Size() const
    {
        return m_cells.size();
    }

    /** @return true if there is no entry */
    bool IsEmpty() const
    {
        return m_cells.empty();
    }

    /**
     * Makes room, so that no insertion up to this size allocates.
     * @param n number of entries
     */
    void Reserve(std::size_t n)
    {
        m_cells.reserve(n);
    }

    /** @return the entry with the smallest key; the heap must not be empty */
    const Entry& Min() const
    {
        return m_cells.front();
    }

    /** @return the entry with the largest key; the heap must not be empty */
    const Entry& Max() const
    {
        return m_cells[m_cells.size() > 1 ? 1 : 0];
    }

    /** @param entry the entry to add */
    void Insert(const Entry& entry)
    {
        const std::size_t at = m_cells.size();
        m_cells.push_back(entry);
        if (at & 1)
        {
            // The partner is the low end of the same node.
            if (entry.key < m_cells[at - 1].key)
            {
                m_cells[at] = m_cells[at - 1];
                SiftUpLow(at - 1, entry);
            }
            else
            {
                SiftUpHigh(at, entry);
            }
            return;
        }
        // A lone cell is both ends of its node, so it may violate either heap of the parent.
        if (at > 0)
        {
            const std::size_t parent = ParentLow(at);
            if (entry.key < m_cells[parent].key)
            {
                SiftUpLow(at, entry);
            }
            else if (m_cells[parent + 1].key < entry.key)
            {
                m_cells[at] = m_cells[parent + 1];
                SiftUpHigh(parent + 1, entry);
            }
        }
    }

    /** @return the entry with the smallest key, removed; the heap must not be empty */
    Entry PopMin()
    {
        const Entry result = m_cells.front();
        Entry last = m_cells.back();
        m_cells.pop_back();
        if (!m_cells.empty())
        {
            SiftDownLow(last);
        }
        return result;
    }

    /** @return the entry with the largest key, removed; the heap must not be empty */
    Entry PopMax()
    {
        if (m_cells.size() < 2)
        {
            return PopMin();
        }
        const Entry result = m_cells[1];
        Entry last = m_cells.back();
        m_cells.pop_back();
        if (m_cells.size() > 1)
        {
            SiftDownHigh(last);
        }
        return result;
    }

    /** Removes all entries; the memory is kept. */
    void Clear()
    {
        m_cells.clear();
    }

  private:
    /**
     * @param cell index of a cell below the root
     * @return index of the low end of the parent's node
     */
    static std::size_t ParentLow(std::size_t cell)
    {
        return ((cell / 2 - 1) / 2) * 2;
    }

    /** Places entry on the path of low ends from the hole at cell to the root. */
    void SiftUpLow(std::size_t cell, const Entry& entry)
    {
        while (cell > 1)
        {
            const std::size_t parent = ParentLow(cell);
            if (!(entry.key < m_cells[parent].key))
            {
                break;
            }
            m_cells[cell] = m_cells[parent];
            cell = parent;
        }
        m_cells[cell] = entry;
    }

    /** Places entry on the path of high ends from the hole at cell to the root. */
    void SiftUpHigh(std::size_t cell, const Entry& entry)
    {
        while (cell > 1)
        {
            const std::size_t parent = ParentLow(cell) + 1;
            if (!(m_cells[parent].key < entry.key))
            {
                break;
            }
            m_cells[cell] = m_cells[parent];
            cell = parent;
        }
        m_cells[cell] = entry;
    }

    /** Fills the hole at the root's low end; entry is the cell cut off at the end of the array. */
    void SiftDownLow(Entry entry)
    {
        const std::size_t n = m_cells.size();
        std::size_t hole = 0;
        for (;;)
        {
            if (hole + 1 < n && m_cells[hole + 1].key < entry.key)
            {
                std::swap(m_cells[hole + 1], entry);
            }
            std::size_t child = 2 * hole + 2;
            if (child >= n)
            {
                break;
            }
            if (child + 2 < n && m_cells[child + 2].key < m_cells[child].key)
            {
                child += 2;
            }
            if (!(m_cells[child].key < entry.key))
            {
                break;
            }
            m_cells[hole] = m_cells[child];
            hole = child;
        }
        m_cells[hole] = entry;
    }

    /** Fills the hole at the root's high end; entry is the cell cut off at the end of the array. */
    void SiftDownHigh(Entry entry)
    {
        const std::size_t n = m_cells.size();
        std::size_t hole = 1;
        for (;;)
        {
            if (entry.key < m_cells[hole - 1].key)
            {
                std::swap(m_cells[hole - 1], entry);
            }
            // Low cells of the children; the high end of a node of one cell is that cell.
            const std::size_t left = 2 * (hole - 1) + 2;
            if (left >= n)
            {
                break;
            }
            std::size_t child = left + 1 < n ? left + 1 : left;
            if (left + 2 < n)
            {
                const std::size_t right = left + 3 < n ? left + 3 : left + 2;
                if (m_cells[child].key < m_cells[right].key)
                {
                    child = right;
                }
            }
            if (!(entry.key < m_cells[child].key))
            {
                break;
            }
            m_cells[hole] = m_cells[child];
            hole = child;
            if ((hole & 1) == 0)
            {
                break; // a node of one cell has no children
            }
        }
        m_cells[hole] = entry;
    }

    std::vector<Entry> m_cells; //!< nodes of two cells each; the last may have one
};

} // namespace schedlab

#endif /* INTERVAL_HEAP_H */
