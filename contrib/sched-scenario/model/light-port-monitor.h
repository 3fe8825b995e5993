/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_PORT_MONITOR_H
#define LIGHT_PORT_MONITOR_H

#include "port-monitor.h"

#include "ns3/light-port.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Watches a port of the light fabric.
 */
class LightPortMonitor : public PortMonitor
{
  public:
    /**
     * @param port the port
     * @param light the same in the fabric, has to outlive this
     * @param probe counts inversions there, or null
     */
    LightPortMonitor(const Port& port, const LightPort& light, Ptr<InversionProbe> probe);

    uint64_t GetIn() const override;
    uint64_t GetOut() const override;
    uint64_t GetSentBytes() const override;
    uint64_t GetArrived() const override;
    uint64_t GetQueued() const override;
    std::string CheckConservation() const override;

  private:
    const LightPort& m_light; //!< the port
};

} // namespace ns3

#endif /* LIGHT_PORT_MONITOR_H */
