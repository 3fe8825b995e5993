/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SORTED_BLOCKS_H
#define SORTED_BLOCKS_H

#include "rank-entry.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * A sorted sequence in blocks of at most 32 entries: a double-ended priority queue whose ends cost
 * next to nothing.
 *
 * The smallest and the largest entry are found and removed in O(1), an entry beyond either end is
 * added in O(1), any other by a binary search for its block and a short scan within the block. A
 * full block is split in two; every block but those at the ends stays at least half full, so memory
 * is bounded by the largest size there was and nothing is allocated once it was reached. The list
 * of n / 32 blocks is moved about in every 16th insertion at most.
 *
 * A heap and a search tree spend their time on mispredicted comparisons and cache misses in every
 * removal. Here a removal has none, the search for a block compiles to no branches, and the scan
 * mispredicts once.
 *
 * @tparam Entry trivially copied, default-constructible; ordered by its member key, a RankKey,
 * which must be unique
 */
template <typename Entry>
class SortedBlocks
{
  public:
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

    /** @return the entry with the smallest key; there must be one */
    const Entry& Min() const
    {
        const Block& block = m_blocks[m_list[m_first].block];
        return block.entries[block.begin];
    }

    /** @return the entry with the largest key; there must be one */
    const Entry& Max() const
    {
        const Block& block = m_blocks[m_list.back().block];
        return block.entries[block.end - 1];
    }

    /** @param entry the entry to add */
    void Insert(const Entry& entry)
    {
        if (m_list.empty())
        {
            AddBlock(m_first, entry.key, BLOCK / 2);
        }
        std::size_t at = BlockFor(entry.key);
        if (m_blocks[m_list[at].block].Size() == BLOCK)
        {
            at = MakeRoom(at, entry.key);
        }
        m_blocks[m_list[at].block].Insert(entry);
        ++m_size;
    }

    /** @return the entry with the smallest key, removed; there must be one */
    Entry PopMin()
    {
        const uint32_t index = m_list[m_first].block;
        Block& block = m_blocks[index];
        const Entry result = block.entries[block.begin++];
        --m_size;
        if (block.begin == block.end && !KeepLastBlock(block))
        {
            m_free.push_back(index);
            ++m_first;
        }
        return result;
    }

    /** @return the entry with the largest key, removed; there must be one */
    Entry PopMax()
    {
        const uint32_t index = m_list.back().block;
        Block& block = m_blocks[index];
        const Entry result = block.entries[--block.end];
        --m_size;
        if (block.begin == block.end && !KeepLastBlock(block))
        {
            m_free.push_back(index);
            m_list.pop_back();
        }
        return result;
    }

  private:
    static constexpr std::size_t BLOCK = 32; //!< most entries in a block

    /** Entries in order, with free cells at either end. */
    struct Block
    {
        std::array<Entry, BLOCK> entries; //!< those from begin to end are in use
        std::size_t begin;                //!< first cell in use
        std::size_t end;                  //!< cell behind the last in use

        /** @return entries in use */
        std::size_t Size() const
        {
            return end - begin;
        }

        /** @param entry the entry to put in its place; the block must not be full */
        void Insert(const Entry& entry)
        {
            Entry* const cells = entries.data();
            if (end < BLOCK)
            {
                std::size_t at = end++;
                for (; at > begin && entry.key < cells[at - 1].key; --at)
                {
                    cells[at] = cells[at - 1];
                }
                cells[at] = entry;
            }
            else
            {
                std::size_t at = --begin;
                for (; at + 1 < BLOCK && cells[at + 1].key < entry.key; ++at)
                {
                    cells[at] = cells[at + 1];
                }
                cells[at] = entry;
            }
        }
    };

    /** A block in its place among the others. */
    struct Link
    {
        RankKey low;    //!< not above any entry of the block, above all of the blocks before it
        uint32_t block; //!< index in m_blocks
    };

    /** @return the place in the list of the block that a key belongs to */
    std::size_t BlockFor(const RankKey& key) const
    {
        std::size_t at = m_list.size() - 1;
        if (!(key < m_list[at].low))
        {
            return at;
        }
        // The first block also takes what is below its low key.
        at = m_first;
        for (std::size_t width = m_list.size() - m_first; width > 1;)
        {
            const std::size_t half = width / 2;
            at += half * !(key < m_list[at + half].low);
            width -= half;
        }
        return at;
    }

    /**
     * Makes room for a key in a full block.
     * @param at the block's place in the list
     * @param key the key
     * @return the place in the list of the block that has room for it
     */
    std::size_t MakeRoom(std::size_t at, const RankKey& key)
    {
        if (at + 1 == m_list.size() && Max().key < key)
        {
            return AddBlock(at + 1, key, 0);
        }
        if (at == m_first && key < Min().key)
        {
            m_list[at].low = Min().key; // it stops being the first, which takes any key
            return AddBlock(at, key, BLOCK);
        }
        const uint32_t full = m_list[at].block;
        const RankKey middle = m_blocks[full].entries[BLOCK / 2].key;
        const std::size_t upper = AddBlock(at + 1, middle, BLOCK / 4);
        Block& from = m_blocks[full];
        Block& to = m_blocks[m_list[upper].block];
        std::copy(from.entries.begin() + BLOCK / 2,
                  from.entries.end(),
                  to.entries.begin() + to.begin);
        to.end = to.begin + BLOCK / 2;
        from.end = BLOCK / 2;
        return key < middle ? upper - 1 : upper;
    }

    /**
     * Adds an empty block to the list.
     * @param at its place in the list
     * @param low its low key
     * @param cell where its entries will start
     * @return its place in the list, which may not be at: the list may have moved
     */
    std::size_t AddBlock(std::size_t at, const RankKey& low, std::size_t cell)
    {
        if (m_free.empty())
        {
            m_free.push_back(m_blocks.size());
            m_blocks.emplace_back();
        }
        const uint32_t block = m_free.back();
        m_free.pop_back();
        m_blocks[block].begin = cell;
        m_blocks[block].end = cell;
        const auto list = m_list.begin();
        if (m_first > 0 && at - m_first < m_list.size() - at)
        {
            std::copy(list + m_first, list + at, list + m_first - 1);
            --m_first;
            m_list[--at] = {low, block};
            return at;
        }
        if (m_list.size() == m_list.capacity() && 2 * m_first > m_list.size())
        {
            // Half of it was used up from the front: as good as twice the memory.
            m_list.erase(list, list + m_first);
            at -= m_first;
            m_first = 0;
        }
        m_list.insert(m_list.begin() + at, {low, block});
        return at;
    }

    /** @return true if an emptied block was the last one, which stays for the next entry */
    bool KeepLastBlock(Block& block) const
    {
        if (m_size == 0)
        {
            block.begin = BLOCK / 2;
            block.end = BLOCK / 2;
        }
        return m_size == 0;
    }

    std::vector<Block> m_blocks;  //!< all blocks there ever were
    std::vector<uint32_t> m_free; //!< those not in use
    std::vector<Link> m_list;     //!< those in use, in order, from m_first on
    std::size_t m_first = 0;      //!< links before this one are used up
    std::size_t m_size = 0;       //!< number of entries
};

} // namespace schedlab

#endif /* SORTED_BLOCKS_H */
