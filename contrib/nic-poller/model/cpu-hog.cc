/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-hog.h"

#include "host-cpu.h"
#include "nic-poller-compat.h"

#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CpuHog);

TypeId
CpuHog::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CpuHog")
                            .SetParent<CpuTask>()
                            .SetGroupName("NicPoller")
                            .AddConstructor<CpuHog>()
                            .AddAttribute("On",
                                          "CPU time of a stretch of work, 0 for work without end.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&CpuHog::m_on),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("Off",
                                          "Pause after a stretch of work.",
                                          TimeValue(MilliSeconds(1)),
                                          MakeTimeAccessor(&CpuHog::m_off),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
CpuHog::DoDispose()
{
    m_begin.Cancel();
    CpuTask::DoDispose();
}

void
CpuHog::Install(Ptr<HostCpu> cpu, uint32_t core, uint32_t context)
{
    SetCore(cpu->GetCore(core));
    Simulator::ScheduleWithContext(context, Time(0), &CpuHog::Begin, Ptr<CpuHog>(this));
}

void
CpuHog::Begin()
{
    if (GetCore())
    {
        WakeUp(0);
    }
}

void
CpuHog::OnDispatch()
{
    if (!m_on.IsZero())
    {
        Execute(m_on.GetTimeStep() / nic_compat::StepsPerNs());
    }
}

void
CpuHog::OnExecuted()
{
    Sleep(m_off.GetTimeStep() / nic_compat::StepsPerNs());
    m_begin = Simulator::Schedule(m_off, &CpuHog::Begin, this);
}

Time
CpuHog::GetWork() const
{
    return GetTimeIn(RUNNING);
}

double
CpuHog::GetSlowdown() const
{
    const double ran = GetTimeIn(RUNNING).GetSeconds();
    return ran > 0 ? 1 + GetTimeIn(RUNNABLE).GetSeconds() / ran : 0;
}

} // namespace ns3
