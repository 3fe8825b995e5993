/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CORE_RANK_QUEUE_DISC_H
#define CORE_RANK_QUEUE_DISC_H

#include "rank-queue-disc.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * A rank-ordered queue disc over a scheduling core: all that is left to a scheduler's own class is
 * its attributes and CreateCore().
 *
 * A core has
 * - a constructor from its Params that throws std::invalid_argument;
 * - `RankVerdict<RankEntry<uint32_t>> Push(const RankArrival<uint32_t>&)`;
 * - `std::optional<RankEntry<uint32_t>> Pop()` and `const RankEntry<uint32_t>* Peek() const`;
 * - if it counts comparisons, `GetCost()`, a cost policy whose Counts() are what it has compared;
 * - if it looks at the flow of an arrival, `static constexpr bool USES_FLOW = true`;
 * - if MaxSize may change after the start, `SetLimit(const RankLimit&)`.
 *
 * @tparam Core the scheduling core, with uint32_t handles
 */
template <typename Core>
class CoreRankQueueDisc : public RankQueueDisc
{
  public:
    const schedlab::ComparisonCost& GetComparisons() const override
    {
        static const schedlab::ComparisonCost none{};
        return m_core ? CountsOf(*m_core, none, 0) : none;
    }

  protected:
    /**
     * Makes a core that counts its comparisons if the disc is to.
     * @param params its parameters
     */
    template <typename Params>
    void MakeCore(const Params& params)
    {
        m_core = std::make_unique<Core>(params, schedlab::SwitchedCost(CountsComparisons()));
    }

    std::unique_ptr<Core> m_core; //!< the scheduler, made by CreateCore()

  private:
    /** @cond A core says only what is not the default. */
    template <typename C>
    static auto CountsOf(const C& core, const schedlab::ComparisonCost&, int)
        -> decltype((core.GetCost().Counts()))
    {
        return core.GetCost().Counts();
    }

    template <typename C>
    static const schedlab::ComparisonCost& CountsOf(const C&,
                                                    const schedlab::ComparisonCost& none,
                                                    long)
    {
        return none;
    }

    template <typename C>
    static constexpr auto UsesFlow(int) -> decltype(C::USES_FLOW)
    {
        return C::USES_FLOW;
    }

    template <typename C>
    static constexpr bool UsesFlow(long)
    {
        return false;
    }

    template <typename C>
    auto Follow(C& core, const QueueSize& size, int) -> decltype(core.SetLimit(ToLimit(size)))
    {
        core.SetLimit(ToLimit(size));
    }

    template <typename C>
    void Follow(C&, const QueueSize& size, long)
    {
        RankQueueDisc::FollowMaxSize(size);
    }

    /** @endcond */

    void FollowMaxSize(const QueueSize& size) override
    {
        Follow(*m_core, size, 0);
    }

    bool CoreUsesFlow() const override
    {
        return UsesFlow<Core>(0);
    }

    CoreVerdict CorePush(const CoreArrival& arrival) override
    {
        return m_core->Push(arrival);
    }

    std::optional<CoreEntry> CorePop() override
    {
        return m_core->Pop();
    }

    const CoreEntry* CorePeek() const override
    {
        return m_core->Peek();
    }
};

} // namespace ns3

#endif /* CORE_RANK_QUEUE_DISC_H */
