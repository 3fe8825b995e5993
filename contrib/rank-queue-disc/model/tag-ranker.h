/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TAG_RANKER_H
#define TAG_RANKER_H

#include "packet-ranker.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Takes the rank that the packet carries as a RankTag, written by the sending host or an earlier
 * hop.
 *
 * A packet without a tag has no rank; what then happens is the disc's attribute MissingRank.
 */
class TagRanker : public PacketRanker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::optional<uint64_t> Rank(Ptr<const QueueDiscItem> item, uint32_t flow, Time now) override;
    bool ReadsTag() const override;

  protected:
    bool IsStateless() const override;
};

} // namespace ns3

#endif /* TAG_RANKER_H */
