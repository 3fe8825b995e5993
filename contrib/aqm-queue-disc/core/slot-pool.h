/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_POOL_H
#define SLOT_POOL_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace schedlab
{

constexpr uint32_t NO_SLOT = UINT32_MAX; //!< the number of no slot

/**
 * @ingroup aqm-queue-disc
 * Objects named by small numbers that are used again: a number is the place in an array, so that a
 * caller can keep what belongs to it in an array of its own.
 *
 * Taking and giving back take O(1) and, once as many slots exist as were ever used together, no
 * memory.
 * @tparam T what a slot holds; default-constructible
 */
template <typename T>
class SlotPool
{
  public:
    /** @return the number of a slot that nobody uses, its content as its last user left it */
    uint32_t Take()
    {
        if (m_free.empty())
        {
            m_slots.emplace_back();
            // So that giving back never needs memory.
            m_free.reserve(m_slots.capacity());
            return static_cast<uint32_t>(m_slots.size() - 1);
        }
        const uint32_t slot = m_free.back();
        m_free.pop_back();
        return slot;
    }

    /** @param slot a slot that is used no longer */
    void GiveBack(uint32_t slot)
    {
        m_free.push_back(slot);
    }

    /** @param slot a slot @return its content; valid until Take() */
    T& operator[](uint32_t slot)
    {
        return m_slots[slot];
    }

    /** @param slot a slot @return its content; valid until Take() */
    const T& operator[](uint32_t slot) const
    {
        return m_slots[slot];
    }

    /** @return the number of slots there are, used or not */
    uint32_t Slots() const
    {
        return static_cast<uint32_t>(m_slots.size());
    }

    /** @return the number of slots in use */
    std::size_t Used() const
    {
        return m_slots.size() - m_free.size();
    }

  private:
    std::vector<T> m_slots;       //!< contents
    std::vector<uint32_t> m_free; //!< slots that nobody uses
};

} // namespace schedlab

#endif /* SLOT_POOL_H */
