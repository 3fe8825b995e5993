/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-core.h"

#include "nic-poller-compat.h"

#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CpuCore");
NS_OBJECT_ENSURE_REGISTERED(CpuCore);

namespace
{

constexpr double WEIGHT_OF_NICE_0 = 1024;

int64_t
NowStep()
{
    return Simulator::Now().GetTimeStep();
}

} // namespace

TypeId
CpuCore::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CpuCore")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddConstructor<CpuCore>()
            .AddAttribute("CpuShareModel",
                          "How tasks share the core.",
                          EnumValue(CpuCore::CFS),
                          nic_compat::EnumAccessor<ShareModel>(&CpuCore::m_model),
                          MakeEnumChecker(CpuCore::STATISTICAL, "Statistical", CpuCore::CFS, "Cfs"))
            .AddAttribute("SchedLatency",
                          "Period in which each task that wants to runs once. The default is that "
                          "of Linux with 8 cores or more.",
                          TimeValue(MilliSeconds(24)),
                          MakeTimeAccessor(&CpuCore::m_latency),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MinGranularity",
                          "Shortest slice.",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&CpuCore::m_granularity),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("WakeupGranularity",
                          "How far the running task has to be ahead of one that wakes up before "
                          "that takes over, at nice 0.",
                          TimeValue(MilliSeconds(4)),
                          MakeTimeAccessor(&CpuCore::m_wakeGranularity),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("DispatchDelay",
                          "Seconds from a wake-up that takes over from another task until it runs: "
                          "what the kernel or a hypervisor does not interrupt.",
                          StringValue("ns3::ConstantRandomVariable[Constant=0]"),
                          MakePointerAccessor(&CpuCore::m_dispatchDelay),
                          MakePointerChecker<RandomVariableStream>())
            .AddTraceSource("CpuState",
                            "The core runs (0) or is in an idle state (from 1) from now on.",
                            MakeTraceSourceAccessor(&CpuCore::m_stateTrace),
                            "ns3::CpuCore::StateTracedCallback");
    return tid;
}

void
CpuCore::DoDispose()
{
    m_leave.Cancel();
    m_slice.Cancel();
    m_takeOver.Cancel();
    m_current = nullptr;
    m_waiting.clear();
    for (const auto& task : m_tasks)
    {
        task->Dispose();
    }
    m_tasks.clear();
    Object::DoDispose();
}

void
CpuCore::SetPower(const schedlab::CpuPower& power, double ghz, double nominal)
{
    NS_ABORT_MSG_IF(power.states.empty() || power.states.size() >= MOST_STATES,
                    "CpuCore: there have to be from 1 to " << MOST_STATES - 1 << " idle states");
    m_power = power;
    m_ghz = ghz;
    m_nominal = nominal;
    Rescale();
    // A core that has nothing to do from the start is in its deepest state.
    m_clock = schedlab::StateClock<MOST_STATES>(m_current ? 0 : power.states.size(), NowStep());
}

void
CpuCore::SetFrequency(double ghz)
{
    if (ghz == m_ghz)
    {
        return;
    }
    SetState(m_clock.State(), NowStep());
    m_ghz = ghz;
    Rescale();
    if (m_current && m_current->IsPlanned())
    {
        m_current->Unplan();
    }
    if (m_current && !m_current->m_executing)
    {
        m_current->OnFrequency();
    }
}

double
CpuCore::GetFrequency() const
{
    return m_ghz;
}

Time
CpuCore::GetTimeRunning() const
{
    return TimeStep(m_clock.Spent(0, NowStep()));
}

Time
CpuCore::GetTimeIdle(std::size_t state) const
{
    return TimeStep(m_clock.Spent(state + 1, NowStep()));
}

double
CpuCore::WattsIn(std::size_t state) const
{
    return state == 0 ? m_power.Running(m_ghz) : m_power.states[state - 1].watts;
}

double
CpuCore::JoulesIn(std::size_t state, int64_t steps) const
{
    // ns-3's Time shifts a negative value where it converts one.
    return WattsIn(state) * (static_cast<double>(steps) / (nic_compat::StepsPerNs() * 1e9));
}

double
CpuCore::GetWatts() const
{
    return WattsIn(m_clock.State(NowStep()));
}

double
CpuCore::GetJoules() const
{
    const int64_t now = NowStep();
    return m_joules + JoulesIn(m_clock.State(now), now - m_clock.Since());
}

uint32_t
CpuCore::GetLoad() const
{
    return m_waiting.size() + (m_current ? 1 : 0);
}

void
CpuCore::Rescale()
{
    m_stepsPerNs = m_nominal / m_ghz * nic_compat::StepsPerNs();
}

int64_t
CpuCore::AssignStreams(int64_t stream)
{
    m_dispatchDelay->SetStream(stream);
    m_lottery->SetStream(stream + 1);
    return 2;
}

void
CpuCore::Add(Ptr<CpuTask> task)
{
    m_tasks.push_back(task);
}

void
CpuCore::SetState(std::size_t state, int64_t at, bool ahead)
{
    const auto before = m_clock.State();
    m_joules += JoulesIn(before, m_clock.Change(state, at, ahead));
    if (before != state)
    {
        if (m_changed)
        {
            m_changed();
        }
        m_stateTrace(before, state);
    }
}

void
CpuCore::Wake(CpuTask* task, double cost)
{
    if (!m_current && !m_woken)
    {
        m_woken = task;
        m_wokenCost = cost;
        const double latency = m_power.states[m_clock.State() - 1].exitLatency;
        if (latency > 0)
        {
            m_leave =
                Simulator::Schedule(TimeStep(nic_compat::Steps(latency)), &CpuCore::Leave, this);
            return;
        }
        Leave();
        return;
    }
    task->SetState(CpuTask::RUNNABLE, NowStep());
    task->AddDebt(cost);
    // A sleeper is not owed all the time it slept, only half a period.
    task->m_virtual = std::max(task->m_virtual, m_virtual - m_latency.GetTimeStep() / 2.0);
    m_waiting.push_back(task);
    if (!m_current)
    {
        return;
    }
    Charge(NowStep());
    if (!m_takeOver.IsExpired())
    {
        return;
    }
    if (TakesOver(task))
    {
        m_heir = task;
        m_takeOver = Simulator::Schedule(Seconds(std::max(0.0, m_dispatchDelay->GetValue())),
                                         &CpuCore::Switch,
                                         this);
    }
    else if (m_slice.IsExpired())
    {
        BeginSlice();
    }
}

bool
CpuCore::TakesOver(CpuTask* task)
{
    if (m_model == STATISTICAL)
    {
        return task->GetWeight() > m_current->GetWeight();
    }
    return m_current->m_virtual - task->m_virtual >
           m_wakeGranularity.GetTimeStep() * WEIGHT_OF_NICE_0 / task->GetWeight();
}

void
CpuCore::Leave()
{
    CpuTask* task = m_woken;
    m_woken = nullptr;
    // The kernel's part of the sleep was spent before now, as far as there was time for it.
    const int64_t now = NowStep();
    const int64_t since = std::max(m_clock.Since(), task->m_clock.Since());
    const int64_t spent = std::min(StepsOf(m_wokenCost), now - since);
    m_lastIdle = now - spent - m_clock.Since();
    SetState(0, now - spent);
    task->SetState(CpuTask::RUNNING, now - spent);
    m_current = task;
    m_ranSince = now - spent;
    m_sliceSince = now;
    task->m_virtual = std::max(task->m_virtual, m_virtual);
    BeginSlice();
    task->Start(false);
}

void
CpuCore::Dispatch(CpuTask* task, bool resume)
{
    m_current = task;
    m_ranSince = m_sliceSince = NowStep();
    task->SetState(CpuTask::RUNNING, NowStep());
    BeginSlice();
    task->Start(resume);
}

void
CpuCore::Charge(int64_t until)
{
    m_current->m_virtual += (until - m_ranSince) * WEIGHT_OF_NICE_0 / m_current->GetWeight();
    m_ranSince = until;
    double least = m_current->m_virtual;
    for (const CpuTask* task : m_waiting)
    {
        least = std::min(least, task->m_virtual);
    }
    m_virtual = std::max(m_virtual, least);
}

void
CpuCore::Block(CpuTask* task, int64_t at)
{
    Charge(at);
    m_slice.Cancel();
    m_takeOver.Cancel();
    m_heir = nullptr;
    m_current = nullptr;
    const bool ahead = at > NowStep();
    task->SetState(CpuTask::SLEEPING, at, ahead);
    if (!m_waiting.empty())
    {
        Dispatch(Next(), true);
        return;
    }
    int64_t wakesAt = INT64_MAX;
    for (const auto& other : m_tasks)
    {
        wakesAt = std::min(wakesAt, other->m_wakesAt > at ? other->m_wakesAt : INT64_MAX);
    }
    const int64_t idle = wakesAt == INT64_MAX ? m_lastIdle : wakesAt - at;
    m_joulesBefore = m_joules;
    SetState(1 + m_power.Choose(idle / nic_compat::StepsPerNs()), at, ahead);
}

void
CpuCore::Unblock(CpuTask* task)
{
    m_current = task;
    task->m_clock.TakeBack();
    m_clock.TakeBack();
    m_joules = m_joulesBefore;
}

bool
CpuCore::IsPrivate() const
{
    return m_tasks.size() == 1 && m_stateTrace.IsEmpty() && !(m_watched && m_watched());
}

void
CpuCore::SetObserver(std::function<bool()> watched, std::function<void()> changed)
{
    m_watched = std::move(watched);
    m_changed = std::move(changed);
}

CpuTask*
CpuCore::Next()
{
    auto best = m_waiting.begin();
    if (m_model == STATISTICAL)
    {
        double total = 0;
        for (const CpuTask* task : m_waiting)
        {
            total += task->GetWeight();
        }
        double ticket = m_lottery->GetValue(0, total);
        while (best + 1 != m_waiting.end() && ticket >= (*best)->GetWeight())
        {
            ticket -= (*best)->GetWeight();
            ++best;
        }
    }
    else
    {
        best = std::min_element(
            m_waiting.begin(),
            m_waiting.end(),
            [](const CpuTask* a, const CpuTask* b) { return a->m_virtual < b->m_virtual; });
    }
    CpuTask* task = *best;
    m_waiting.erase(best);
    return task;
}

void
CpuCore::BeginSlice()
{
    m_slice.Cancel();
    if (m_waiting.empty())
    {
        return;
    }
    double total = m_current->GetWeight();
    for (const CpuTask* task : m_waiting)
    {
        total += task->GetWeight();
    }
    double length = std::max<double>(m_granularity.GetTimeStep(),
                                     m_latency.GetTimeStep() * m_current->GetWeight() / total);
    if (m_model == STATISTICAL)
    {
        // Equal slices: the shares come from the lottery.
        length = -m_latency.GetTimeStep() / (1.0 + m_waiting.size()) *
                 std::log(1 - m_lottery->GetValue());
    }
    const int64_t ends = m_sliceSince + std::llround(length);
    m_slice = Simulator::Schedule(TimeStep(std::max<int64_t>(ends - NowStep(), 0)),
                                  &CpuCore::EndSlice,
                                  this);
}

void
CpuCore::EndSlice()
{
    Charge(NowStep());
    m_sliceSince = NowStep();
    if (m_model == CFS)
    {
        const bool behind = std::any_of(m_waiting.begin(), m_waiting.end(), [&](CpuTask* task) {
            return task->m_virtual < m_current->m_virtual;
        });
        if (!behind)
        {
            BeginSlice();
            return;
        }
    }
    Switch();
}

void
CpuCore::Switch()
{
    m_slice.Cancel();
    m_takeOver.Cancel();
    Charge(NowStep());
    CpuTask* before = m_current;
    m_waiting.push_back(before);
    CpuTask* next = m_heir;
    m_heir = nullptr;
    if (next)
    {
        m_waiting.erase(std::find(m_waiting.begin(), m_waiting.end(), next));
    }
    else
    {
        next = Next();
    }
    if (next == before)
    {
        m_sliceSince = NowStep();
        BeginSlice();
        return;
    }
    before->SetState(CpuTask::RUNNABLE, NowStep());
    before->Stop();
    Dispatch(next, true);
}

} // namespace ns3
