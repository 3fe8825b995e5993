/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INDEXED_HEAP_H
#define INDEXED_HEAP_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * A binary heap of numbered things that each know their place in it, so that any of them can be
 * taken out or moved when its key has changed.
 *
 * @tparam Order says which is first and where a thing keeps its place:
 * `bool Before(uint32_t a, uint32_t b) const` and `uint32_t& Place(uint32_t a) const`
 */
template <typename Order>
class IndexedHeap
{
  public:
    /** @param order which is first */
    explicit IndexedHeap(const Order& order)
        : m_order(order)
    {
    }

    /** @return true if nothing is in it */
    bool IsEmpty() const
    {
        return m_heap.empty();
    }

    /** @return how many are in it */
    std::size_t Size() const
    {
        return m_heap.size();
    }

    /** @return the first; there must be one */
    uint32_t Top() const
    {
        return m_heap.front();
    }

    /** @param item a thing that is not in it */
    void Add(uint32_t item)
    {
        m_heap.push_back(item);
        Rise(m_heap.size() - 1);
    }

    /** @param item a thing in it, that is taken out */
    void Remove(uint32_t item)
    {
        const std::size_t place = m_order.Place(item);
        const uint32_t last = m_heap.back();
        m_heap.pop_back();
        if (last != item)
        {
            Put(last, place);
            Update(last);
        }
    }

    /** @param item a thing in it whose key has changed */
    void Update(uint32_t item)
    {
        const std::size_t place = m_order.Place(item);
        if (Rise(place) == place)
        {
            Sink(place);
        }
    }

    /** Takes all out. */
    void Clear()
    {
        m_heap.clear();
    }

  private:
    /** @param item goes to @param place */
    void Put(uint32_t item, std::size_t place)
    {
        m_heap[place] = item;
        m_order.Place(item) = static_cast<uint32_t>(place);
    }

    /** @param place where something may be too low @return where it is now */
    std::size_t Rise(std::size_t place)
    {
        const uint32_t item = m_heap[place];
        while (place > 0 && m_order.Before(item, m_heap[(place - 1) / 2]))
        {
            Put(m_heap[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        Put(item, place);
        return place;
    }

    /** @param place where something may be too high */
    void Sink(std::size_t place)
    {
        const uint32_t item = m_heap[place];
        for (std::size_t child; (child = 2 * place + 1) < m_heap.size(); place = child)
        {
            if (child + 1 < m_heap.size() && m_order.Before(m_heap[child + 1], m_heap[child]))
            {
                ++child;
            }
            if (!m_order.Before(m_heap[child], item))
            {
                break;
            }
            Put(m_heap[child], place);
        }
        Put(item, place);
    }

    Order m_order;                //!< which is first
    std::vector<uint32_t> m_heap; //!< the heap
};

} // namespace schedlab

#endif /* INDEXED_HEAP_H */
