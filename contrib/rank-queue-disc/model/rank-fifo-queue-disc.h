/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_FIFO_QUEUE_DISC_H
#define RANK_FIFO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/rank-fifo-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * First-in first-out queue with tail drop. It serves nothing by rank, but ranks are computed and
 * written on the packets as in every other disc, so that its inversions can be counted.
 */
class RankFifoQueueDisc
    : public CoreRankQueueDisc<schedlab::RankFifoCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void CreateCore() override;
};

} // namespace ns3

#endif /* RANK_FIFO_QUEUE_DISC_H */
