/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FCFS_RANKER_H
#define FCFS_RANKER_H

#include "packet-ranker.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * First come, first served: the rank is the time of arrival at this queue in nanoseconds.
 *
 * Packets that arrive within one nanosecond have equal ranks, which keep their order of arrival.
 */
class FcfsRanker : public PacketRanker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::optional<uint64_t> Rank(Ptr<const QueueDiscItem> item, uint32_t flow, Time now) override;

  protected:
    bool IsStateless() const override;
};

} // namespace ns3

#endif /* FCFS_RANKER_H */
