/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_PORT_H
#define LIGHT_PORT_H

#include "light-item.h"
#include "reused-event.h"

#include "ns3/fabric-plan.h"
#include "ns3/link-clock.h"
#include "ns3/queue-disc.h"
#include "ns3/ring-queue.h"

#include <iosfwd>
#include <string>

namespace ns3
{

class LightFabric;

/**
 * @ingroup dc-fabric
 * A port of the light fabric: a queue disc and the link behind it.
 *
 * There is an event for each packet that arrives at the far end, and one for the end of a
 * transmission only while packets wait: an idle port needs none. Both events are made once. The
 * packets on the link lie in a ring, with an event for the first of them.
 */
class LightPort
{
  public:
    /** What has passed since the start. */
    struct Counters
    {
        uint64_t inPackets = 0;   //!< given to the port
        uint64_t inBytes = 0;     //!< given to the port
        uint64_t outPackets = 0;  //!< put on the link
        uint64_t outBytes = 0;    //!< put on the link
        uint64_t bypassed = 0;    //!< of these past the queue disc
        uint64_t arrived = 0;     //!< that have left the link at its far end
        uint32_t peakPackets = 0; //!< most that the queue disc held
        uint32_t peakBytes = 0;   //!< most that the queue disc held
    };

    /**
     * @param fabric takes what arrives at the far end
     * @param name name for messages
     * @param link rate and delay
     * @param disc the queue disc, initialized
     * @param bypass whether a packet that finds the port idle is sent past the disc
     */
    LightPort(LightFabric& fabric,
              const std::string& name,
              const schedlab::LinkParams& link,
              Ptr<QueueDisc> disc,
              bool bypass);

    LightPort(const LightPort&) = delete;
    LightPort& operator=(const LightPort&) = delete;

    /**
     * Takes a packet.
     * @param item the packet
     * @param now the time step
     */
    void Send(const Ptr<LightItem>& item, uint64_t now);

    /** Asks for the port and its queue to be in the caches when a packet comes. */
    void Prefetch() const;

    /** @return the name, such as leaf0>host3 */
    const std::string& GetName() const;

    /** @return the queue disc */
    Ptr<QueueDisc> GetQueueDisc() const;

    /** @return what has passed */
    const Counters& GetCounters() const;

    /** @return packets on the link */
    uint64_t GetInFlight() const;

    /**
     * Writes a line for each packet from now on: the time in time steps, the port, what happened
     * ("+" queued, "-" sent, "d" dropped), the packets left in the queue, and the packet.
     * @param os where to, has to outlive the port
     */
    void Trace(std::ostream& os);

    /**
     * @throws std::runtime_error if packets were lost or made here without a trace: what came in
     * must have gone out, been dropped or be queued
     */
    void CheckConservation() const;

  private:
    /** A packet on the link. */
    struct OnLink
    {
        Ptr<LightItem> item;            //!< the packet
        uint64_t arrivesAt{0};          //!< time step at which it is at the far end
        const LightPort* next{nullptr}; //!< where it goes from there; null at its destination
    };

    /** The link is free again and packets wait, unless an arrival has seen to it. */
    void Drain();
    /** Sends the next packet of the queue disc behind the last one. @param now the time step */
    void Serve(uint64_t now);
    /** The first packet on the link is at its far end. */
    void Arrive();
    /** @param item goes on the link now @param now the time step */
    void TransmitAt(const Ptr<LightItem>& item, uint64_t now);
    /** @param item goes on the link right behind the last one @param now the time step */
    void TransmitNext(const Ptr<LightItem>& item, uint64_t now);
    /** @param item is on the link @param now the time step @param sent when its last bit is sent */
    void PutOnLink(const Ptr<LightItem>& item, uint64_t now, uint64_t sent);
    /** Asks for Drain() when the link is free, if packets wait. @param now the time step */
    void ScheduleDrain(uint64_t now);
    /** @param what "+", "-" or "d" @param item the packet */
    void WriteTrace(const char* what, const QueueDiscItem& item);
    /** @param item the queue disc dropped it */
    void TraceDrop(Ptr<const QueueDiscItem> item);

    LightFabric& m_fabric;       //!< takes what arrives
    std::string m_name;          //!< name for messages
    Ptr<QueueDisc> m_disc;       //!< the queue
    const void* m_innerQueue;    //!< where the disc keeps packets; null if it has no one place
    bool m_bypass;               //!< an idle port sends past the queue
    bool m_draining{false};      //!< Drain() is scheduled
    schedlab::LinkClock m_clock; //!< when the link is free
    uint64_t m_delay;            //!< propagation delay in time steps
    schedlab::RingQueue<OnLink> m_link;                       //!< packets on the link
    ReusedEvent<LightPort, &LightPort::Drain> m_drainEvent;   //!< calls Drain()
    ReusedEvent<LightPort, &LightPort::Arrive> m_arriveEvent; //!< calls Arrive()
    Counters m_counters;                                      //!< what has passed
    std::ostream* m_trace{nullptr};                           //!< where to write what happens
};

} // namespace ns3

#endif /* LIGHT_PORT_H */
