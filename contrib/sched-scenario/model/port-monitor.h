/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORT_MONITOR_H
#define PORT_MONITOR_H

#include "ns3/inversion-probe.h"
#include "ns3/nstime.h"
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
 * left it. What lies below the queue disc is for subclasses.
 */
class PortMonitor : public SimpleRefCount<PortMonitor>
{
  public:
    /** The port that is watched. */
    struct Port
    {
        std::string node;      //!< name of the node
        std::string name;      //!< name of the port
        std::string portClass; //!< where it stands: host-egress, leaf-down, leaf-up or spine
        uint32_t device;       //!< its number at the node
        uint32_t from;         //!< number of the sending node
        uint32_t to;           //!< number of the node at the other end of the link
        bool atHost;           //!< it is a host's
        bool underTest;        //!< it has the scheduler under test
        Time delay;            //!< propagation delay of the link
        double bitRate;        //!< rate of the link
    };

    /**
     * @param port the port
     * @param disc its root queue disc
     * @param probe counts inversions there, or null
     */
    PortMonitor(const Port& port, Ptr<QueueDisc> disc, Ptr<InversionProbe> probe);
    virtual ~PortMonitor();

    /** @return the port */
    const Port& GetPort() const;

    /** @return its root queue disc */
    Ptr<QueueDisc> GetDisc() const;

    /** @return what counts inversions, or null */
    Ptr<InversionProbe> GetInversionProbe() const;

    /** @return packets offered to the port */
    virtual uint64_t GetIn() const = 0;

    /** @return packets that left the queue disc for the link */
    virtual uint64_t GetOut() const = 0;

    /** @return bytes that left for the link, framing included */
    virtual uint64_t GetSentBytes() const = 0;

    /** @return packets that reached the other end of the link */
    virtual uint64_t GetArrived() const = 0;

    /** @return packets in the queue disc */
    virtual uint64_t GetQueued() const = 0;

    /**
     * Checks that no packet of this port has appeared or vanished.
     * @return what is wrong, or empty
     */
    virtual std::string CheckConservation() const = 0;

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

    /** @return share of the time up to now that the link was busy */
    double GetUtilisation() const;

    /** Begins the window whose load GetWindowLoad() tells. */
    void BeginWindow();

    /** Ends that window. */
    void EndWindow();

    /** @return share of the time in the window that the link was busy; 0 for an empty window */
    double GetWindowLoad() const;

  protected:
    /** @return when the length of the queue last changed */
    Time GetLastChange() const;

  private:
    /** Traces of the queue disc. @param before length before @param now length now */
    void OnPackets(uint32_t before, uint32_t now);
    /** Traces of the queue disc. @param before length before @param now length now */
    void OnBytes(uint32_t before, uint32_t now);

    Port m_port;                 //!< the port
    Ptr<QueueDisc> m_disc;       //!< its queue disc
    Ptr<InversionProbe> m_probe; //!< counts inversions
    Time m_lastChange;           //!< when the length changed last
    double m_packetSeconds{0};   //!< integral of the length
    uint32_t m_length{0};        //!< packets queued
    uint32_t m_peakPackets{0};   //!< most packets
    uint32_t m_peakBytes{0};     //!< most bytes
    Time m_windowBegin;          //!< begin of the window
    Time m_windowEnd;            //!< its end
    uint64_t m_bytesBefore{0};   //!< bytes sent before it
    uint64_t m_bytesIn{0};       //!< bytes sent in it
};

} // namespace ns3

#endif /* PORT_MONITOR_H */
