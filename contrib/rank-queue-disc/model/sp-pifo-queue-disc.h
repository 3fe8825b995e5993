/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SP_PIFO_QUEUE_DISC_H
#define SP_PIFO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/sp-pifo-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * SP-PIFO: strict-priority FIFOs whose bounds on the ranks they take follow the traffic.
 *
 * Alcoz, Dietmueller and Vanbever, "SP-PIFO: Approximating Push-In First-Out Behaviors using
 * Strict-Priority Queues", NSDI 2020.
 */
class SpPifoQueueDisc
    : public CoreRankQueueDisc<schedlab::SpPifoCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void CreateCore() override;

    uint32_t m_queues;                           //!< number of FIFOs
    QueueSize m_queueSize;                       //!< the most that each may hold
    schedlab::SpPifoParams::StepRule m_stepRule; //!< how far the bounds move
};

} // namespace ns3

#endif /* SP_PIFO_QUEUE_DISC_H */
