/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DEVICE_PORT_MONITOR_H
#define DEVICE_PORT_MONITOR_H

#include "port-monitor.h"

#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Watches a port of ns-3's own stack: a queue disc above a point-to-point device.
 */
class DevicePortMonitor : public PortMonitor
{
  public:
    /**
     * @param port the port
     * @param from the sending device
     * @param to the device at the other end of the link
     * @param disc the root queue disc of `from`
     * @param probe counts inversions there, or null
     */
    DevicePortMonitor(const Port& port,
                      Ptr<PointToPointNetDevice> from,
                      Ptr<PointToPointNetDevice> to,
                      Ptr<QueueDisc> disc,
                      Ptr<InversionProbe> probe);

    uint64_t GetIn() const override;
    uint64_t GetOut() const override;
    uint64_t GetSentBytes() const override;
    uint64_t GetArrived() const override;
    uint64_t GetQueued() const override;
    std::string CheckConservation() const override;

    /** @return packets that the device has begun to send, less those that have arrived */
    int64_t GetOnWire() const;

  private:
    /** @return time after which nothing that left the queue disc is on its way any more */
    Time GetDrainTime() const;
    /** Trace of the device at the other end. */
    void OnArrival(Ptr<const Packet>);

    Ptr<PointToPointNetDevice> m_from; //!< the sending device
    uint64_t m_arrived{0};             //!< packets at the other end
};

} // namespace ns3

#endif /* DEVICE_PORT_MONITOR_H */
