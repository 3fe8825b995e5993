/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Speed of the scheduling cores: a push and a pop at a constant number of packets queued, named
 * Core/pattern/queued. Capacity is twice of what is queued, except for the pattern overflow, where
 * the queue is full and nothing is served.
 */

#include "aifo-core.h"
#include "allocation-count.h"
#include "bench-main.h"
#include "multimap-pifo.h"
#include "p3po-core.h"
#include "pifo-core.h"
#include "ppqa-core.h"
#include "rank-fifo-core.h"
#include "rank-pattern.h"
#include "rifo-core.h"
#include "sifter-core.h"
#include "sp-pifo-core.h"

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>

using namespace schedlab;

namespace
{

constexpr uint32_t PACKET_BYTES = 1500; //!< size of every packet
constexpr uint32_t FLOWS = 64;          //!< packets belong to one of so many flows

/** A core with a pattern of arrivals, at a number of packets queued. */
template <typename Core, typename Ranks>
class Load
{
  public:
    Load(const typename Core::Params& params, uint64_t queued)
        : m_core(params),
          m_ranks(queued),
          m_queued(queued)
    {
        // Long enough for the pattern's steady state and for all memory to reach its final size.
        for (uint64_t i = 0; i < 8 * queued + 200000; ++i)
        {
            Step();
        }
    }

    /** One arrival, and one departure if there is now one packet too many. */
    void Step()
    {
        const uint32_t random = m_random();
        benchmark::DoNotOptimize(
            m_core.Push({m_handle++, m_ranks.Next(random), PACKET_BYTES, random % FLOWS}));
        if (m_core.Size() > m_queued)
        {
            const auto served = m_core.Pop();
            m_ranks.Served(served->key.rank);
        }
    }

  private:
    Core m_core;           //!< under test
    Ranks m_ranks;         //!< the pattern
    FastRandom m_random;   //!< of ranks and flows
    uint64_t m_queued;     //!< packets queued between two steps
    uint32_t m_handle = 0; //!< of the next arrival
};

template <typename Core, typename Ranks>
void
PushPop(benchmark::State& state, Load<Core, Ranks>& load)
{
    const uint64_t before = AllocationCount();
    for (auto _ : state)
    {
        load.Step();
    }
    const uint64_t allocated = AllocationCount() - before;
    state.SetItemsProcessed(state.iterations());
    state.counters["allocs_per_packet"] =
        static_cast<double>(allocated) / static_cast<double>(state.iterations());
}

/** Registers one pattern. @param makeParams from a capacity in packets and a spread of ranks */
template <typename Core, typename Ranks, typename MakeParams>
void
RegisterPattern(const std::string& name, const MakeParams& makeParams)
{
    for (uint64_t queued : {16, 1088, 100000})
    {
        const auto params = makeParams(std::is_same_v<Ranks, OverflowRanks> ? queued : 2 * queued,
                                       Ranks::Spread(queued));
        // Warmed up once, used by all repetitions.
        auto load = std::make_shared<std::unique_ptr<Load<Core, Ranks>>>();
        benchmark::RegisterBenchmark(
            (name + "/" + Ranks::NAME + "/" + std::to_string(queued)).c_str(),
            [params, queued, load](benchmark::State& state) {
                if (!*load)
                {
                    *load = std::make_unique<Load<Core, Ranks>>(params, queued);
                }
                PushPop(state, **load);
            });
    }
}

/** Registers all patterns. @param makeParams from a capacity in packets and a spread of ranks */
template <typename Core, typename MakeParams>
void
Register(const std::string& name, const MakeParams& makeParams)
{
    RegisterPattern<Core, UniformRanks>(name, makeParams);
    RegisterPattern<Core, RisingRanks>(name, makeParams);
    RegisterPattern<Core, OverflowRanks>(name, makeParams);
}

/** @return parameters of a core with one queue of so many packets */
template <typename Params>
Params
OneQueue(uint64_t capacity, uint64_t)
{
    Params params;
    params.limit = RankLimit{capacity};
    return params;
}

/** @return parameters of a core with eight queues that hold so many packets together */
template <typename Params>
Params
QueueBank(uint64_t capacity, uint64_t)
{
    Params params;
    params.queues = 8;
    params.limit = RankLimit{capacity / params.queues};
    return params;
}

} // namespace

int
main(int argc, char** argv)
{
    Register<MultimapPifo<uint32_t>>("MultimapPifo", OneQueue<MultimapPifo<uint32_t>::Params>);
    Register<RankFifoCore<uint32_t>>("RankFifoCore", OneQueue<RankFifoCore<uint32_t>::Params>);
    Register<PifoCore<uint32_t>>("PifoCore", OneQueue<PifoCore<uint32_t>::Params>);
    Register<P3poCore<uint32_t>>("P3poCore", QueueBank<P3poCore<uint32_t>::Params>);
    Register<PpqaCore<uint32_t>>("PpqaCore", QueueBank<PpqaCore<uint32_t>::Params>);
    Register<SpPifoCore<uint32_t>>("SpPifoCore", [](uint64_t capacity, uint64_t) {
        SpPifoCore<uint32_t>::Params params;
        params.queueLimit = RankLimit{capacity / params.queues};
        return params;
    });
    Register<AifoCore<uint32_t>>("AifoCore", OneQueue<AifoCore<uint32_t>::Params>);
    Register<RifoCore<uint32_t>>("RifoCore", OneQueue<RifoCore<uint32_t>::Params>);
    Register<SifterCore<uint32_t>>("SifterCore", [](uint64_t capacity, uint64_t spread) {
        SifterCore<uint32_t>::Params params;
        params.pifoLimit = RankLimit{std::max<uint64_t>(capacity / 17, 1)};
        params.fifoLimit = RankLimit{std::max<uint64_t>(capacity / 4, 1)};
        params.granularity = spread / params.fifos + 1;
        return params;
    });
    return RunBenchmarks(argc, argv);
}
