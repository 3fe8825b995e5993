/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Speed of PFQD: an enqueue and a dequeue with so many flows active. PfqdCore/what/flows is the
 * core alone; PfqdPath/disc/flows is a queue disc as schedlab-replay uses it, with ns-3's
 * FqCoDelQueueDisc to compare. Every flow has two packets queued.
 */

#include "allocation-count.h"
#include "bench-main.h"
#include "pfqd-core.h"

#include "ns3/fq-codel-queue-disc.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc.h"
#include "ns3/replay-item.h"
#include "ns3/simulator.h"

#include <memory>
#include <string>
#include <vector>

using schedlab::AllocationCount;
using schedlab::PfqdArrival;
using schedlab::PfqdCore;

namespace
{

constexpr uint32_t PACKET_BYTES = 1500; //!< size of every packet
constexpr uint32_t PACKETS_OF_FLOW = 2; //!< queued
constexpr std::size_t BATCH = 4096;     //!< items made at once, for making them is not timed
constexpr int64_t STEP_NS = 12'000;     //!< a packet at 1 Gb/s

/** Keeps a core at a number of active flows: what leaves is offered again. */
class CoreLoad
{
  public:
    /** @param flows active @param isNearCap whether every arrival costs the deepest flow a packet
     */
    CoreLoad(uint32_t flows, bool isNearCap)
        : m_core(Params(flows, isNearCap)),
          m_isNearCap(isNearCap)
    {
        for (uint32_t i = 0; i < PACKETS_OF_FLOW; ++i)
        {
            for (uint32_t flow = 0; flow < flows; ++flow)
            {
                Push(flow);
            }
        }
        for (uint32_t i = 0; i < 4 * flows; ++i)
        {
            Step();
        }
    }

    /** A departure, and an arrival of the same flow. Near the cap, an arrival that costs a packet.
     */
    void Step()
    {
        m_now += STEP_NS;
        if (m_isNearCap)
        {
            m_next = (m_next + 1) % m_keys.size();
            Push(m_next);
            return;
        }
        const auto departure = m_core.Pop(m_now);
        Push(m_flowOf[departure.slot]);
    }

  private:
    static schedlab::PfqdParams Params(uint32_t flows, bool isNearCap)
    {
        schedlab::PfqdParams params;
        params.collisionPolicy = schedlab::PfqdParams::EXACT;
        params.demotionNs = INT64_MAX;
        params.maxQueue = uint64_t(PACKET_BYTES) * PACKETS_OF_FLOW * flows * (isNearCap ? 1 : 4);
        return params;
    }

    void Push(uint32_t flow)
    {
        if (flow >= m_keys.size())
        {
            m_keys.resize(flow + 1);
            m_keys[flow].source[1] = flow;
            m_keys[flow].family = 4;
        }
        PfqdArrival arrival;
        arrival.size = PACKET_BYTES;
        arrival.key = m_keys[flow];
        arrival.hash = arrival.key.Hash(0);
        arrival.isEct = true;
        const uint32_t slot = m_core.Push(arrival, m_now).slot;
        if (slot != schedlab::NO_SLOT)
        {
            m_flowOf.resize(std::max<std::size_t>(m_flowOf.size(), slot + 1));
            m_flowOf[slot] = flow;
        }
    }

    PfqdCore m_core;                       //!< under test
    bool m_isNearCap;                      //!< the buffer is full
    std::vector<schedlab::FlowKey> m_keys; //!< of the flows
    std::vector<uint32_t> m_flowOf;        //!< of the packets
    uint32_t m_next{0};                    //!< flow of the next arrival near the cap
    int64_t m_now{0};                      //!< the time
};

/** Registers a core at a number of flows. */
void
RegisterCore(const char* what, bool isNearCap, uint32_t flows)
{
    // Warmed up once, used by all repetitions.
    auto load = std::make_shared<std::unique_ptr<CoreLoad>>();
    const std::string name = std::string("PfqdCore/") + what + "/" + std::to_string(flows);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        if (!*load)
        {
            *load = std::make_unique<CoreLoad>(flows, isNearCap);
        }
        const uint64_t before = AllocationCount();
        for (auto _ : state)
        {
            (*load)->Step();
        }
        const uint64_t allocated = AllocationCount() - before;
        state.SetItemsProcessed(state.iterations());
        state.counters["allocs_per_packet"] =
            static_cast<double>(allocated) / static_cast<double>(state.iterations());
        state.counters["model_bytes_per_flow"] = sizeof(schedlab::PfqdFlowRecord);
        state.counters["real_bytes_per_flow"] = sizeof(schedlab::PfqdFlow);
    });
}

/** @return the next packet of flows that take turns */
ns3::Ptr<ns3::QueueDiscItem>
NextItem(uint64_t& id, uint32_t flows)
{
    ns3::ReplayPacket packet;
    packet.id = ++id;
    packet.size = PACKET_BYTES;
    packet.flow = id * 2654435761u % flows;
    return ns3::Create<ns3::ReplayItem>(packet);
}

/** Times enqueues and dequeues of a disc; making the items is not timed. */
void
RunPath(benchmark::State& state, ns3::Ptr<ns3::QueueDisc> disc, uint64_t& id, uint32_t flows)
{
    std::vector<ns3::Ptr<ns3::QueueDiscItem>> arrivals(BATCH);
    std::vector<ns3::Ptr<ns3::QueueDiscItem>> served(BATCH);
    for (auto _ : state)
    {
        state.PauseTiming();
        for (std::size_t i = 0; i < BATCH; ++i)
        {
            served[i] = nullptr;
            arrivals[i] = NextItem(id, flows);
        }
        state.ResumeTiming();
        for (std::size_t i = 0; i < BATCH; ++i)
        {
            disc->Enqueue(std::move(arrivals[i]));
            served[i] = disc->Dequeue();
        }
    }
    state.SetItemsProcessed(state.iterations() * BATCH);
}

/** Registers a disc at a number of flows. */
void
RegisterPath(const std::string& type, uint32_t flows)
{
    const std::string name = "PfqdPath/" + type + "/" + std::to_string(flows);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        auto disc = ns3::ObjectFactory("ns3::" + type).Create<ns3::QueueDisc>();
        if (auto fqCoDel = ns3::DynamicCast<ns3::FqCoDelQueueDisc>(disc))
        {
            fqCoDel->SetQuantum(PACKET_BYTES); // there is no device to ask
        }
        disc->Initialize();
        uint64_t id = 0;
        for (uint32_t i = 0; i < PACKETS_OF_FLOW * flows; ++i)
        {
            disc->Enqueue(NextItem(id, flows));
        }
        RunPath(state, disc, id, flows);
        disc->Dispose();
    });
}

} // namespace

int
main(int argc, char** argv)
{
    for (uint32_t flows : {1u, 64u, 4096u, 65536u})
    {
        RegisterCore("turns", false, flows);
        RegisterCore("cap", true, flows);
    }
    for (uint32_t flows : {1u, 64u, 512u})
    {
        RegisterPath("PfqdQueueDisc", flows);
        RegisterPath("FqCoDelQueueDisc", flows);
    }
    // Until the first run ns-3 keeps a list of all times, for the resolution may still change; in a
    // simulation no packet pays for that.
    ns3::Simulator::Run();
    return schedlab::RunBenchmarks(argc, argv);
}
