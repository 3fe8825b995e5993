/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_LINK_H
#define REPLAY_LINK_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/queue-disc.h"

#include <functional>
#include <optional>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * What stands for the network device below a queue disc in a replay: a link that takes one packet
 * at a time for as long as it lasts at its rate, or no link at all, when the replay itself takes
 * the packets out and the disc must not.
 */
class ReplayLink
{
  public:
    static constexpr uint16_t MTU = 1500; //!< largest packet that the device claims to take, bytes

    /** Told each packet when its transmission starts. */
    using SentCallback = std::function<void(Ptr<QueueDiscItem>)>;

    /**
     * @param disc the queue disc to serve
     * @param rate the rate; nothing for no link
     * @param sent told each packet
     * @param idle called when the link is free and the disc gives it nothing
     */
    ReplayLink(Ptr<QueueDisc> disc,
               std::optional<DataRate> rate,
               SentCallback sent,
               std::function<void()> idle);
    ~ReplayLink();

    ReplayLink(const ReplayLink&) = delete;
    ReplayLink& operator=(const ReplayLink&) = delete;

    /** Starts to transmit if the link is free, as the traffic control layer does at an arrival. */
    void Run();

    /** Ends a transmission that ends just now, so that this is before whatever else happens. */
    void EndIfDue();

    /** @return true if no packet is being transmitted */
    bool IsFree() const;

  private:
    /** @param item the packet that the disc gives */
    void Send(Ptr<QueueDiscItem> item);
    /** The transmission ends and the disc is asked for the next packet. */
    void End();

    Ptr<QueueDisc> m_disc;                    //!< the disc
    std::optional<DataRate> m_rate;           //!< the rate
    SentCallback m_sent;                      //!< told each packet
    std::function<void()> m_idle;             //!< called when there is nothing to send
    Ptr<NetDeviceQueueInterface> m_interface; //!< through which the disc is stopped
    EventId m_end;                            //!< end of the transmission
    Time m_endTime{0};                        //!< its time
};

} // namespace ns3

#endif /* REPLAY_LINK_H */
