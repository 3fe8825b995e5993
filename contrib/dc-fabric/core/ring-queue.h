/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RING_QUEUE_H
#define RING_QUEUE_H

#include <cstddef>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * First-in first-out queue in one array that doubles when it is full: no allocation once warm.
 * @tparam T what is stored
 */
template <typename T>
class RingQueue
{
  public:
    /** @return true if it holds nothing */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** @return the number of elements */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @param element what to append */
    void Push(T element)
    {
        if (m_size == m_slots.size())
        {
            Grow();
        }
        m_slots[(m_first + m_size++) & (m_slots.size() - 1)] = std::move(element);
    }

    /** @return the oldest element; there must be one */
    const T& Front() const
    {
        return m_slots[m_first];
    }

    /** @return the oldest element, removed; there must be one */
    T Pop()
    {
        T element = std::move(m_slots[m_first]);
        m_slots[m_first] = T();
        m_first = (m_first + 1) & (m_slots.size() - 1);
        --m_size;
        return element;
    }

  private:
    /** Doubles the array. */
    void Grow()
    {
        std::vector<T> larger(m_slots.empty() ? 4 : 2 * m_slots.size());
        for (std::size_t i = 0; i < m_size; ++i)
        {
            larger[i] = std::move(m_slots[(m_first + i) & (m_slots.size() - 1)]);
        }
        m_slots.swap(larger);
        m_first = 0;
    }

    std::vector<T> m_slots;  //!< the array, its size a power of two
    std::size_t m_first = 0; //!< index of the oldest
    std::size_t m_size = 0;  //!< elements held
};

} // namespace schedlab

#endif /* RING_QUEUE_H */
