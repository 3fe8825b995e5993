/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACKET_RANKER_H
#define PACKET_RANKER_H

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-item.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * A packet that a ranker has ranked, as the queue disc tells it what became of it.
 */
struct RankedPacket
{
    Ptr<const QueueDiscItem> item; //!< the packet
    uint32_t flow;                 //!< its flow, 0 where neither ranker nor scheduler uses flows
    uint64_t rank;                 //!< its rank, lower is served sooner
};

/**
 * @ingroup rank-queue-disc
 * Computes the rank of each packet that reaches a rank-ordered queue disc.
 *
 * The disc calls Rank() once for each arrival and tells the ranker what became of it: OnDrop() at
 * once if it was refused or later if it was pushed out, OnDequeue() when it leaves, OnEmpty() when
 * the last packet has left. It does not hear of packets that it gave no rank. A ranker with state
 * belongs to one disc; sharing it is an error, because the state of one port would leak into
 * another. Set the attribute Ranker of the disc to a string such as "ns3::StfqRanker" and each disc
 * gets its own.
 */
class PacketRanker : public Object
{
  public:
    /** Why a ranked packet was lost. */
    enum DropKind
    {
        REFUSED,   //!< on arrival: it never was in the queue
        PUSHED_OUT //!< later, to make room for a better one
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Ranks an arrival.
     * @param item the packet
     * @param flow its flow, QueueDiscItem::Hash() of the disc's Perturbation; 0 unless UsesFlow()
     * @param now the time
     * @return the rank, lower is served sooner; nothing if this packet has none
     */
    virtual std::optional<uint64_t> Rank(Ptr<const QueueDiscItem> item,
                                         uint32_t flow,
                                         Time now) = 0;

    /** @param packet a packet that leaves to be transmitted */
    virtual void OnDequeue(const RankedPacket& packet);

    /**
     * @param packet a packet that was lost
     * @param kind when it was lost
     */
    virtual void OnDrop(const RankedPacket& packet, DropKind kind);

    /** Called when the last queued packet has left. */
    virtual void OnEmpty();

    /** @return true if Rank() looks at the flow; hashing is left out otherwise */
    virtual bool UsesFlow() const;

    /** @return true if the rank is already on the packet, so that it need not be written again */
    virtual bool ReadsTag() const;

    /**
     * Called by a disc that starts to use this ranker.
     * @throws std::logic_error if another disc does and the ranker has state
     */
    void Attach();

  protected:
    /** @return true if no call changes what a later call returns; such a ranker may be shared */
    virtual bool IsStateless() const;

  private:
    bool m_attached = false; //!< a disc uses this ranker
};

} // namespace ns3

#endif /* PACKET_RANKER_H */
