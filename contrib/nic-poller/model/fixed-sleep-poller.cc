/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fixed-sleep-poller.h"

#include "nic-poller-compat.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FixedSleepPoller);

TypeId
FixedSleepPoller::GetTypeId()
{
    static TypeId tid = WithCosts(TypeId("ns3::FixedSleepPoller")
                                      .SetParent<RxPoller>()
                                      .SetGroupName("NicPoller")
                                      .AddConstructor<FixedSleepPoller>(),
                                  schedlab::ServiceCost())
                            .AddAttribute("Interval",
                                          "How long a thread asks to sleep.",
                                          TimeValue(MicroSeconds(10)),
                                          MakeTimeAccessor(&FixedSleepPoller::m_interval),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
FixedSleepPoller::DoStart()
{
    MakeThreads(GetNQueues());
    for (uint32_t i = 0; i < GetNThreads(); ++i)
    {
        SleepFirst(*GetThread(i), 0);
    }
}

void
FixedSleepPoller::OnRingNonEmpty(uint32_t)
{
}

void
FixedSleepPoller::OnAwake(PollThread& thread)
{
    const uint32_t queue = thread.GetIndex();
    const double interval = m_interval.GetTimeStep() / nic_compat::StepsPerNs();
    const int64_t end = EndOfEmptyPoll(thread, queue);
    if (end >= 0 && m_sleep->Sleeps(interval))
    {
        PollAndSleep(thread, queue, end, interval);
        return;
    }
    thread.Poll(queue);
}

void
FixedSleepPoller::OnBurst(PollThread& thread, uint32_t packets)
{
    if (packets > 0)
    {
        OnAwake(thread);
        return;
    }
    DrainIfDue(thread);
    SleepTimed(thread, m_interval.GetTimeStep() / nic_compat::StepsPerNs(), thread.GetIndex());
}

} // namespace ns3
