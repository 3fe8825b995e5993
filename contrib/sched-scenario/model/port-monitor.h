/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORT_MONITOR_H
#define PORT_MONITOR_H

#include "ns3/inversion-probe.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/ptr.h"
#include "ns3/queue-disc.h"
#include "ns3/simple-ref-count.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * What one port did: packets in, out, dropped and queued, lengths, and where the packets went that
 * left it.
 */
class PortMonitor : public SimpleRefCount<PortMonitor>
{
  public:
    /** The port that is watched. */
    struct Port
    {
        std::string node;                //!< name of the node
        std::string name;                //!< name of the port
        bool atHost;                     //!< it is a host's
        bool underTest;                  //!< it has the scheduler under test
        Ptr<PointToPointNetDevice> from; //!< the sending device
        Ptr<PointToPointNetDevice> to;   //!< the device at the other end of the link
        Time delay;                      //!< propagation delay of the link
        double bitRate;                  //!< rate of the link
    };

    /**
     * @param port the port
     * @param disc its root queue disc
     * @param probe counts inversions there, or null
     */
    PortMonitor(const Port& port, Ptr<QueueDisc> disc, Ptr<InversionProbe> probe);

    /** @return the port */
    const Port& GetPort() const;

    /** @return its root queue disc */
    Ptr<QueueDisc> GetDisc() const;

    /** @return packets offered to the queue disc */
    uint64_t GetIn() const;

    /** @return packets that left the queue disc for the device */
    uint64_t GetOut() const;

    /** @return packets in the queue disc */
    uint64_t GetQueued() const;

    /** @return packets dropped by reason; the reason in lower case with underscores */
    std::map<std::string, uint64_t> GetDrops() const;

    /** @return packets dropped */
    uint64_t GetNDropped() const;

    /** @return packets marked */
    uint64_t GetMarks() const;

    /** @return most packets queued at a time */
    uint32_t GetPeakPackets() const;

    /** @return most bytes queued at a time */
    uint32_t GetPeakBytes() const;

    /** @return packets queued, averaged over time up to now */
    double GetMeanPackets() const;

    /** @return what counts inversions, or null */
    Ptr<InversionProbe> GetInversionProbe() const;

    /** @return packets that reached the other end of the link */
    uint64_t GetArrived() const;

    /** @return packets that the device has begun to send, less those that have arrived */
    int64_t GetOnWire() const;

    /** @return share of the time up to now that the link was busy */
    double GetUtilisation() const;

    /**
     * Checks that no packet of this port has appeared or vanished.
     * @return what is wrong, or empty
     */
    std::string CheckConservation() const;

  private:
    /** @return time after which nothing that left the queue disc is on its way any more */
    Time GetDrainTime() const;
    /** Traces of the queue disc. @param before length before @param now length now */
    void OnPackets(uint32_t before, uint32_t now);
    /** Traces of the queue disc. @param before length before @param now length now */
    void OnBytes(uint32_t before, uint32_t now);
    /** Trace of the device at the other end. */
    void OnArrival(Ptr<const Packet>);

    Port m_port;                 //!< the port
    Ptr<QueueDisc> m_disc;       //!< its queue disc
    Ptr<InversionProbe> m_probe; //!< counts inversions
    Time m_lastChange;           //!< when the length changed last
    double m_packetSeconds{0};   //!< integral of the length
    uint32_t m_length{0};        //!< packets queued
    uint32_t m_peakPackets{0};   //!< most packets
    uint32_t m_peakBytes{0};     //!< most bytes
    uint64_t m_arrived{0};       //!< packets at the other end
};

} // namespace ns3

#endif /* PORT_MONITOR_H */
