/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RADIX_HEAP_H
#define RADIX_HEAP_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * Priority queue for keys that mostly do not fall below the last one removed, such as the times of
 * a simulation's events.
 *
 * An entry lies in the bucket of the highest bit in which its key differs from the base, a key that
 * no entry of the buckets is below. When the lowest bucket is needed its smallest key becomes the
 * base and its entries move to lower buckets; each entry does so at most once for each bit (Ahuja,
 * Mehlhorn, Orlin and Tarjan, "Faster Algorithms for the Shortest Path Problem", JACM 1990). So
 * inserting and removing the top take amortised O(log of the span of the keys), over arrays that
 * are written and read in sequence.
 *
 * Any order of calls is allowed: looking at the top may raise the base, and what is then inserted
 * below the base is kept in an ordinary binary heap and served first.
 *
 * Entries of equal keys leave by their tie-breaker, whatever the order of insertion; inserting in
 * rising order of it costs nothing extra.
 *
 * Nothing is allocated once the arrays have grown.
 *
 * @tparam Entry what is stored, cheap to copy
 * @tparam Traits static functions `uint64_t Key(const Entry&)` and `uint64_t Tie(const Entry&)`;
 *         a pair of both is unique
 */
template <typename Entry, typename Traits>
class RadixHeap
{
  public:
    /** @return true if it holds nothing */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** @return the number of entries */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @param entry the entry to add */
    void Push(const Entry& entry)
    {
        ++m_size;
        if (Traits::Key(entry) < m_base)
        {
            m_early.push_back(entry);
            std::push_heap(m_early.begin(), m_early.end(), IsAfter);
            return;
        }
        Place(entry);
    }

    /** @return the entry to leave first; there must be one. Valid until the next call. */
    const Entry& Top()
    {
        if (!m_early.empty())
        {
            return m_early.front();
        }
        Settle();
        return m_front[m_head];
    }

    /** @return the entry to leave first, removed; there must be one */
    Entry Pop()
    {
        --m_size;
        if (!m_early.empty())
        {
            std::pop_heap(m_early.begin(), m_early.end(), IsAfter);
            const Entry entry = m_early.back();
            m_early.pop_back();
            return entry;
        }
        Settle();
        const Entry entry = m_front[m_head];
        DropFirst();
        return entry;
    }

    /**
     * Takes an entry out; linear in the number of entries of about the same key.
     * @param entry an entry with the key and the tie-breaker of the one to remove
     * @return true if there was one
     */
    bool Remove(const Entry& entry)
    {
        const uint64_t key = Traits::Key(entry);
        if (key < m_base)
        {
            const bool removed = RemoveUnordered(m_early, entry);
            std::make_heap(m_early.begin(), m_early.end(), IsAfter);
            return removed;
        }
        const unsigned level = Level(key);
        if (level == 0)
        {
            return RemoveFromFront(entry);
        }
        std::vector<Entry>& entries = m_levels[level - 1];
        const bool removed = RemoveUnordered(entries, entry);
        if (entries.empty())
        {
            m_occupied &= ~(uint64_t{1} << (level - 1));
        }
        return removed;
    }

  private:
    /** @return true if a leaves after b */
    static bool IsAfter(const Entry& a, const Entry& b)
    {
        const uint64_t keyA = Traits::Key(a);
        const uint64_t keyB = Traits::Key(b);
        return keyA != keyB ? keyA > keyB : Traits::Tie(a) > Traits::Tie(b);
    }

    /** @return true if the entry was among those given and is no more; their order changes */
    bool RemoveUnordered(std::vector<Entry>& entries, const Entry& entry)
    {
        const auto found =
            std::find_if(entries.begin(), entries.end(), [&entry](const Entry& other) {
                return Traits::Tie(other) == Traits::Tie(entry) &&
                       Traits::Key(other) == Traits::Key(entry);
            });
        if (found == entries.end())
        {
            return false;
        }
        *found = entries.back();
        entries.pop_back();
        --m_size;
        return true;
    }

    /** @return true if the entry, whose key is the base, was held and is no more */
    bool RemoveFromFront(const Entry& entry)
    {
        const auto first = m_front.begin() + m_head;
        const auto found = std::lower_bound(first, m_front.end(), entry, IsTieBefore);
        if (found == m_front.end() || Traits::Tie(*found) != Traits::Tie(entry))
        {
            return false;
        }
        std::move_backward(first, found, found + 1);
        DropFirst();
        --m_size;
        return true;
    }

    /** Forgets the first entry of the front. */
    void DropFirst()
    {
        if (++m_head == m_front.size())
        {
            m_front.clear();
            m_head = 0;
        }
    }

    /** @return true if a leaves before b, both of the same key */
    static bool IsTieBefore(const Entry& a, const Entry& b)
    {
        return Traits::Tie(a) < Traits::Tie(b);
    }

    /** @param key a key not below the base @return 0 for the base itself, else 1 + highest
     * differing bit */
    unsigned Level(uint64_t key) const
    {
        return key == m_base ? 0 : 64 - __builtin_clzll(key ^ m_base);
    }

    /** @param entry an entry whose key is not below the base */
    void Place(const Entry& entry)
    {
        const unsigned level = Level(Traits::Key(entry));
        if (level == 0)
        {
            if (m_front.empty() || IsTieBefore(m_front.back(), entry))
            {
                m_front.push_back(entry);
            }
            else
            {
                m_front.insert(
                    std::upper_bound(m_front.begin() + m_head, m_front.end(), entry, IsTieBefore),
                    entry);
            }
            return;
        }
        m_levels[level - 1].push_back(entry);
        m_occupied |= uint64_t{1} << (level - 1);
    }

    /** Makes the entries of the smallest key the front, in order; the buckets are not all empty. */
    void Settle()
    {
        if (m_front.empty())
        {
            const unsigned lowest = __builtin_ctzll(m_occupied);
            std::vector<Entry>& entries = m_levels[lowest];
            m_occupied &= m_occupied - 1;
            m_base = Traits::Key(entries.front());
            for (const Entry& entry : entries)
            {
                m_base = std::min(m_base, Traits::Key(entry));
            }
            for (const Entry& entry : entries)
            {
                Place(entry); // in a lower bucket: this one does not change meanwhile
            }
            entries.clear();
        }
    }

    uint64_t m_base = 0;        //!< no entry of the buckets has a smaller key
    std::size_t m_size = 0;     //!< entries held
    std::vector<Entry> m_front; //!< the entries whose key is the base, by tie-breaker
    std::size_t m_head = 0;     //!< the first of m_front that is still held
    uint64_t m_occupied = 0;    //!< bit i is set if m_levels[i] is not empty
    std::array<std::vector<Entry>, 64> m_levels; //!< by highest bit that differs from the base
    std::vector<Entry> m_early;                  //!< entries below the base, a binary heap
};

} // namespace schedlab

#endif /* RADIX_HEAP_H */
