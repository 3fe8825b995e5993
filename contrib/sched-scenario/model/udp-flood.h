/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef UDP_FLOOD_H
#define UDP_FLOOD_H

#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"
#include "ns3/socket.h"

#include <nlohmann/json.hpp>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * UDP packets at a constant rate that nothing slows down, and a receiver that counts them.
 */
class UdpFlood : public SimpleRefCount<UdpFlood>
{
  public:
    /** What is sent. */
    struct Params
    {
        Ptr<Node> from;      //!< sender
        Ptr<Node> to;        //!< receiver
        Ipv4Address address; //!< of the receiver
        uint16_t port;       //!< that it is sent to
        uint32_t packet;     //!< bytes of an IP packet, more than 28
        DataRate rate;       //!< of IP packets, above 0
    };

    /**
     * Begins at once.
     * @param params what is sent
     */
    explicit UdpFlood(const Params& params);

    /** Sends no more. */
    void Stop();

    /** @return packets sent, packets received, and the share that was lost */
    nlohmann::ordered_json Summary() const;

  private:
    void Send();
    void Receive(Ptr<Socket> socket);

    uint32_t m_payload;     //!< bytes
    Time m_gap;             //!< time between two packets
    Ptr<Socket> m_socket;   //!< sender; null once stopped
    Ptr<Socket> m_receiver; //!< receiver
    uint64_t m_sent{0};     //!< packets
    uint64_t m_received{0}; //!< packets
};

} // namespace ns3

#endif /* UDP_FLOOD_H */
