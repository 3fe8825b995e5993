/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cpu-device-energy-model.h"

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
    return m_source ? m_watts / m_source->GetSupplyVoltage() : 0;
}

void
CpuDeviceEnergyModel::OnPower(double watts)
{
    if (m_source)
    {
        m_source->UpdateEnergySource(); // at the power that lasted until now
    }
    m_watts = watts;
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
