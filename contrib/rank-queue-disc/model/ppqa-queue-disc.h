/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PPQA_QUEUE_DISC_H
#define PPQA_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/ppqa-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * PPQA: parallel PIFOs, each flow kept in one of them while it has packets queued; see
 * schedlab::PpqaCore.
 *
 * The attributes are read when the disc is initialized. From then on MaxSize is Queues times
 * QueueSize and cannot be changed.
 */
class PpqaQueueDisc : public CoreRankQueueDisc<schedlab::PpqaCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** The core. */
    using Core = schedlab::PpqaCore<uint32_t, schedlab::SwitchedCost>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    PpqaQueueDisc();

  private:
    void CreateCore() override;

    uint32_t m_queues;             //!< number of queues
    QueueSize m_queueSize;         //!< the most that one queue may hold
    Core::DropPolicy m_dropPolicy; //!< what a full queue does
};

} // namespace ns3

#endif /* PPQA_QUEUE_DISC_H */
