/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef P3PO_QUEUE_DISC_H
#define P3PO_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/p3po-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * P3PO: a cascade of small PIFOs that together serve in exact PIFO order; see schedlab::P3poCore.
 *
 * The attributes are read when the disc is initialized. From then on MaxSize is Queues times
 * QueueSize and cannot be changed.
 */
class P3poQueueDisc : public CoreRankQueueDisc<schedlab::P3poCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** The core. */
    using Core = schedlab::P3poCore<uint32_t, schedlab::SwitchedCost>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    P3poQueueDisc();

  private:
    void CreateCore() override;

    uint32_t m_queues;        //!< number of queues
    QueueSize m_queueSize;    //!< the most that one queue may hold
    double m_lowThreshold;    //!< a queue filled to this share or less is refilled
    double m_highThreshold;   //!< up to this share of its limit
    Core::TieMode m_tieMode;  //!< equal ranks at a bound
    bool m_compactOnOverflow; //!< use free space of upper queues before dropping
    bool m_eagerReset;        //!< bounds with nothing behind them become infinite at once
};

} // namespace ns3

#endif /* P3PO_QUEUE_DISC_H */
