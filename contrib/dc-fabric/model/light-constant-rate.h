/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_CONSTANT_RATE_H
#define LIGHT_CONSTANT_RATE_H

#include "light-fabric.h"
#include "reused-event.h"

#include "ns3/link-clock.h"
#include "ns3/packet.h"

#include <cstdint>
#include <functional>

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Sends packets of one size at a constant rate over a light fabric and counts what arrives: what
 * UDP traffic is to the native stack. Nothing is acknowledged or sent again.
 */
class LightConstantRate : public LightSink
{
  public:
    /** What to send. */
    struct Params
    {
        uint64_t id = 0;                     //!< number of the flow, selects its path
        uint32_t source = 0;                 //!< sending host
        uint32_t destination = 1;            //!< receiving host
        uint64_t bitsPerSecond = 1000000000; //!< rate, everything on the wire counted
        uint32_t packetBytes = 1500;         //!< size of a packet on the wire
        int64_t startNs = 0;                 //!< when the first packet is sent, nanoseconds
        int64_t stopNs = 0;                  //!< no packet is sent then or later, nanoseconds
        bool ecnCapable = false;             //!< packets may be marked
    };

    /** What has passed. */
    struct Counters
    {
        uint64_t sent = 0;      //!< packets given to the fabric
        uint64_t received = 0;  //!< packets that arrived
        uint64_t marked = 0;    //!< of them with a congestion mark
        uint64_t reordered = 0; //!< of them that came after one sent later
        int64_t sumDelayNs = 0; //!< sum of their delays, nanoseconds
        int64_t maxDelayNs = 0; //!< the longest of them, nanoseconds
    };

    /** Called for each packet sent, with how many were sent before it, to write a rank on it. */
    using RankCallback = std::function<void(Packet& packet, uint64_t order)>;

    /**
     * @param fabric carries the packets
     * @param params what to send
     * @throws std::invalid_argument if a host does not exist, both are the same, the rate or the
     * size is 0, or the start is past
     */
    LightConstantRate(LightFabric& fabric, const Params& params);

    LightConstantRate(const LightConstantRate&) = delete;
    LightConstantRate& operator=(const LightConstantRate&) = delete;

    /** @param rank writes ranks; none by default */
    void SetRankCallback(RankCallback rank);

    /** @return what has passed */
    const Counters& GetCounters() const;

    void Receive(const Ptr<LightItem>& item, uint64_t now) override;

  private:
    /** Sends a packet and waits for the time of the next. */
    void SendNext();

    LightFabric& m_fabric;      //!< carries the packets
    Params m_params;            //!< what to send
    uint64_t m_stepsPerNs;      //!< time steps of a nanosecond
    uint64_t m_flowHash;        //!< of the packets
    schedlab::EcmpPath m_path;  //!< of the packets
    schedlab::LinkClock m_pace; //!< when the next is due, exact over any number of them
    uint64_t m_newest{0};       //!< the latest sent that has arrived
    Counters m_counters;        //!< what has passed
    RankCallback m_rank;        //!< writes ranks
    ReusedEvent<LightConstantRate, &LightConstantRate::SendNext> m_sendEvent; //!< calls SendNext()
};

} // namespace ns3

#endif /* LIGHT_CONSTANT_RATE_H */
