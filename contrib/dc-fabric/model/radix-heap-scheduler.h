/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RADIX_HEAP_SCHEDULER_H
#define RADIX_HEAP_SCHEDULER_H

#include "ns3/radix-heap.h"
#include "ns3/scheduler.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * An event scheduler for runs with many events, used in any script by
 * `GlobalValue::Bind("SchedulerType", StringValue("ns3::RadixHeapScheduler"))` or
 * `--SchedulerType=ns3::RadixHeapScheduler`.
 *
 * The order of events is that of ns3::MapScheduler: by time, equal times by uid. Insert() and
 * RemoveNext() take amortised O(log of the span of the pending times in time steps); Remove(),
 * which Simulator::Remove() calls and Simulator::Cancel() does not, is linear in the number of
 * events of about that time.
 */
class RadixHeapScheduler : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RadixHeapScheduler();
    ~RadixHeapScheduler() override;

    void Insert(const Event& ev) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

  private:
    /** How the heap orders events. */
    struct EventOrder
    {
        /** @param ev an event @return its time */
        static uint64_t Key(const Event& ev)
        {
            return ev.key.m_ts;
        }

        /** @param ev an event @return its order among events of one time */
        static uint64_t Tie(const Event& ev)
        {
            return ev.key.m_uid;
        }
    };

    /** The events. Looking at the next one moves events between buckets, which nobody can see. */
    mutable schedlab::RadixHeap<Event, EventOrder> m_events;
};

} // namespace ns3

#endif /* RADIX_HEAP_SCHEDULER_H */
