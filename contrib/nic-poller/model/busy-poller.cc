/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "busy-poller.h"

#include "host-nic-net-device.h"
#include "nic-poller-compat.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BusyPoller");
NS_OBJECT_ENSURE_REGISTERED(BusyPoller);

TypeId
BusyPoller::GetTypeId()
{
    static TypeId tid =
        WithCosts(TypeId("ns3::BusyPoller")
                      .SetParent<RxPoller>()
                      .SetGroupName("NicPoller")
                      .AddConstructor<BusyPoller>(),
                  schedlab::ServiceCost())
            .AddAttribute("Threads",
                          "Number of threads, 0 for one for each queue.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&BusyPoller::m_nThreads),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Eager",
                          "Make every empty poll, an event each. Only to check the short cut.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&BusyPoller::m_eager),
                          MakeBooleanChecker());
    return tid;
}

void
BusyPoller::DoStart()
{
    const uint32_t queues = GetNQueues();
    const uint32_t threads = m_nThreads > 0 ? m_nThreads : queues;
    if (threads > queues)
    {
        Refuse("Threads (" + std::to_string(threads) + ") must not exceed the number of queues (" +
               std::to_string(queues) + "): a queue belongs to one thread");
    }
    MakeThreads(threads);
    m_loops.resize(threads);
    for (uint32_t i = 0; i < threads; ++i)
    {
        m_loops[i].queues = queues / threads + (i < queues % threads ? 1 : 0);
        GetThread(i)->Wake(0);
    }
}

void
BusyPoller::OnAwake(PollThread& thread)
{
    Go(thread);
}

void
BusyPoller::Go(PollThread& thread)
{
    Loop& loop = m_loops[thread.GetIndex()];
    if (m_eager)
    {
        const uint32_t local = loop.next;
        loop.next = (local + 1) % loop.queues;
        thread.Poll(thread.GetIndex() + local * GetNThreads());
        return;
    }
    loop.cost = thread.GetCore()->StepsOf(GetCosts().poll);
    loop.grid = schedlab::PollGrid(loop.cost, loop.queues);
    loop.grid.Start(Simulator::Now().GetTimeStep(), loop.next);
    loop.idling = true;
    Look(thread);
}

void
BusyPoller::Look(PollThread& thread)
{
    const Loop& loop = m_loops[thread.GetIndex()];
    const int64_t now = Simulator::Now().GetTimeStep();
    int64_t first = INT64_MAX;
    uint32_t best = 0;
    for (uint32_t local = 0; local < loop.queues; ++local)
    {
        const uint32_t queue = thread.GetIndex() + local * GetNThreads();
        if (GetNic()->GetRing(queue).Size() > 0)
        {
            const int64_t at = loop.grid.NextVisit(now, local);
            if (at < first)
            {
                first = at;
                best = queue;
            }
        }
    }
    if (first == INT64_MAX)
    {
        return;
    }
    if (thread.IsPlanned())
    {
        if (thread.GetStart() == first)
        {
            return;
        }
        thread.Unplan();
    }
    if (first == now)
    {
        StopIdling(thread, now);
        thread.Poll(best);
        return;
    }
    thread.PollAt(best, first);
}

void
BusyPoller::OnPollBegun(PollThread& thread)
{
    StopIdling(thread, thread.GetStart());
}

void
BusyPoller::StopIdling(PollThread& thread, int64_t at)
{
    Loop& loop = m_loops[thread.GetIndex()];
    Count(loop, at);
    loop.idling = false;
    loop.next = (loop.next + 1) % loop.queues;
}

void
BusyPoller::Count(Loop& loop, int64_t now)
{
    const uint64_t polls = loop.grid.PollsBefore(now);
    m_counters.polls += polls;
    m_counters.emptyPolls += polls;
    loop.next = loop.grid.QueueAt(now);
    loop.grid.Start(loop.grid.Origin() + static_cast<int64_t>(polls) * loop.cost, loop.next);
    if (polls > 0)
    {
        m_pollsSkippedTrace(polls);
    }
}

void
BusyPoller::OnRingNonEmpty(uint32_t queue)
{
    PollThread& thread = *GetThread(queue % GetNThreads());
    if (m_loops[thread.GetIndex()].idling && thread.IsSpinning())
    {
        Look(thread);
    }
}

void
BusyPoller::OnBurst(PollThread& thread, uint32_t)
{
    DrainLater(thread);
    Go(thread);
}

void
BusyPoller::OnPreempt(PollThread& thread)
{
    m_loops[thread.GetIndex()].stopped = Simulator::Now().GetTimeStep();
}

void
BusyPoller::OnResume(PollThread& thread)
{
    // The polls are made in the thread's own time.
    Loop& loop = m_loops[thread.GetIndex()];
    loop.grid.Shift(Simulator::Now().GetTimeStep() - loop.stopped);
    Look(thread);
}

void
BusyPoller::OnFrequency(PollThread& thread)
{
    Loop& loop = m_loops[thread.GetIndex()];
    if (loop.idling)
    {
        Count(loop, Simulator::Now().GetTimeStep());
        Go(thread);
    }
}

void
BusyPoller::Sync()
{
    for (uint32_t i = 0; i < m_loops.size(); ++i)
    {
        GetThread(i)->Settle();
        Loop& loop = m_loops[i];
        if (loop.idling)
        {
            const bool runs = GetThread(i)->IsSpinning();
            Count(loop, runs ? Simulator::Now().GetTimeStep() : loop.stopped);
        }
    }
}

} // namespace ns3
