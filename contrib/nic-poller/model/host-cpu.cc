/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "host-cpu.h"

#include "nic-poller-compat.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HostCpu");
NS_OBJECT_ENSURE_REGISTERED(HostCpu);

using schedlab::CpuGovernor;

TypeId
HostCpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HostCpu")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddConstructor<HostCpu>()
            .AddAttribute("Cores",
                          "Number of cores.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&HostCpu::m_nCores),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Governor",
                          "How the frequency of a core is chosen.",
                          EnumValue(CpuGovernor::PERFORMANCE),
                          nic_compat::EnumAccessor<CpuGovernor::Kind>(&HostCpu::m_kind),
                          MakeEnumChecker(CpuGovernor::PERFORMANCE,
                                          "Performance",
                                          CpuGovernor::POWERSAVE,
                                          "Powersave",
                                          CpuGovernor::ONDEMAND,
                                          "Ondemand"))
            .AddAttribute("LowestFrequency",
                          "Lowest frequency in GHz.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&HostCpu::m_lowest),
                          MakeDoubleChecker<double>(0.01))
            .AddAttribute("HighestFrequency",
                          "Highest frequency in GHz.",
                          DoubleValue(2.1),
                          MakeDoubleAccessor(&HostCpu::m_highest),
                          MakeDoubleChecker<double>(0.01))
            .AddAttribute("NominalFrequency",
                          "Frequency in GHz that the costs of pollers are given for.",
                          DoubleValue(2.1),
                          MakeDoubleAccessor(&HostCpu::m_nominal),
                          MakeDoubleChecker<double>(0.01))
            .AddAttribute("UpThreshold",
                          "Share of a period above which Ondemand takes the highest frequency.",
                          DoubleValue(0.8),
                          MakeDoubleAccessor(&HostCpu::m_upThreshold),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("GovernorPeriod",
                          "Period of Ondemand.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&HostCpu::m_period),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("CStates",
                          "Idle states that the cores know.",
                          EnumValue(HostCpu::SHALLOW),
                          nic_compat::EnumAccessor<CStates>(&HostCpu::m_cStates),
                          MakeEnumChecker(HostCpu::SHALLOW, "Shallow", HostCpu::DEEP, "Deep"))
            .AddAttribute("UncorePower",
                          "Power of the package beside its cores in W.",
                          DoubleValue(schedlab::CpuPower().uncore),
                          MakeDoubleAccessor(&HostCpu::m_uncore),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CoreStaticPower",
                          "Power of a running core that does not depend on its frequency, in W.",
                          DoubleValue(schedlab::CpuPower().coreStatic),
                          MakeDoubleAccessor(&HostCpu::m_coreStatic),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("CoreDynamicPower",
                          "Power of a running core at 1 GHz beside that, in W.",
                          DoubleValue(schedlab::CpuPower().coreDynamic),
                          MakeDoubleAccessor(&HostCpu::m_coreDynamic),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("FrequencyExponent",
                          "The dynamic power grows with this power of the frequency.",
                          DoubleValue(schedlab::CpuPower().exponent),
                          MakeDoubleAccessor(&HostCpu::m_exponent),
                          MakeDoubleChecker<double>(0, 5))
            .AddTraceSource("Power",
                            "Power of the package in W from now on.",
                            MakeTraceSourceAccessor(&HostCpu::m_powerTrace),
                            "ns3::HostCpu::PowerTracedCallback");
    return tid;
}

uint32_t
HostCpu::GetNCores() const
{
    return m_nCores;
}

void
HostCpu::SetCoreAttribute(const std::string& name, const AttributeValue& value)
{
    NS_ABORT_MSG_IF(!m_cores.empty(),
                    "HostCpu: attributes of cores come before the first GetCore()");
    m_coreFactory.Set(name, value);
}

void
HostCpu::Build()
{
    NS_ABORT_MSG_IF(m_lowest > m_highest,
                    "HostCpu: LowestFrequency (" << m_lowest << " GHz) is above HighestFrequency ("
                                                 << m_highest << " GHz)");
    schedlab::CpuPower power;
    power.uncore = m_uncore;
    power.coreStatic = m_coreStatic;
    power.coreDynamic = m_coreDynamic;
    power.exponent = m_exponent;
    power.states = m_cStates == DEEP ? schedlab::CpuPower::Deep() : schedlab::CpuPower::Shallow();
    m_start = Simulator::Now();
    m_ran.assign(m_nCores, Time(0));
    for (uint32_t i = 0; i < m_nCores; ++i)
    {
        auto core = m_coreFactory.Create<CpuCore>();
        core->SetPower(power, m_kind == CpuGovernor::POWERSAVE ? m_lowest : m_highest, m_nominal);
        core->SetObserver([this] { return IsWatched(); }, [this] { OnCoreState(); });
        m_cores.push_back(core);
    }
}

Ptr<CpuCore>
HostCpu::GetCore(uint32_t core)
{
    if (m_cores.empty())
    {
        Build();
    }
    NS_ABORT_MSG_IF(core >= m_nCores,
                    "HostCpu: there is no core " << core << ", the attribute Cores is "
                                                 << m_nCores);
    return m_cores[core];
}

void
HostCpu::DoInitialize()
{
    GetCore(0);
    if (m_kind == CpuGovernor::ONDEMAND)
    {
        m_govern = Simulator::Schedule(m_period, &HostCpu::Govern, this);
    }
    Object::DoInitialize();
}

void
HostCpu::DoDispose()
{
    m_govern.Cancel();
    for (const auto& core : m_cores)
    {
        core->Dispose();
    }
    m_cores.clear();
    Object::DoDispose();
}

void
HostCpu::Govern()
{
    CpuGovernor governor;
    governor.kind = m_kind;
    governor.lowest = m_lowest;
    governor.highest = m_highest;
    governor.upThreshold = m_upThreshold;
    for (uint32_t i = 0; i < m_nCores; ++i)
    {
        const Time ran = m_cores[i]->GetTimeRunning();
        m_cores[i]->SetFrequency(
            governor.Frequency((ran - m_ran[i]).GetSeconds() / m_period.GetSeconds()));
        m_ran[i] = ran;
    }
    m_govern = Simulator::Schedule(m_period, &HostCpu::Govern, this);
}

double
HostCpu::GetWatts()
{
    double watts = m_uncore;
    for (uint32_t i = 0; i < m_nCores; ++i)
    {
        watts += GetCore(i)->GetWatts();
    }
    return watts;
}

double
HostCpu::GetJoules()
{
    double joules = 0;
    for (uint32_t i = 0; i < m_nCores; ++i)
    {
        joules += GetCore(i)->GetJoules();
    }
    return joules + m_uncore * (Simulator::Now() - m_start).GetSeconds();
}

bool
HostCpu::IsWatched() const
{
    return !m_powerTrace.IsEmpty() || m_kind == CpuGovernor::ONDEMAND;
}

int64_t
HostCpu::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    for (uint32_t i = 0; i < m_nCores; ++i)
    {
        stream += GetCore(i)->AssignStreams(stream);
    }
    return stream - first;
}

void
HostCpu::OnCoreState()
{
    if (!m_powerTrace.IsEmpty())
    {
        m_powerTrace(GetWatts());
    }
}

} // namespace ns3
