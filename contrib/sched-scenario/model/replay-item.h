/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_ITEM_H
#define REPLAY_ITEM_H

#include "replay-trace.h"

#include "ns3/ipv4-queue-disc-item.h"
#include "ns3/ipv6-queue-disc-item.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * What is remembered of a packet of a trace, whatever its version of IP.
 */
class ReplayIdentity
{
  public:
    /** @param packet the arrival */
    explicit ReplayIdentity(const ReplayPacket& packet);
    virtual ~ReplayIdentity();

    /** @return the name of the packet in the trace */
    uint64_t GetId() const;

    /** @return the number of its flow in the trace */
    uint32_t GetFlow() const;

    /** Notes that the disc has marked the packet. */
    void NoteMark() const;

    /** @return true if the disc has marked the packet */
    bool IsMarked() const;

  protected:
    uint64_t m_id;                //!< the name of the packet
    uint32_t m_size;              //!< bytes
    uint32_t m_flow;              //!< the flow
    bool m_hasTuple;              //!< the trace tells what makes its flow
    mutable bool m_marked{false}; //!< the disc has marked it
};

/**
 * @ingroup sched-scenario
 * The packet of an arrival: IPv4 and UDP headers with addresses and ports of its flow, or other
 * headers that the trace asks for, and its rank as a RankTag if it has one.
 *
 * A queue disc is told the size in the trace, whatever it is. One below that of the headers
 * cannot be on a wire; the headers are there nevertheless for those who look at them, and are not
 * counted.
 */
class ReplayItem : public Ipv4QueueDiscItem, public ReplayIdentity
{
  public:
    /** @param packet the arrival */
    explicit ReplayItem(const ReplayPacket& packet);

    /** @return the size in the trace, in bytes, with or without its headers added */
    uint32_t GetSize() const override;

    /**
     * @param perturbation salt of the hash
     * @return a hash that is different for different flows; without perturbation it is the number
     * of the flow. If the trace has addresses, protocol or ports, the hash that ns-3 makes of them
     */
    uint32_t Hash(uint32_t perturbation) const override;
};

/**
 * @ingroup sched-scenario
 * The same of IPv6.
 */
class ReplayIpv6Item : public Ipv6QueueDiscItem, public ReplayIdentity
{
  public:
    /** @param packet the arrival */
    explicit ReplayIpv6Item(const ReplayPacket& packet);

    /** @return the size in the trace, in bytes, with or without its headers added */
    uint32_t GetSize() const override;
};

/** @param packet an arrival @return its item, of IPv4 or IPv6 */
Ptr<QueueDiscItem> MakeReplayItem(const ReplayPacket& packet);

/** @param item a packet of a replay, or null @return what is remembered of it, or null */
const ReplayIdentity* IdentityOf(Ptr<const QueueDiscItem> item);

} // namespace ns3

#endif /* REPLAY_ITEM_H */
