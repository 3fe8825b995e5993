/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "empty-poll-poller.h"

#include "host-nic-net-device.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EmptyPollPoller);

TypeId
EmptyPollPoller::GetTypeId()
{
    static TypeId tid =
        WithCosts(TypeId("ns3::EmptyPollPoller")
                      .SetParent<RxPoller>()
                      .SetGroupName("NicPoller")
                      .AddConstructor<EmptyPollPoller>(),
                  schedlab::ServiceCost())
            .AddAttribute("PauseAfter",
                          "Empty polls in a row before the thread pauses between polls.",
                          UintegerValue(10),
                          MakeUintegerAccessor(&EmptyPollPoller::m_pauseAfter),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SleepAfter",
                          "Empty polls in a row before the thread lets an interrupt wake it up.",
                          UintegerValue(300),
                          MakeUintegerAccessor(&EmptyPollPoller::m_sleepAfter),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Pause",
                          "Pause between two polls.",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&EmptyPollPoller::m_pause),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
EmptyPollPoller::DoStart()
{
    if (m_pauseAfter > m_sleepAfter)
    {
        Refuse("PauseAfter must not be above SleepAfter");
    }
    MakeThreads(GetNQueues());
    m_idle.resize(GetNThreads());
    for (uint32_t i = 0; i < GetNThreads(); ++i)
    {
        GetThread(i)->Wake(0);
    }
}

int64_t
EmptyPollPoller::TimeOf(const PollThread& thread, uint64_t n) const
{
    const int64_t poll = thread.GetCore()->StepsOf(GetCosts().poll);
    const uint64_t paused = n > m_pauseAfter ? n - m_pauseAfter : 0;
    return static_cast<int64_t>(n) * poll + static_cast<int64_t>(paused) * m_pause.GetTimeStep();
}

uint64_t
EmptyPollPoller::PollAt(const PollThread& thread, int64_t after) const
{
    const int64_t poll = thread.GetCore()->StepsOf(GetCosts().poll);
    const int64_t quick = static_cast<int64_t>(m_pauseAfter) * poll;
    if (after <= quick)
    {
        return std::max<int64_t>(after + poll - 1, 0) / poll;
    }
    const int64_t slow = poll + m_pause.GetTimeStep();
    return m_pauseAfter + (after - quick + slow - 1) / slow;
}

void
EmptyPollPoller::OnAwake(PollThread& thread)
{
    if (m_idle[thread.GetIndex()].armed)
    {
        // The interrupt has ended its sleep.
        m_idle[thread.GetIndex()].armed = false;
        thread.AddDebt(GetCosts().interrupt + GetCosts().wake);
    }
    thread.Poll(thread.GetIndex());
}

void
EmptyPollPoller::OnBurst(PollThread& thread, uint32_t)
{
    DrainLater(thread);
    Begin(thread);
}

void
EmptyPollPoller::Begin(PollThread& thread)
{
    Idle& idle = m_idle[thread.GetIndex()];
    idle.on = true;
    idle.since = Simulator::Now().GetTimeStep();
    idle.polls = 0;
    Look(thread);
}

void
EmptyPollPoller::Look(PollThread& thread)
{
    Idle& idle = m_idle[thread.GetIndex()];
    const int64_t now = Simulator::Now().GetTimeStep();
    const bool found = GetNic()->GetRing(thread.GetIndex()).Size() > 0;
    const uint64_t next =
        found ? std::min<uint64_t>(PollAt(thread, now - idle.since), m_sleepAfter) : m_sleepAfter;
    const int64_t at = std::max(idle.since + TimeOf(thread, next), now);
    thread.timer.Cancel();
    if (found)
    {
        thread.PollAt(thread.GetIndex(), at);
        return;
    }
    thread.timer = Simulator::Schedule(TimeStep(at - now), &EmptyPollPoller::Arm, this, &thread);
}

void
EmptyPollPoller::Count(PollThread& thread, int64_t until)
{
    Idle& idle = m_idle[thread.GetIndex()];
    const uint64_t polls = std::min<uint64_t>(PollAt(thread, until - idle.since), m_sleepAfter);
    m_counters.polls += polls - idle.polls;
    m_counters.emptyPolls += polls - idle.polls;
    idle.polls = polls;
}

void
EmptyPollPoller::OnPollBegun(PollThread& thread)
{
    Count(thread, thread.GetStart());
    m_idle[thread.GetIndex()].on = false;
}

void
EmptyPollPoller::Arm(PollThread* thread)
{
    Idle& idle = m_idle[thread->GetIndex()];
    Count(*thread, Simulator::Now().GetTimeStep());
    idle.on = false;
    idle.armed = true;
    thread->Rest(-1);
}

void
EmptyPollPoller::OnRingNonEmpty(uint32_t queue)
{
    PollThread& thread = *GetThread(queue);
    const Idle& idle = m_idle[queue];
    if (idle.on && thread.IsSpinning())
    {
        Look(thread);
    }
    else if (idle.armed && thread.GetState() == CpuTask::SLEEPING)
    {
        thread.Wake(0);
    }
}

void
EmptyPollPoller::OnPreempt(PollThread& thread)
{
    thread.timer.Cancel();
    m_idle[thread.GetIndex()].stopped = Simulator::Now().GetTimeStep();
}

void
EmptyPollPoller::OnResume(PollThread& thread)
{
    Idle& idle = m_idle[thread.GetIndex()];
    idle.since += Simulator::Now().GetTimeStep() - idle.stopped;
    Look(thread);
}

void
EmptyPollPoller::OnFrequency(PollThread& thread)
{
    if (m_idle[thread.GetIndex()].on)
    {
        // Its polls come at another pace from here: it counts from the beginning.
        Count(thread, Simulator::Now().GetTimeStep());
        Begin(thread);
    }
}

void
EmptyPollPoller::Sync()
{
    for (uint32_t i = 0; i < m_idle.size(); ++i)
    {
        PollThread& thread = *GetThread(i);
        thread.Settle();
        if (m_idle[i].on)
        {
            Count(thread, thread.IsSpinning() ? Simulator::Now().GetTimeStep() : m_idle[i].stopped);
        }
    }
}

} // namespace ns3
