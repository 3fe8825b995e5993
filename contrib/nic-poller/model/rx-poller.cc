/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rx-poller.h"

#include "host-nic-net-device.h"
#include "nic-poller-compat.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RxPoller");
NS_OBJECT_ENSURE_REGISTERED(RxPoller);

TypeId
RxPoller::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RxPoller")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddAttribute("FirstCore",
                          "Core of the first thread; the others follow, round and round.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RxPoller::m_firstCore),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Nice",
                          "Nice value of the threads.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&RxPoller::m_nice),
                          MakeIntegerChecker<int>(-20, 19))
            .AddAttribute("RxBurst",
                          "Most packets that a poll takes.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&RxPoller::m_burst),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("SleepModel",
                          "How long timed sleeps take; by default a SleepModel with its defaults.",
                          PointerValue(),
                          MakePointerAccessor(&RxPoller::m_sleep),
                          MakePointerChecker<SleepModel>())
            .AddAttribute("TxDrain",
                          "Time between two drains of the transmit buffers.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&RxPoller::m_txDrain),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TxDrainBug",
                          "Drain the port that is polled, as the reference code does, and not the "
                          "ports that packets leave by.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RxPoller::m_txDrainBug),
                          MakeBooleanChecker())
            .AddTraceSource("Wake",
                            "A timed sleep is over.",
                            MakeTraceSourceAccessor(&RxPoller::m_wakeTrace),
                            "ns3::RxPoller::WakeTracedCallback")
            .AddTraceSource("Burst",
                            "A burst was handed on.",
                            MakeTraceSourceAccessor(&RxPoller::m_burstTrace),
                            "ns3::RxPoller::BurstTracedCallback")
            .AddTraceSource(
                "PollsSkipped",
                "Empty polls that cost no event, told at the latest with the burst that "
                "ends them.",
                MakeTraceSourceAccessor(&RxPoller::m_pollsSkippedTrace),
                "ns3::RxPoller::PollsSkippedTracedCallback");
    return tid;
}

TypeId
RxPoller::WithCosts(TypeId tid, const schedlab::ServiceCost& costs)
{
    const auto add = [&](const char* name, const char* help, double value, auto member) {
        tid.AddAttribute(name,
                         std::string("CPU time in ns of ") + help,
                         DoubleValue(value),
                         MakeDoubleAccessor(member),
                         MakeDoubleChecker<double>());
    };
    add("CLock", "trying a lock.", costs.lock, &RxPoller::m_cLock);
    add("CPoll", "polling a ring, at least 1.", costs.poll, &RxPoller::m_cPoll);
    add("CPkt", "handling a packet.", costs.packet, &RxPoller::m_cPkt);
    add("CByte", "handling a byte of a packet.", costs.byte, &RxPoller::m_cByte);
    add("CTxFlush", "handing a batch to the transmit ring.", costs.txFlush, &RxPoller::m_cTxFlush);
    add("CWake", "falling asleep and waking up.", costs.wake, &RxPoller::m_cWake);
    add("CIrq", "an interrupt and its softirq.", costs.interrupt, &RxPoller::m_cIrq);
    return tid;
}

RxPoller::RxPoller() = default;

void
RxPoller::DoDispose()
{
    // The threads belong to their cores, which dispose of them.
    for (const auto& thread : m_threads)
    {
        thread->timer.Cancel();
        thread->drain.Cancel();
    }
    m_threads.clear();
    m_nic = nullptr;
    m_cpu = nullptr;
    m_sleep = nullptr;
    Object::DoDispose();
}

void
RxPoller::Refuse(const std::string& message) const
{
    NS_FATAL_ERROR(GetInstanceTypeId().GetName() << ": " << message);
}

void
RxPoller::Attach(HostNicNetDevice* nic, Ptr<HostCpu> cpu)
{
    NS_LOG_FUNCTION(this << nic << cpu);
    if (m_nic)
    {
        Refuse("a poller serves one device: make another one for the second device");
    }
    m_nic = nic;
    m_cpu = cpu;
}

void
RxPoller::Start()
{
    NS_LOG_FUNCTION(this);
    if (!m_cpu)
    {
        Refuse("there is no HostCpu: aggregate one to the node");
    }
    m_cost = {m_cLock, m_cPoll, m_cPkt, m_cByte, m_cTxFlush, m_cWake, m_cIrq};
    try
    {
        m_cost.Check();
    }
    catch (const std::invalid_argument& error)
    {
        Refuse(error.what());
    }
    if (!m_sleep)
    {
        m_sleep = CreateObject<SleepModel>();
    }
    m_polledBy.assign(GetNQueues(), nullptr);
    m_polledAt.assign(GetNQueues(), -1);
    DoStart();
}

void
RxPoller::MakeThreads(uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i)
    {
        auto thread = CreateObject<PollThread>();
        thread->SetAttribute("Nice", IntegerValue(m_nice));
        thread->SetPoller(this, i);
        thread->SetCore(m_cpu->GetCore((m_firstCore + i) % m_cpu->GetNCores()));
        thread->drainedAt = Simulator::Now().GetTimeStep();
        m_threads.push_back(thread);
    }
}

void
RxPoller::Arrived(uint32_t queue)
{
    if (m_threads.empty())
    {
        return; // not started; what is in the rings is found then
    }
    // A poll sees what arrives in its own instant, in whatever order the two events come.
    const int64_t now = Simulator::Now().GetTimeStep();
    if (m_polledAt[queue] >= now)
    {
        PollThread& thread = *m_polledBy[queue];
        if (&thread == m_ahead && m_aheadAt == now)
        {
            TakeBack(thread, queue);
        }
        else
        {
            thread.Join(queue);
        }
    }
    if (m_nic->GetRing(queue).Size() == 1)
    {
        OnRingNonEmpty(queue);
    }
}

void
RxPoller::NotePoll(PollThread& thread, uint32_t queue, int64_t at)
{
    m_polledBy[queue] = &thread;
    m_polledAt[queue] = at;
}

void
RxPoller::NoteBurst(PollThread& thread, uint32_t queue, uint32_t packets)
{
    ++m_counters.polls;
    if (packets == 0)
    {
        ++m_counters.emptyPolls;
        return;
    }
    ++m_counters.bursts;
    m_counters.packets += packets;
    m_burstTrace(thread.GetIndex(), queue, packets);
}

void
RxPoller::SleepFirst(PollThread& thread, double requested)
{
    // The thread has not run yet: it is asleep already, and a sleep of 0 is one.
    const double actual = std::max(m_sleep->Draw(requested), 0.0);
    thread.timer = Simulator::Schedule(TimeStep(nic_compat::Steps(actual)),
                                       &RxPoller::Woken,
                                       this,
                                       &thread,
                                       requested,
                                       actual,
                                       0);
}

void
RxPoller::SleepTimed(PollThread& thread, double requested, uint32_t queue)
{
    const double actual = m_sleep->Draw(requested);
    if (actual <= 0)
    {
        thread.Work(m_cost.poll); // the call returned at once; OnWork() goes on
        return;
    }
    const Time delay = TimeStep(nic_compat::Steps(actual));
    thread.timer =
        Simulator::Schedule(delay, &RxPoller::Woken, this, &thread, requested, actual, queue);
    thread.Rest(requested);
}

int64_t
RxPoller::EndOfEmptyPoll(const PollThread& thread, uint32_t queue) const
{
    if (m_nic->GetRing(queue).Size() > 0 || !thread.IsPrivate() || thread.HasBuffered())
    {
        return -1;
    }
    const int64_t end = thread.EndOf(m_cost.Burst(0, 0));
    for (const auto& other : m_threads)
    {
        // A thread that leaves an idle state sleeps, but its timer has gone off.
        if (other != &thread && (other->GetState() != CpuTask::SLEEPING ||
                                 static_cast<int64_t>(other->timer.GetTs()) <= end))
        {
            return -1;
        }
    }
    return end;
}

void
RxPoller::PollAndSleep(PollThread& thread, uint32_t queue, int64_t end, double requested)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    NotePoll(thread, queue, now);
    NoteBurst(thread, queue, 0);
    m_ahead = &thread;
    m_aheadAt = now;
    m_drainedBefore = thread.drainedAt;
    if (end - thread.drainedAt >= m_txDrain.GetTimeStep())
    {
        thread.drainedAt = end;
    }
    const double actual = m_sleep->Draw(requested);
    const Time delay = TimeStep(end - now + nic_compat::Steps(actual));
    thread.timer =
        Simulator::Schedule(delay, &RxPoller::Woken, this, &thread, requested, actual, queue);
    thread.PollAndRest(queue, requested);
}

void
RxPoller::TakeBack(PollThread& thread, uint32_t queue)
{
    m_ahead = nullptr;
    thread.timer.Cancel();
    m_sleep->PutBack();
    --m_counters.polls;
    --m_counters.emptyPolls;
    thread.drainedAt = m_drainedBefore;
    thread.TakeBackSleep();
    OnTakenBack(thread);
    thread.Poll(queue);
}

void
RxPoller::OnTakenBack(PollThread&)
{
}

void
RxPoller::Woken(PollThread* thread, double requested, double actual, uint32_t queue)
{
    m_wakeTrace(thread->GetIndex(),
                queue,
                TimeStep(nic_compat::Steps(requested)),
                TimeStep(nic_compat::Steps(actual)));
    thread->Wake(m_cost.wake);
}

void
RxPoller::DrainIfDue(PollThread& thread)
{
    const int64_t now = Simulator::Now().GetTimeStep();
    if (now - thread.drainedAt < m_txDrain.GetTimeStep())
    {
        return;
    }
    thread.drainedAt = now;
    thread.DrainBuffers(m_txDrainBug ? m_nic->GetBatcher() : nullptr);
}

void
RxPoller::DrainLater(PollThread& thread)
{
    if (thread.HasBuffered() && thread.drain.IsExpired())
    {
        const Time due = TimeStep(thread.drainedAt) + m_txDrain;
        thread.drain = Simulator::Schedule(Max(due - Simulator::Now(), Time(0)),
                                           &RxPoller::Drain,
                                           this,
                                           &thread);
    }
}

void
RxPoller::Drain(PollThread* thread)
{
    DrainIfDue(*thread);
}

void
RxPoller::OnWork(PollThread& thread)
{
    OnAwake(thread);
}

void
RxPoller::OnPollBegun(PollThread&)
{
}

void
RxPoller::OnPreempt(PollThread&)
{
}

void
RxPoller::OnResume(PollThread&)
{
}

void
RxPoller::OnFrequency(PollThread&)
{
}

void
RxPoller::Sync()
{
}

RxPoller::Counters
RxPoller::GetCounters()
{
    Sync();
    return m_counters;
}

uint32_t
RxPoller::GetNThreads() const
{
    return m_threads.size();
}

Ptr<PollThread>
RxPoller::GetThread(uint32_t thread) const
{
    return m_threads.at(thread);
}

uint64_t
RxPoller::GetWakeUps() const
{
    uint64_t sum = 0;
    for (const auto& thread : m_threads)
    {
        sum += thread->wakeUps;
    }
    return sum;
}

Time
RxPoller::GetCpuTime() const
{
    Time sum(0);
    for (const auto& thread : m_threads)
    {
        sum += thread->GetTimeIn(CpuTask::RUNNING);
    }
    return sum;
}

const schedlab::ServiceCost&
RxPoller::GetCosts() const
{
    return m_cost;
}

uint32_t
RxPoller::GetBurst() const
{
    return m_burst;
}

HostNicNetDevice*
RxPoller::GetNic() const
{
    return m_nic;
}

uint32_t
RxPoller::GetNQueues() const
{
    return m_nic->GetNQueues();
}

uint32_t
RxPoller::GetNCores() const
{
    return m_cpu->GetNCores();
}

int64_t
RxPoller::AssignStreams(int64_t stream)
{
    if (!m_sleep)
    {
        m_sleep = CreateObject<SleepModel>();
    }
    return m_sleep->AssignStreams(stream);
}

} // namespace ns3
