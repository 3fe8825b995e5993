/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Event schedulers under the hold model: each event that runs schedules one other, so that the
 * number of pending events stays. The delays are those of a fabric (serialisation, link delay) with
 * a share of timeouts.
 */

#include "ns3/object-factory.h"
#include "ns3/scheduler.h"

#include <benchmark/benchmark.h>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

std::vector<uint64_t>
Delays()
{
    std::mt19937_64 random(1);
    std::vector<uint64_t> delays(1 << 16);
    for (uint64_t& delay : delays)
    {
        const unsigned kind = random() % 100;
        delay = kind < 45 ? 120 : kind < 90 ? 1000 : kind < 98 ? random() % 20000 : 1000000;
    }
    return delays;
}

void
Hold(benchmark::State& state, const std::string& type)
{
    const std::vector<uint64_t> delays = Delays();
    auto scheduler = ObjectFactory(type).Create<Scheduler>();
    uint32_t uid = 0;
    for (int64_t i = 0; i < state.range(0); ++i)
    {
        scheduler->Insert({nullptr, {delays[i % delays.size()], uid++, 0}});
    }
    for (auto _ : state)
    {
        Scheduler::Event event = scheduler->RemoveNext();
        event.key.m_ts += delays[uid % delays.size()];
        event.key.m_uid = uid++;
        scheduler->Insert(event);
    }
    while (!scheduler->IsEmpty())
    {
        scheduler->RemoveNext();
    }
    state.SetItemsProcessed(state.iterations());
}

} // namespace

int
main(int argc, char* argv[])
{
    for (const char* type : {"RadixHeap", "Map", "Heap", "Calendar", "PriorityQueue"})
    {
        benchmark::RegisterBenchmark((std::string("EventScheduler/") + type).c_str(),
                                     [type](benchmark::State& state) {
                                         Hold(state, std::string("ns3::") + type + "Scheduler");
                                     })
            ->Arg(100)
            ->Arg(1000)
            ->Arg(10000)
            ->Arg(100000);
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
