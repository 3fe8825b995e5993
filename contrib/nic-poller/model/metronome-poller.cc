/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "metronome-poller.h"

#include "host-nic-net-device.h"
#include "nic-poller-compat.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MetronomePoller");
NS_OBJECT_ENSURE_REGISTERED(MetronomePoller);

using schedlab::MetronomeParams;

TypeId
MetronomePoller::GetTypeId()
{
    static TypeId tid =
        WithCosts(TypeId("ns3::MetronomePoller")
                      .SetParent<RxPoller>()
                      .SetGroupName("NicPoller")
                      .AddConstructor<MetronomePoller>(),
                  schedlab::ServiceCost())
            .AddAttribute("Threads",
                          "Number of threads, M; at least one for each queue.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MetronomePoller::m_m),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("VBar",
                          "Target of the mean vacation.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&MetronomePoller::m_vBar),
                          MakeTimeChecker())
            .AddAttribute("TLong",
                          "Sleep after a lost race.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&MetronomePoller::m_tLong),
                          MakeTimeChecker())
            .AddAttribute("TFirst",
                          "Longest sleep before a thread's first race.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&MetronomePoller::m_tFirst),
                          MakeTimeChecker())
            .AddAttribute("TShort",
                          "Sleep after a won race with the rule Fixed.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&MetronomePoller::m_tShort),
                          MakeTimeChecker())
            .AddAttribute("Alpha",
                          "Weight of the old load estimate.",
                          DoubleValue(0.75),
                          MakeDoubleAccessor(&MetronomePoller::m_alpha),
                          MakeDoubleChecker<double>())
            .AddAttribute("TsRule",
                          "How the short timeout follows the load.",
                          EnumValue(MetronomeParams::PAPER),
                          nic_compat::EnumAccessor<MetronomeParams::Rule>(&MetronomePoller::m_rule),
                          MakeEnumChecker(MetronomeParams::PAPER,
                                          "Paper",
                                          MetronomeParams::CORRECTED,
                                          "Corrected",
                                          MetronomeParams::FIXED,
                                          "Fixed",
                                          MetronomeParams::EQUAL,
                                          "Equal"))
            .AddAttribute("MOverN",
                          "Threads for each queue as the rule takes them, -1 for Threads / queues.",
                          DoubleValue(-1),
                          MakeDoubleAccessor(&MetronomePoller::m_mOverN),
                          MakeDoubleChecker<double>())
            .AddAttribute("QueuePick",
                          "Which queue a thread tries after a lost race.",
                          EnumValue(MetronomeParams::UNIFORM_ALL),
                          nic_compat::EnumAccessor<MetronomeParams::Pick>(&MetronomePoller::m_pick),
                          MakeEnumChecker(MetronomeParams::UNIFORM_ALL,
                                          "UniformAll",
                                          MetronomeParams::UNIFORM_OTHER,
                                          "UniformOther",
                                          MetronomeParams::SCAN,
                                          "Scan"))
            .AddAttribute(
                "InitialQueue",
                "The first queue of a thread.",
                EnumValue(MetronomeParams::ROUND_ROBIN),
                nic_compat::EnumAccessor<MetronomeParams::Initial>(&MetronomePoller::m_initial),
                MakeEnumChecker(MetronomeParams::ROUND_ROBIN,
                                "RoundRobin",
                                MetronomeParams::SAME,
                                "Same"))
            .AddAttribute("Eager",
                          "Make every empty poll, an event each. Only to check the short cut.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MetronomePoller::m_eager),
                          MakeBooleanChecker())
            .AddTraceSource("TryLock",
                            "A thread tried a lock.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_tryLockTrace),
                            "ns3::MetronomePoller::TryLockTracedCallback")
            .AddTraceSource("Vacation",
                            "A queue was left alone for so long.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_vacationTrace),
                            "ns3::MetronomePoller::TimeTracedCallback")
            .AddTraceSource("Busy",
                            "A queue was held for so long.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_busyTrace),
                            "ns3::MetronomePoller::BusyTracedCallback")
            .AddTraceSource("Rho",
                            "The load estimate of a queue.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_rhoTrace),
                            "ns3::MetronomePoller::RhoTracedCallback")
            .AddTraceSource("Ts",
                            "The short timeout of a queue.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_tsTrace),
                            "ns3::MetronomePoller::TimeTracedCallback")
            .AddTraceSource("Role",
                            "A thread became primary or backup.",
                            MakeTraceSourceAccessor(&MetronomePoller::m_roleTrace),
                            "ns3::MetronomePoller::RoleTracedCallback");
    return tid;
}

MetronomePoller::MetronomePoller() = default;

void
MetronomePoller::DoDispose()
{
    m_random = nullptr;
    RxPoller::DoDispose();
}

const schedlab::MetronomeController&
MetronomePoller::GetController() const
{
    NS_ABORT_MSG_UNLESS(m_controller, "MetronomePoller: not started yet");
    return *m_controller;
}

int64_t
MetronomePoller::AssignStreams(int64_t stream)
{
    const int64_t used = RxPoller::AssignStreams(stream);
    m_random->SetStream(stream + used);
    return used + 1;
}

void
MetronomePoller::DoStart()
{
    const auto steps = [](Time time) { return static_cast<double>(time.GetTimeStep()); };
    const double perNs = nic_compat::StepsPerNs();
    MetronomeParams params;
    params.threads = m_m;
    params.queues = GetNQueues();
    params.vBar = steps(m_vBar) / perNs;
    params.tLong = steps(m_tLong) / perNs;
    params.tFirst = steps(m_tFirst) / perNs;
    params.tShort = steps(m_tShort) / perNs;
    params.alpha = m_alpha;
    params.rule = m_rule;
    params.mOverN = m_mOverN;
    params.pick = m_pick;
    params.initial = m_initial;
    try
    {
        m_controller =
            std::make_unique<schedlab::MetronomeController>(params, Simulator::Now().GetTimeStep());
    }
    catch (const std::invalid_argument& error)
    {
        Refuse(error.what());
    }
    MakeThreads(m_m);
    m_racing.assign(m_m, false);
    m_served.assign(GetNQueues(), 0);
    for (uint32_t i = 0; i < m_m; ++i)
    {
        SleepFirst(*GetThread(i), params.tFirst * m_random->GetValue());
    }
}

void
MetronomePoller::OnRingNonEmpty(uint32_t)
{
    // Nobody is told: a packet waits for the next thread.
}

void
MetronomePoller::OnAwake(PollThread& thread)
{
    if (GetCosts().lock > 0)
    {
        m_racing[thread.GetIndex()] = true;
        thread.Work(GetCosts().lock);
        return;
    }
    Race(thread);
}

void
MetronomePoller::OnWork(PollThread& thread)
{
    if (m_racing[thread.GetIndex()])
    {
        m_racing[thread.GetIndex()] = false;
        Race(thread);
        return;
    }
    OnAwake(thread);
}

void
MetronomePoller::Race(PollThread& thread)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    const uint32_t index = thread.GetIndex();
    const uint32_t queue = m_controller->ThreadAt(index).queue;
    const bool won = m_controller->TryLock(index, now);
    m_tryLockTrace(index, queue, won);
    if (won)
    {
        m_vacationTrace(queue, TimeStep(m_controller->QueueAt(queue).LastVacation()));
        m_served[queue] = 0;
        Serve(thread, queue);
        return;
    }
    const bool before = m_controller->ThreadAt(index).primary;
    const auto loss = m_controller->Lose(index, m_random->GetValue());
    TraceRole(thread, before);
    if (loss.again)
    {
        OnAwake(thread);
        return;
    }
    SleepTimed(thread, loss.sleep, m_controller->ThreadAt(index).queue);
}

void
MetronomePoller::OnBurst(PollThread& thread, uint32_t packets)
{
    if (packets > 0)
    {
        m_served[thread.GetQueue()] += packets;
        Serve(thread, thread.GetQueue());
        return;
    }
    Release(thread);
}

void
MetronomePoller::Serve(PollThread& thread, uint32_t queue)
{
    const bool watched = !m_busyTrace.IsEmpty() || !m_rhoTrace.IsEmpty() || !m_tsTrace.IsEmpty() ||
                         !m_roleTrace.IsEmpty();
    const int64_t end = watched || m_eager ? -1 : EndOfEmptyPoll(thread, queue);
    if (end >= 0)
    {
        m_before = m_controller->Save(thread.GetIndex());
        const double timeout = m_controller->Unlock(thread.GetIndex(), end);
        if (m_sleep->Sleeps(timeout))
        {
            PollAndSleep(thread, queue, end, timeout);
            return;
        }
        m_controller->Restore(m_before);
    }
    thread.Poll(queue);
}

void
MetronomePoller::OnTakenBack(PollThread&)
{
    m_controller->Restore(m_before);
}

void
MetronomePoller::Release(PollThread& thread)
{
    const uint32_t index = thread.GetIndex();
    const uint32_t queue = thread.GetQueue();
    const bool before = m_controller->ThreadAt(index).primary;
    const double timeout = m_controller->Unlock(index, Simulator::Now().GetTimeStep());
    const auto& state = m_controller->QueueAt(queue);
    m_busyTrace(queue, TimeStep(state.LastBusy()), m_served[queue]);
    m_rhoTrace(queue, state.Load());
    m_tsTrace(queue, TimeStep(nic_compat::Steps(timeout)));
    TraceRole(thread, before);
    DrainIfDue(thread);
    SleepTimed(thread, timeout, queue);
}

void
MetronomePoller::TraceRole(const PollThread& thread, bool before)
{
    const bool after = m_controller->ThreadAt(thread.GetIndex()).primary;
    if (before != after)
    {
        m_roleTrace(thread.GetIndex(), before, after);
    }
}

} // namespace ns3
