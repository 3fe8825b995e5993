/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "irq-poller.h"

#include "host-nic-net-device.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IrqPoller);

schedlab::ServiceCost
IrqPoller::StackCosts()
{
    schedlab::ServiceCost costs;
    costs.packet = 800; // the order of a kernel that forwards a million packets a second
    costs.wake = 0;     // no thread sleeps
    return costs;
}

TypeId
IrqPoller::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::IrqPoller")
            .SetParent<RxPoller>()
            .SetGroupName("NicPoller")
            .AddAttribute("Itr",
                          "Least time between two interrupts of a queue.",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&IrqPoller::m_itr),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Budget",
                          "Most packets that a poll takes; one that finds less is the last.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&IrqPoller::m_budget),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
IrqPoller::DoStart()
{
    const uint32_t queues = GetNQueues();
    MakeThreads(queues);
    m_armed.assign(queues, true);
    m_firedAt.assign(queues, -1);
    m_pending.assign(queues, 0);
    for (uint32_t q = 0; q < queues; ++q)
    {
        if (GetNic()->GetQueueSize(q) > 0)
        {
            Arm(q);
        }
    }
}

void
IrqPoller::OnRingNonEmpty(uint32_t queue)
{
    if (m_armed[queue])
    {
        Arm(queue);
    }
}

void
IrqPoller::Arm(uint32_t queue)
{
    m_armed[queue] = false;
    PollThread& thread = *GetThread(queue);
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t soonest = m_firedAt[queue] < 0 ? now : m_firedAt[queue] + m_itr.GetTimeStep();
    thread.timer = Simulator::Schedule(TimeStep(std::max<int64_t>(soonest - now, 0)),
                                       &IrqPoller::Fire,
                                       this,
                                       &thread);
}

void
IrqPoller::Fire(PollThread* thread)
{
    m_firedAt[thread->GetIndex()] = Simulator::Now().GetTimeStep();
    ++m_counters.interrupts;
    thread->Wake(0);
}

void
IrqPoller::OnAwake(PollThread& thread)
{
    thread.Work(GetCosts().interrupt);
}

void
IrqPoller::OnWork(PollThread& thread)
{
    m_pending[thread.GetIndex()] = GetNic()->GetQueueSize(thread.GetIndex());
    thread.Poll(thread.GetIndex());
}

void
IrqPoller::OnBurst(PollThread& thread, uint32_t packets)
{
    uint32_t& pending = m_pending[thread.GetIndex()];
    pending -= std::min(pending, packets);
    if (GoesOn(thread, packets))
    {
        thread.Poll(thread.GetIndex());
        return;
    }
    // A softirq flushes what it leaves behind.
    thread.DrainBuffers();
    const uint32_t queue = thread.GetIndex();
    m_armed[queue] = true;
    thread.Rest(-1);
    if (GetNic()->GetQueueSize(queue) > 0)
    {
        Arm(queue);
    }
}

bool
IrqPoller::GoesOn(PollThread&, uint32_t packets)
{
    return packets == m_budget;
}

uint32_t
IrqPoller::GetPending(const PollThread& thread) const
{
    return m_pending[thread.GetIndex()];
}

uint32_t
IrqPoller::GetBurst() const
{
    return m_budget;
}

} // namespace ns3
