/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_DEVICE_ENERGY_MODEL_H
#define CPU_DEVICE_ENERGY_MODEL_H

#include "host-cpu.h"

#include "ns3/device-energy-model.h"
#include "ns3/energy-source.h"

namespace ns3
{

/** Where the energy framework's classes are from ns-3.42 on. */
namespace energy
{
}

/** The energy framework's classes, wherever they are. */
namespace nic_energy
{
/** @cond */
using namespace ns3;
using namespace ns3::energy;
using Model = DeviceEnergyModel;
using Source = EnergySource;
/** @endcond */
} // namespace nic_energy

/**
 * @ingroup nic-poller
 * Draws the power of a HostCpu from a source of ns-3's energy framework. The source is told at
 * every change of power; append the model to it as well.
 */
class CpuDeviceEnergyModel : public nic_energy::Model
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param cpu the processor */
    void SetCpu(Ptr<HostCpu> cpu);

    void SetEnergySource(Ptr<nic_energy::Source> source) override;
    double GetTotalEnergyConsumption() const override;
    void ChangeState(int newState) override;
    void HandleEnergyDepletion() override;
    void HandleEnergyRecharged() override;
    void HandleEnergyChanged() override;

  protected:
    void DoDispose() override;

  private:
    double DoGetCurrentA() const override;
    /** @param watts power from now on */
    void OnPower(double watts);

    Ptr<HostCpu> m_cpu;               //!< the processor
    Ptr<nic_energy::Source> m_source; //!< where its energy comes from
    mutable double m_watts{0};        //!< mean power when the source asked last
    mutable double m_joules{0};       //!< energy used then
    mutable Time m_since;             //!< when that was
};

} // namespace ns3

#endif /* CPU_DEVICE_ENERGY_MODEL_H */
