/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A scheduler to start from: a FIFO that keeps its second half for ranks not above the recent mean.
// Copy this file to scratch/NAME-queue-disc.cc, rename the two classes, build, use your TypeId.
#include "ns3/bounded-fifo.h"
#include "ns3/core-rank-queue-disc.h"
#include "ns3/double.h"

using namespace ns3;
using namespace schedlab;

struct MyCore
{
    using Entry = RankEntry<uint32_t>;
    using Verdict = RankVerdict<Entry>;

    Verdict Push(const RankArrival<uint32_t>& arrival)
    {
        const bool isBad = nArrivals > 0 && arrival.rank > mean;
        mean += (nArrivals > 0 ? gain : 1) * (arrival.rank - mean);
        const bool isFull = !fifo.HasRoomFor(arrival.size);
        if (isFull || (isBad && 2 * fifo.Load() >= fifo.Limit().value))
            return Verdict::Refuse(isFull ? Refusal::FULL : Refusal::ADMISSION);
        fifo.Append(Entry::From(arrival, nArrivals++));
        return Verdict::Accept();
    }

    std::optional<Entry> Pop()
    {
        return fifo.IsEmpty() ? std::nullopt : std::optional(fifo.PopFront());
    }

    const Entry* Peek() const
    {
        return fifo.IsEmpty() ? nullptr : &fifo.Front();
    }

    BoundedFifo<uint32_t> fifo;
    double gain;
    long double mean = 0;
    uint64_t nArrivals = 0;
};

struct MyQueueDisc : public CoreRankQueueDisc<MyCore>
{
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::MyQueueDisc")
                                .SetParent<RankQueueDisc>()
                                .AddConstructor<MyQueueDisc>()
                                .AddAttribute("MaxSize",
                                              "The most that may be queued.",
                                              QueueSizeValue(QueueSize("1088p")),
                                              MaxSizeAccessor(),
                                              MakeQueueSizeChecker())
                                .AddAttribute("Gain",
                                              "Weight of the newest rank in the mean.",
                                              DoubleValue(0.125),
                                              MakeDoubleAccessor(&MyQueueDisc::m_gain),
                                              MakeDoubleChecker<double>(0, 1));
        return tid;
    }

    void CreateCore() override
    {
        m_core.reset(new MyCore{BoundedFifo<uint32_t>(ToLimit(GetMaxSize())), m_gain});
    }

    void FollowMaxSize(const QueueSize& size) override
    {
        m_core->fifo.SetLimit(ToLimit(size));
    }

    double m_gain;
};

NS_OBJECT_ENSURE_REGISTERED(MyQueueDisc);
