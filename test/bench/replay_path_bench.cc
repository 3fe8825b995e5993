/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Cost of a packet through a queue disc of ns-3, as schedlab-replay does it: one Enqueue() and one
 * Dequeue() at a constant number of packets queued. Named ReplayPath/disc/what/queued, where what
 * is "created" if making the packet and its item is part of the time, and "ready" if not.
 */

#include "allocation-count.h"
#include "bench-main.h"

#include "ns3/object-factory.h"
#include "ns3/pointer.h"
#include "ns3/queue-disc.h"
#include "ns3/replay-item.h"
#include "ns3/simulator.h"

#include <string>
#include <vector>

using namespace ns3;
using schedlab::AllocationCount;

namespace
{

constexpr uint32_t FLOWS = 64;          //!< packets belong to one of so many flows
constexpr std::size_t BATCH = 4096;     //!< items made at once where making them is not timed
constexpr uint32_t PACKET_BYTES = 1500; //!< size of every packet

/** Makes packets of the flows in turn. */
class ItemSource
{
  public:
    /** @return the next packet, as the replay program makes it */
    Ptr<QueueDiscItem> Next()
    {
        ReplayPacket packet;
        packet.id = ++m_id;
        packet.size = PACKET_BYTES;
        packet.flow = m_id * 2654435761u % FLOWS;
        return Create<ReplayItem>(packet);
    }

  private:
    uint64_t m_id{0}; //!< of the packet made last
};

/** @return the queue disc, ready to use @param type its TypeId @param ranker of it, may be empty */
Ptr<QueueDisc>
MakeDisc(const std::string& type, const std::string& ranker)
{
    ObjectFactory factory("ns3::" + type);
    auto disc = factory.Create<QueueDisc>();
    if (!ranker.empty())
    {
        disc->SetAttribute("Ranker", PointerValue(ObjectFactory("ns3::" + ranker).Create()));
    }
    disc->Initialize();
    return disc;
}

/** Reports packets for each second and allocations for each packet. */
void
Report(benchmark::State& state, uint64_t packets, uint64_t allocations)
{
    state.SetItemsProcessed(packets);
    state.counters["allocs_per_packet_path"] =
        static_cast<double>(allocations) / static_cast<double>(packets);
}

void
Created(benchmark::State& state, Ptr<QueueDisc> disc, ItemSource& source)
{
    const uint64_t before = AllocationCount();
    for (auto _ : state)
    {
        disc->Enqueue(source.Next());
        benchmark::DoNotOptimize(disc->Dequeue());
    }
    Report(state, state.iterations(), AllocationCount() - before);
}

void
Ready(benchmark::State& state, Ptr<QueueDisc> disc, ItemSource& source)
{
    std::vector<Ptr<QueueDiscItem>> arrivals(BATCH);
    std::vector<Ptr<QueueDiscItem>> served(BATCH);
    uint64_t allocations = 0;
    for (auto _ : state)
    {
        state.PauseTiming();
        for (std::size_t i = 0; i < BATCH; ++i)
        {
            served[i] = nullptr;
            arrivals[i] = source.Next();
        }
        const uint64_t before = AllocationCount();
        state.ResumeTiming();
        for (std::size_t i = 0; i < BATCH; ++i)
        {
            disc->Enqueue(std::move(arrivals[i]));
            served[i] = disc->Dequeue();
        }
        allocations += AllocationCount() - before;
    }
    Report(state, state.iterations() * BATCH, allocations);
}

/** Registers one way of running a disc. */
template <typename Run>
void
Register(const std::string& type, const std::string& ranker, const char* what, Run run)
{
    for (uint32_t queued : {16, 544})
    {
        const std::string name = "ReplayPath/" + type + "/" + what + "/" + std::to_string(queued);
        benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
            auto disc = MakeDisc(type, ranker);
            ItemSource source;
            // A disc that admits by rank may stay below that.
            for (uint32_t i = 0; i < 4 * queued && disc->GetNPackets() < queued; ++i)
            {
                disc->Enqueue(source.Next());
            }
            run(state, disc, source);
            disc->Dispose();
        });
    }
}

} // namespace

int
main(int argc, char** argv)
{
    for (const char* type : {"FifoQueueDisc",
                             "RankFifoQueueDisc",
                             "PifoQueueDisc",
                             "P3poQueueDisc",
                             "PpqaQueueDisc",
                             "SifterQueueDisc",
                             "SpPifoQueueDisc",
                             "AifoQueueDisc",
                             "RifoQueueDisc"})
    {
        TypeId found;
        if (TypeId::LookupByNameFailSafe(std::string("ns3::") + type, &found))
        {
            const char* ranker = type == std::string("FifoQueueDisc") ? "" : "StfqRanker";
            Register(type, ranker, "created", Created);
            Register(type, ranker, "ready", Ready);
        }
    }
    // Until the first run ns-3 keeps a list of all times, for the resolution may still change; in a
    // simulation no packet pays for that.
    Simulator::Run();
    return schedlab::RunBenchmarks(argc, argv);
}
