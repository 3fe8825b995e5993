/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_STATE_TABLE_H
#define FLOW_STATE_TABLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * A hash table from flows to a small state that may go stale: a stale state is as good as none, and
 * whether it is stale is for the caller to say.
 *
 * Nothing is ever erased. An addition takes over a stale slot on its way, and when three quarters
 * of the slots are taken the live ones move to a second array kept for that purpose, larger only if
 * more than half are live. So a lookup takes O(1), an addition O(1) amortised, no packet waits for
 * a sweep of idle flows, and nothing is allocated once as many flows were live at once.
 *
 * @tparam State default-constructible, small, copied by value
 */
template <typename State>
class FlowStateTable
{
  public:
    /**
     * @param flow a flow
     * @return its state, or nullptr if it has none; valid until the next addition
     */
    State* Find(uint32_t flow)
    {
        return const_cast<State*>(std::as_const(*this).Find(flow));
    }

    /**
     * @param flow a flow
     * @return its state, or nullptr if it has none; valid until the next addition
     */
    const State* Find(uint32_t flow) const
    {
        for (std::size_t i = Home(flow); m_slots[i].taken; i = Next(i))
        {
            if (m_slots[i].flow == flow)
            {
                return &m_slots[i].state;
            }
        }
        return nullptr;
    }

    /**
     * @param flow a flow
     * @param isStale tells of a state whether it may be dropped
     * @return its state, a default one if it had none; valid until the next addition
     */
    template <typename IsStale>
    State& FindOrAdd(uint32_t flow, IsStale isStale)
    {
        Slot* stale = nullptr;
        std::size_t i = Home(flow);
        for (; m_slots[i].taken; i = Next(i))
        {
            if (m_slots[i].flow == flow)
            {
                return m_slots[i].state;
            }
            if (!stale && isStale(m_slots[i].state))
            {
                stale = &m_slots[i];
            }
        }
        if (!stale)
        {
            if (4 * (m_taken + 1) > 3 * m_slots.size())
            {
                Rebuild(isStale);
                return FindOrAdd(flow, isStale);
            }
            ++m_taken;
            stale = &m_slots[i];
        }
        *stale = {State(), flow, true};
        return stale->state;
    }

    /** @return the number of slots */
    std::size_t Capacity() const
    {
        return m_slots.size();
    }

  private:
    static constexpr unsigned MIN_BITS = 4; //!< log2 of the smallest number of slots

    /** A place for one flow. */
    struct Slot
    {
        State state;        //!< the state of the flow
        uint32_t flow = 0;  //!< the flow
        bool taken = false; //!< whether a flow is here, live or stale
    };

    /** @return the slot where the search for a flow starts */
    std::size_t Home(uint32_t flow) const
    {
        // Fibonacci hashing: consecutive flow numbers spread, and the high bits are the good ones.
        return (flow * uint32_t{2654435769}) >> (32 - m_bits);
    }

    /** @return the slot to try after slot i */
    std::size_t Next(std::size_t i) const
    {
        return (i + 1) & (m_slots.size() - 1);
    }

    /** Moves the live slots to the spare array, which becomes larger if they need it. */
    template <typename IsStale>
    void Rebuild(IsStale isStale)
    {
        const std::size_t live = std::count_if(m_slots.begin(), m_slots.end(), [&](const Slot& s) {
            return s.taken && !isStale(s.state);
        });
        while (2 * live > (std::size_t{1} << m_bits))
        {
            ++m_bits;
        }
        m_spare.assign(std::size_t{1} << m_bits, Slot());
        m_slots.swap(m_spare);
        m_taken = live;
        for (const Slot& slot : m_spare)
        {
            if (slot.taken && !isStale(slot.state))
            {
                std::size_t i = Home(slot.flow);
                while (m_slots[i].taken)
                {
                    i = Next(i);
                }
                m_slots[i] = slot;
            }
        }
    }

    unsigned m_bits = MIN_BITS; //!< log2 of the number of slots
    std::vector<Slot> m_slots{std::vector<Slot>(std::size_t{1} << MIN_BITS)}; //!< the flows
    std::vector<Slot> m_spare;                                                //!< for Rebuild()
    std::size_t m_taken = 0; //!< slots that hold a flow, live or stale
};

} // namespace schedlab

#endif /* FLOW_STATE_TABLE_H */
