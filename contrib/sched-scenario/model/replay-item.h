/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_ITEM_H
#define REPLAY_ITEM_H

#include "replay-trace.h"

#include "ns3/ipv4-queue-disc-item.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The packet of an arrival: IPv4 and UDP headers with addresses and ports of its flow, and its rank
 * as a RankTag if it has one.
 *
 * A queue disc is told the size in the trace, whatever it is. One below the 28 bytes of the headers
 * cannot be on a wire; the headers are there nevertheless for those who look at them, and are not
 * counted.
 */
class ReplayItem : public Ipv4QueueDiscItem
{
  public:
    /** @param packet the arrival */
    explicit ReplayItem(const ReplayPacket& packet);

    /** @return the name of the packet in the trace */
    uint64_t GetId() const;

    /** @return the number of its flow in the trace */
    uint32_t GetFlow() const;

    /** @return the size in the trace, in bytes, with or without its headers added */
    uint32_t GetSize() const override;

    /**
     * @param perturbation salt of the hash
     * @return a hash that is different for different flows; without perturbation it is the number
     * of the flow
     */
    uint32_t Hash(uint32_t perturbation) const override;

  private:
    uint64_t m_id;   //!< the name of the packet
    uint32_t m_size; //!< bytes
    uint32_t m_flow; //!< the flow
};

} // namespace ns3

#endif /* REPLAY_ITEM_H */
