/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-task.h"

#include "cpu-core.h"
#include "nic-poller-compat.h"

#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/nice-weight.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CpuTask");
NS_OBJECT_ENSURE_REGISTERED(CpuTask);

TypeId
CpuTask::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CpuTask")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddAttribute("Nice",
                          "Nice value, from -20 (most of the core) to 19 (least).",
                          IntegerValue(0),
                          MakeIntegerAccessor(&CpuTask::m_nice),
                          MakeIntegerChecker<int>(-20, 19))
            .AddTraceSource("State",
                            "The task sleeps, waits for its core or runs from now on.",
                            MakeTraceSourceAccessor(&CpuTask::m_stateTrace),
                            "ns3::CpuTask::StateTracedCallback");
    return tid;
}

void
CpuTask::DoDispose()
{
    m_done.Cancel();
    m_core = nullptr;
    Object::DoDispose();
}

void
CpuTask::SetCore(Ptr<CpuCore> core)
{
    NS_LOG_FUNCTION(this << core);
    NS_ABORT_MSG_IF(m_core, "CpuTask: a task cannot change its core");
    m_core = core;
    m_clock = schedlab::StateClock<3>(SLEEPING, Simulator::Now().GetTimeStep());
    core->Add(this);
}

Ptr<CpuCore>
CpuTask::GetCore() const
{
    return m_core;
}

CpuTask::State
CpuTask::GetState() const
{
    return static_cast<State>(m_clock.State(Simulator::Now().GetTimeStep()));
}

Time
CpuTask::GetTimeIn(State state) const
{
    return TimeStep(m_clock.Spent(state, Simulator::Now().GetTimeStep()));
}

uint32_t
CpuTask::GetWeight() const
{
    return schedlab::NiceWeight(m_nice);
}

void
CpuTask::AddDebt(double cost)
{
    m_debt += cost;
    if (IsPlanned())
    {
        Replan(m_planCost);
    }
}

bool
CpuTask::IsExecuting() const
{
    return m_executing && !IsPlanned();
}

bool
CpuTask::IsPlanned() const
{
    return m_planned && Simulator::Now().GetTimeStep() <= m_startsAt;
}

int64_t
CpuTask::GetStart() const
{
    return m_startsAt;
}

void
CpuTask::WakeUp(double cost)
{
    NS_LOG_FUNCTION(this << cost);
    m_fresh = true;
    m_core->Wake(this, cost);
}

void
CpuTask::Execute(double cost)
{
    NS_ASSERT(GetState() == RUNNING && !m_executing);
    const int64_t steps = m_core->StepsOf(cost + m_debt);
    m_debt = 0;
    m_executing = true;
    m_planned = false;
    m_endsAt = Simulator::Now().GetTimeStep() + steps;
    m_done = Simulator::Schedule(TimeStep(steps), &CpuTask::Executed, this);
}

void
CpuTask::Plan(int64_t at, double cost)
{
    NS_ASSERT(GetState() == RUNNING && !m_executing);
    m_planCost = cost;
    m_paid = m_debt;
    m_startsAt = at;
    m_endsAt = at + m_core->StepsOf(cost + m_debt);
    m_planned = true;
    m_executing = true;
    m_done = Simulator::Schedule(TimeStep(m_endsAt) - Simulator::Now(), &CpuTask::Executed, this);
}

void
CpuTask::Replan(double cost)
{
    const int64_t at = m_startsAt;
    m_executing = false;
    m_done.Cancel();
    Plan(at, cost);
}

void
CpuTask::Unplan()
{
    m_done.Cancel();
    m_executing = false;
    m_planned = false;
    OnUnplanned();
}

void
CpuTask::Extend(int64_t steps)
{
    NS_ASSERT(m_executing);
    if (GetState() != RUNNING)
    {
        m_left += steps;
        return;
    }
    m_done.Cancel();
    m_endsAt += steps;
    m_done = Simulator::Schedule(TimeStep(m_endsAt) - Simulator::Now(), &CpuTask::Executed, this);
}

void
CpuTask::Executed()
{
    m_executing = false;
    if (m_planned)
    {
        m_planned = false;
        m_debt -= m_paid;
    }
    OnExecuted();
}

void
CpuTask::Sleep(double expected)
{
    NS_LOG_FUNCTION(this << expected);
    NS_ASSERT(GetState() == RUNNING && !m_executing);
    m_wakesAt =
        expected < 0 ? INT64_MAX : Simulator::Now().GetTimeStep() + nic_compat::Steps(expected);
    m_core->Block(this, Simulator::Now().GetTimeStep());
}

bool
CpuTask::IsPrivate() const
{
    return m_stateTrace.IsEmpty() && m_core->IsPrivate();
}

int64_t
CpuTask::EndOf(double cost) const
{
    return Simulator::Now().GetTimeStep() + m_core->StepsOf(cost + m_debt);
}

void
CpuTask::ExecuteAndSleep(double cost, double expected)
{
    NS_ASSERT(GetState() == RUNNING && !m_executing && IsPrivate());
    const int64_t at = EndOf(cost);
    m_paid = m_debt;
    m_debt = 0;
    m_wakesAt = at + nic_compat::Steps(expected);
    m_core->Block(this, at);
}

void
CpuTask::TakeBackSleep()
{
    m_debt = m_paid;
    m_core->Unblock(this);
}

void
CpuTask::SetState(State state, int64_t at, bool ahead)
{
    const auto before = static_cast<State>(m_clock.State());
    m_clock.Change(state, at, ahead);
    m_stateTrace(before, state);
}

void
CpuTask::Start(bool resume)
{
    if (m_fresh)
    {
        m_fresh = false;
        OnDispatch();
    }
    else if (m_executing)
    {
        m_endsAt = Simulator::Now().GetTimeStep() + m_left;
        m_done = Simulator::Schedule(TimeStep(m_left), &CpuTask::Executed, this);
    }
    else if (resume)
    {
        OnResume();
    }
}

void
CpuTask::Stop()
{
    if (IsPlanned())
    {
        Unplan();
        OnPreempt();
    }
    else if (m_executing)
    {
        m_done.Cancel();
        m_left = m_endsAt - Simulator::Now().GetTimeStep();
    }
    else if (!m_fresh)
    {
        OnPreempt();
    }
}

void
CpuTask::OnUnplanned()
{
}

void
CpuTask::OnPreempt()
{
}

void
CpuTask::OnResume()
{
}

void
CpuTask::OnFrequency()
{
}

} // namespace ns3
