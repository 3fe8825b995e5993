/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-device-energy-model.h"

#include "ns3/simulator.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CpuDeviceEnergyModel);

TypeId
CpuDeviceEnergyModel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CpuDeviceEnergyModel")
                            .SetParent<nic_energy::Model>()
                            .SetGroupName("NicPoller")
                            .AddConstructor<CpuDeviceEnergyModel>();
    return tid;
}

void
CpuDeviceEnergyModel::DoDispose()
{
    m_cpu = nullptr;
    m_source = nullptr;
    nic_energy::Model::DoDispose();
}

void
CpuDeviceEnergyModel::SetCpu(Ptr<HostCpu> cpu)
{
    m_cpu = cpu;
    m_watts = cpu->GetWatts();
    m_joules = cpu->GetJoules();
    m_since = Simulator::Now();
    cpu->TraceConnectWithoutContext("Power", MakeCallback(&CpuDeviceEnergyModel::OnPower, this));
}

void
CpuDeviceEnergyModel::SetEnergySource(Ptr<nic_energy::Source> source)
{
    m_source = source;
}

double
CpuDeviceEnergyModel::GetTotalEnergyConsumption() const
{
    return m_cpu ? m_cpu->GetJoules() : 0;
}

double
CpuDeviceEnergyModel::DoGetCurrentA() const
{
    if (!m_source)
    {
        return 0;
    }
    // The mean since the source asked last, so that it loses what was used: a wake-up is booked to
    // the end of the sleep before it.
    if (m_cpu && Simulator::Now() > m_since)
    {
        const double joules = m_cpu->GetJoules();
        m_watts = (joules - m_joules) / (Simulator::Now() - m_since).GetSeconds();
        m_joules = joules;
        m_since = Simulator::Now();
    }
    return m_watts / m_source->GetSupplyVoltage();
}

void
CpuDeviceEnergyModel::OnPower(double)
{
    if (m_source)
    {
        m_source->UpdateEnergySource();
    }
}

void
CpuDeviceEnergyModel::ChangeState(int)
{
    // The states are those of the cores.
}

void
CpuDeviceEnergyModel::HandleEnergyDepletion()
{
    // A server that is out of energy is not modelled.
}

void
CpuDeviceEnergyModel::HandleEnergyRecharged()
{
}

void
CpuDeviceEnergyModel::HandleEnergyChanged()
{
}

} // namespace ns3
