/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NAIVE_QUEUE_H
#define NAIVE_QUEUE_H

#include "comparison-cost.h"
#include "random_load.h"
#include "rank-limit.h"
#include "rank-verdict.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace schedlab::test
{

/** A packet of the naive models. */
using NaivePacket = RankArrival<uint32_t>;

/** @return true if a is served before b */
inline bool
GoesBefore(const NaivePacket& a, const NaivePacket& b)
{
    return a.rank < b.rank || (a.rank == b.rank && a.handle < b.handle);
}

/** A queue as the modelled hardware has it: a list, searched by looking at one packet at a time. */
struct NaiveQueue
{
    std::vector<NaivePacket> packets; //!< the first is served first

    /** @return packets looked at from the tail to find the place of p */
    uint64_t Insert(const NaivePacket& p)
    {
        uint64_t looked = 0;
        std::size_t at = packets.size();
        while (at > 0)
        {
            ++looked;
            if (GoesBefore(packets[at - 1], p))
            {
                break;
            }
            --at;
        }
        packets.insert(packets.begin() + at, p);
        return looked;
    }

    /** @return the packets held or their bytes */
    uint64_t Load(RankLimit::Unit unit) const
    {
        uint64_t bytes = 0;
        for (const auto& p : packets)
        {
            bytes += p.size;
        }
        return unit == RankLimit::PACKETS ? packets.size() : bytes;
    }

    NaivePacket TakeFirst()
    {
        const NaivePacket p = packets.front();
        packets.erase(packets.begin());
        return p;
    }

    NaivePacket TakeLast()
    {
        const NaivePacket p = packets.back();
        packets.pop_back();
        return p;
    }
};

/** @return true if id is among the packets */
inline bool
Contains(const std::vector<NaivePacket>& packets, uint32_t id)
{
    return std::any_of(packets.begin(), packets.end(), [id](const NaivePacket& p) {
        return p.handle == id;
    });
}

/**
 * Drives a core and a naive model with the same random events and checks that they lose and serve
 * the same packets and compare as often.
 *
 * A model has `Push(packet)`, which returns the packets lost, the arrival among them if it was
 * refused; `Pop(packet&)`, which tells whether there was one; and `cost`.
 */
template <typename Core, typename Model>
void
CheckAgainstModel(Core& core, Model& model, RandomLoad load, unsigned events)
{
    for (unsigned event = 0; event < events; ++event)
    {
        if (load.NextIsArrival())
        {
            const auto arrival = load.NextArrival();
            const auto verdict = core.Push(arrival);
            const std::vector<NaivePacket> lost = model.Push(arrival);
            ASSERT_EQ(verdict.IsAccepted(), !Contains(lost, arrival.handle)) << "event " << event;
            ASSERT_EQ(verdict.nEvicted + (verdict.IsAccepted() ? 0 : 1), lost.size())
                << "event " << event;
            for (std::size_t i = 0; i < verdict.nEvicted; ++i)
            {
                ASSERT_TRUE(Contains(lost, verdict.evicted[i].handle)) << "event " << event;
            }
        }
        else
        {
            const auto served = core.Pop();
            NaivePacket expected{};
            ASSERT_EQ(model.Pop(expected), served.has_value()) << "event " << event;
            if (served)
            {
                ASSERT_EQ(served->handle, expected.handle) << "event " << event;
                load.Served(served->key.rank);
            }
        }
        const ComparisonCost& counted = core.GetCost().Counts();
        ASSERT_EQ(counted.scan, model.cost.scan) << "event " << event;
        ASSERT_EQ(counted.cascadeScan, model.cost.cascadeScan) << "event " << event;
        ASSERT_EQ(counted.boundTests, model.cost.boundTests) << "event " << event;
        ASSERT_EQ(counted.occupancyTests, model.cost.occupancyTests) << "event " << event;
        ASSERT_EQ(counted.headTests, model.cost.headTests) << "event " << event;
        ASSERT_EQ(counted.cascades, model.cost.cascades) << "event " << event;
        ASSERT_EQ(counted.promotions, model.cost.promotions) << "event " << event;
    }
}

} // namespace schedlab::test

#endif /* NAIVE_QUEUE_H */
