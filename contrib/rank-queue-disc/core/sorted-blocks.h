/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SORTED_BLOCKS_H
#define SORTED_BLOCKS_H

#include "rank-entry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Double-ended priority queue: all entries in order, in a row of short sorted arrays (the two lower
 * levels of a B+ tree).
 *
 * Both ends are read and removed in O(1). An insertion finds its block by binary search over the
 * lowest rank of each and its place by binary search in the block; a full block is split. Memory is
 * kept, so that nothing is allocated once the queue has been at its largest. All blocks but the
 * first and the last are at least half full, until entries are taken out of the middle.
 *
 * What costs time in a heap or a search tree is not the number of comparisons but that a processor
 * cannot predict how they end. So there is no branch on a comparison here, and an insertion shifts
 * the same number of cells wherever it is.
 *
 * @tparam Entry trivially copyable; ordered by its member key, a RankKey, which must be unique
 */
template <typename Entry>
class SortedBlocks
{
  public:
    static constexpr uint32_t BLOCK = 32; //!< entries in a block: one bit each in Block::free

    /** @return the number of entries */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @return true if there is no entry */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /**
     * Makes room at the first insertion, so that no later one up to this size allocates.
     * @param n number of entries
     */
    void Reserve(std::size_t n)
    {
        m_expected = n;
    }

    /** @return the entry with the smallest key; the queue must not be empty */
    const Entry& Min() const
    {
        return m_blocks[m_order[m_head]].Min();
    }

    /** @return the entry with the largest key; the queue must not be empty */
    const Entry& Max() const
    {
        return m_blocks[m_order.back()].Max();
    }

    /** @param entry the entry to add */
    void Insert(const Entry& entry)
    {
        ++m_size;
        if (m_order.empty())
        {
            AddBlock(0, entry);
            return;
        }
        const std::size_t at = Find(entry);
        Block& block = m_blocks[m_order[at]];
        block.Prefetch();
        if (block.end < BLOCK)
        {
            block.Insert(entry);
        }
        else if (block.begin > 0)
        {
            block.MoveToFront();
            block.Insert(entry);
        }
        else if (at + 1 == m_order.size() && block.Max().key < entry.key)
        {
            AddBlock(at + 1, entry); // rising keys leave full blocks behind
        }
        else
        {
            Split(at, entry);
        }
    }

    /**
     * The same as Insert(), quicker for an entry that goes behind all others.
     * @param entry the entry to add
     */
    void InsertAtEnd(const Entry& entry)
    {
        if (m_size > 0)
        {
            Block& last = m_blocks[m_order.back()];
            if (last.end < BLOCK && last.Max().key < entry.key)
            {
                ++m_size;
                last.Append(entry);
                return;
            }
        }
        Insert(entry);
    }

    /** @return the entry with the smallest key, removed; the queue must not be empty */
    Entry PopMin()
    {
        Block& block = m_blocks[m_order[m_head]];
        const Entry entry = block.PopMin();
        --m_size;
        if (block.begin == block.end && m_size > 0)
        {
            m_free.push_back(m_order[m_head++]);
        }
        return entry;
    }

    /** @return the entry with the largest key, removed; the queue must not be empty */
    Entry PopMax()
    {
        Block& block = m_blocks[m_order.back()];
        const Entry entry = block.PopMax();
        --m_size;
        if (block.begin == block.end && m_size > 0)
        {
            m_free.push_back(m_order.back());
            m_order.pop_back();
            m_lowest.pop_back();
        }
        return entry;
    }

    /**
     * Removes an entry from anywhere, in the time of an insertion.
     * @param key key of an entry that is there
     * @return the entry
     */
    Entry Remove(const RankKey& key)
    {
        Entry wanted{};
        wanted.key = key;
        const std::size_t at = Find(wanted);
        Block& block = m_blocks[m_order[at]];
        const Entry entry = block.Remove(wanted);
        --m_size;
        if (block.begin == block.end && m_size > 0)
        {
            m_free.push_back(m_order[at]);
            if (at == m_head)
            {
                ++m_head;
            }
            else
            {
                m_order.erase(m_order.begin() + at);
                m_lowest.erase(m_lowest.begin() + at);
            }
        }
        return entry;
    }

  private:
    /**
     * A sorted array. Only what is searched is shifted, the ranks and the numbers of the cells;
     * entries stay in their cells.
     */
    struct Block
    {
        uint32_t begin = 0;         //!< place of the first entry
        uint32_t end = 0;           //!< place behind the last entry, at most BLOCK
        uint32_t free = UINT32_MAX; //!< a bit for each cell that holds nothing
        uint8_t cells[2 * BLOCK];   //!< the cell of each place
        uint64_t ranks[2 * BLOCK];  //!< ascending from begin on, UINT64_MAX from end on
        Entry entries[BLOCK];       //!< the entries

        Block()
        {
            std::fill(ranks, ranks + 2 * BLOCK, UINT64_MAX);
        }

        /** @return the entry with the smallest key */
        const Entry& Min() const
        {
            return entries[cells[begin]];
        }

        /** @return the entry with the largest key */
        const Entry& Max() const
        {
            return entries[cells[end - 1]];
        }

        /** Fetches what Insert() looks at, all at once: in a long queue it is far away. */
        void Prefetch() const
        {
            for (std::size_t i = 0; i < BLOCK + BLOCK / 2; i += 8)
            {
                __builtin_prefetch(ranks + i, 1);
            }
        }

        /** Adds an entry behind all others; end must be less than BLOCK. */
        void Append(const Entry& entry)
        {
            Put(end++, entry);
        }

        /** Adds an entry; end must be less than BLOCK. */
        void Insert(const Entry& entry)
        {
            if (begin == end || ranks[end - 1] < entry.key.rank)
            {
                Append(entry);
            }
            else if (begin > 0 && entry.key.rank < ranks[begin])
            {
                Put(--begin, entry); // into the gap that removals left
            }
            else
            {
                const std::size_t at = Find(entry);
                // Of constant length: what is behind the end moves along and stays what it was.
                std::memmove(ranks + at + 1, ranks + at, BLOCK * sizeof(*ranks));
                std::memmove(cells + at + 1, cells + at, BLOCK * sizeof(*cells));
                Put(at, entry);
                ++end;
            }
        }

        /** @return the entry with the smallest key, removed */
        Entry PopMin()
        {
            const Entry& entry = Take(cells[begin++]);
            __builtin_prefetch(entries + cells[begin < end ? begin : 0]); // it may be in any cell
            return entry;
        }

        /** @return the entry with the largest key, removed */
        Entry PopMax()
        {
            ranks[--end] = UINT64_MAX;
            return Take(cells[end]);
        }

        /** @param wanted has the key of an entry that is there @return the entry, removed */
        Entry Remove(const Entry& wanted)
        {
            // Not Find(), which needs a free place to tell 32 places apart.
            const uint64_t rank = wanted.key.rank;
            std::size_t at = std::upper_bound(ranks + begin, ranks + end, rank) - ranks - 1;
            while (!(entries[cells[at]].key == wanted.key))
            {
                --at; // of the same rank, but newer
            }
            const Entry entry = Take(cells[at]);
            std::copy(ranks + at + 1, ranks + end, ranks + at);
            std::copy(cells + at + 1, cells + end, cells + at);
            ranks[--end] = UINT64_MAX;
            return entry;
        }

        /** Closes the gap that removals left at the beginning. */
        void MoveToFront()
        {
            std::copy(cells + begin, cells + end, cells);
            std::copy(ranks + begin, ranks + end, ranks);
            std::fill(ranks + end - begin, ranks + end, UINT64_MAX);
            end -= begin;
            begin = 0;
        }

        /** Moves the second half of a full block. @param to an empty block */
        void MoveHalf(Block& to)
        {
            for (uint32_t from = BLOCK / 2; from < BLOCK; ++from)
            {
                to.Put(to.end++, Take(cells[from]));
                ranks[from] = UINT64_MAX;
            }
            end = BLOCK / 2;
        }

      private:
        /** @return the place of an entry to be added */
        std::size_t Find(const Entry& entry) const
        {
            const uint64_t rank = entry.key.rank;
            std::size_t at = begin;
            for (std::size_t step = BLOCK / 2; step > 0; step /= 2)
            {
                // A mask, not a branch: the outcome is as good as random.
                at += step & -static_cast<std::size_t>(ranks[at + step - 1] <= rank);
            }
            at = std::min<std::size_t>(at, end); // the largest rank is that of what is not there
            while (at > begin && ranks[at - 1] == rank && entry.key < entries[cells[at - 1]].key)
            {
                --at; // older than an entry of the same rank
            }
            return at;
        }

        /** Stores an entry in a free cell. @param at its place */
        void Put(std::size_t at, const Entry& entry)
        {
            cells[at] = __builtin_ctz(free);
            free &= free - 1;
            ranks[at] = entry.key.rank;
            entries[cells[at]] = entry;
        }

        /** @return the entry in a cell, which is free from now on */
        const Entry& Take(uint8_t cell)
        {
            free |= uint32_t{1} << cell;
            return entries[cell];
        }
    };

    /** @return the place in m_order of the block that entry belongs to; there must be a block */
    std::size_t Find(const Entry& entry) const
    {
        // A select, not a branch, as in a block.
        const uint64_t rank = entry.key.rank;
        const uint64_t* lowest = m_lowest.data() + m_head;
        for (std::size_t n = m_lowest.size() - m_head; n > 1;)
        {
            const std::size_t half = n / 2;
            lowest += lowest[half] <= rank ? half : 0;
            n -= half;
        }
        std::size_t at = lowest - m_lowest.data();
        while (at > m_head && m_lowest[at] == rank && IsBefore(entry, at))
        {
            --at; // older than an entry of the same rank
        }
        return at;
    }

    /** @return true if entry goes before the first one of the block at this place in m_order */
    bool IsBefore(const Entry& entry, std::size_t at) const
    {
        return entry.key < m_blocks[m_order[at]].Min().key;
    }

    /** Starts a block with one entry. @param at its place in m_order */
    void AddBlock(std::size_t at, const Entry& entry)
    {
        const uint32_t block = TakeBlock();
        m_blocks[block].Insert(entry);
        Link(at, block);
    }

    /** Moves half of a full block into a new one behind it and inserts entry where it belongs. */
    void Split(std::size_t at, const Entry& entry)
    {
        const uint32_t added = TakeBlock();
        Block& low = m_blocks[m_order[at]];
        Block& high = m_blocks[added];
        low.MoveHalf(high);
        (entry.key < high.Min().key ? low : high).Insert(entry);
        Link(at + 1, added);
    }

    /** @return the number of an empty block */
    uint32_t TakeBlock()
    {
        if (m_free.empty())
        {
            if (m_blocks.empty())
            {
                ClaimMemory();
            }
            m_blocks.emplace_back();
            m_free.reserve(m_blocks.capacity());
            m_free.push_back(m_blocks.size() - 1);
        }
        const uint32_t block = m_free.back();
        m_free.pop_back();
        m_blocks[block].MoveToFront();
        return block;
    }

    /** Makes room for m_expected entries; not earlier, for a copied vector loses its room. */
    void ClaimMemory()
    {
        // The first and the last block may hold a single entry, the others are half full.
        const std::size_t blocks = m_expected / (BLOCK / 2) + 3;
        m_blocks.reserve(blocks);
        m_order.reserve(2 * blocks);
        m_lowest.reserve(2 * blocks);
    }

    /** Puts a block in order. @param at its place in m_order */
    void Link(std::size_t at, uint32_t block)
    {
        if (m_head > 0 && m_order.size() == m_order.capacity())
        {
            m_order.erase(m_order.begin(), m_order.begin() + m_head);
            m_lowest.erase(m_lowest.begin(), m_lowest.begin() + m_head);
            at -= m_head;
            m_head = 0;
        }
        const uint64_t lowest = m_blocks[block].Min().key.rank;
        if (m_head > 0 && at - m_head < m_order.size() - at)
        {
            // Nearer to the first block: those before it move into the gap that removals left.
            std::copy(m_order.begin() + m_head, m_order.begin() + at, m_order.begin() + m_head - 1);
            std::copy(m_lowest.begin() + m_head,
                      m_lowest.begin() + at,
                      m_lowest.begin() + m_head - 1);
            --m_head;
            m_order[at - 1] = block;
            m_lowest[at - 1] = lowest;
            return;
        }
        m_order.insert(m_order.begin() + at, block);
        m_lowest.insert(m_lowest.begin() + at, lowest);
    }

    std::vector<Block> m_blocks;    //!< memory of all blocks
    std::vector<uint32_t> m_free;   //!< blocks that hold nothing
    std::vector<uint32_t> m_order;  //!< blocks in order from m_head on; an empty queue keeps one
    std::vector<uint64_t> m_lowest; //!< their lowest ranks; that of the first is not used
    std::size_t m_head = 0;         //!< place of the first block in m_order
    std::size_t m_size = 0;         //!< number of entries
    std::size_t m_expected = 0;     //!< entries to make room for
};

} // namespace schedlab

#endif /* SORTED_BLOCKS_H */
