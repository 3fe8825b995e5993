/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PIFO_QUEUE_DISC_H
#define PIFO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/pifo-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Push-in first-out queue: exact order by (rank, arrival), the worst packet is pushed out on
 * overflow.
 *
 * With ServeEarliest the head only chooses the flow, whose first packet to arrive is served.
 *
 * Sivaraman et al., "Programmable Packet Scheduling at Line Rate", SIGCOMM 2016.
 */
class PifoQueueDisc : public CoreRankQueueDisc<schedlab::PifoCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void CreateCore() override;
    bool CoreUsesFlow() const override;

    bool m_serveEarliest; //!< attribute ServeEarliest
};

} // namespace ns3

#endif /* PIFO_QUEUE_DISC_H */
