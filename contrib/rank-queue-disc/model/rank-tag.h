/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_TAG_H
#define RANK_TAG_H

#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

class Packet;

/**
 * @ingroup rank-queue-disc
 * The rank of a packet, carried with it as a packet tag through queues and hops.
 *
 * Written by a ranker at every rank-ordered queue disc, or by an end host for schemes such as
 * pFabric.
 */
class RankTag : public Tag
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param rank the rank, lower is served sooner */
    explicit RankTag(uint64_t rank = 0);

    /**
     * Gives a packet a rank in place of the one it may have.
     * @param packet the packet
     * @param rank the rank, lower is served sooner
     */
    static void Write(Packet& packet, uint64_t rank);

    /** @return the rank, lower is served sooner */
    uint64_t GetRank() const;

    /** @param rank the rank, lower is served sooner */
    void SetRank(uint64_t rank);

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

  private:
    uint64_t m_rank; //!< the rank
};

} // namespace ns3

#endif /* RANK_TAG_H */
