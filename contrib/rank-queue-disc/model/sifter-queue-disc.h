/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SIFTER_QUEUE_DISC_H
#define SIFTER_QUEUE_DISC_H

#include "core-rank-queue-disc.h"

#include "ns3/sifter-core.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Sifter: a small PIFO for the best ranks and a ring of FIFOs for the rest; see
 * schedlab::SifterCore.
 *
 * The attributes are read when the disc is initialized. From then on MaxSize is PifoSize plus Fifos
 * times FifoSize and cannot be changed.
 */
class SifterQueueDisc
    : public CoreRankQueueDisc<schedlab::SifterCore<uint32_t, schedlab::SwitchedCost>>
{
  public:
    /** The core. */
    using Core = schedlab::SifterCore<uint32_t, schedlab::SwitchedCost>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    SifterQueueDisc();

  private:
    void CreateCore() override;

    QueueSize m_pifoSize;   //!< the most that the PIFO may hold
    uint32_t m_fifos;       //!< number of FIFOs
    QueueSize m_fifoSize;   //!< the most that one FIFO may hold
    uint64_t m_granularity; //!< ranks that share a FIFO
    double m_threshold;     //!< the PIFO is refilled below this share of its limit
};

} // namespace ns3

#endif /* SIFTER_QUEUE_DISC_H */
