/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AIFO_QUEUE_DISC_H
#define AIFO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/aifo-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * AIFO: one FIFO that admits an arrival if its rank is good enough among the ranks sampled lately
 * for the space that is left.
 *
 * Yu et al., "Programmable Packet Scheduling with a Single Queue", SIGCOMM 2021.
 */
class AifoQueueDisc : public CoreRankQueueDisc<schedlab::AifoCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void CreateCore() override;

    uint32_t m_window;         //!< sampled ranks kept
    uint32_t m_sampleInterval; //!< arrivals per sample
    double m_k;                //!< share of the queue open to every rank
};

} // namespace ns3

#endif /* AIFO_QUEUE_DISC_H */
