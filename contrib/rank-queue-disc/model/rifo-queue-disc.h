/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RIFO_QUEUE_DISC_H
#define RIFO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/rifo-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * RIFO: one FIFO that admits an arrival if its rank is near enough to the smallest rank seen lately
 * for the space that is left.
 *
 * Mostafaei, Pacut and Schmid, "RIFO: Pushing the Efficiency of Programmable Packet Schedulers",
 * arXiv 2308.07442.
 */
class RifoQueueDisc : public CoreRankQueueDisc<schedlab::RifoCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void CreateCore() override;

    uint32_t m_window;      //!< arrivals per window
    double m_k;             //!< share of the queue open to every rank
    bool m_referenceCompat; //!< judge as the reference simulator does
};

} // namespace ns3

#endif /* RIFO_QUEUE_DISC_H */
