/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_ITEM_H
#define LIGHT_ITEM_H

#include "ns3/ecmp-routes.h"
#include "ns3/light-segment.h"
#include "ns3/prefetch.h"
#include "ns3/queue-item.h"

#include <vector>

namespace ns3
{

class LightSink;

/**
 * @ingroup dc-fabric
 * A packet of the light fabric. It is the QueueDiscItem that every queue disc on its way sees, made
 * once and used again for later packets, so that nothing is wrapped or allocated at a hop.
 *
 * GetPacket() is an empty packet that serves to carry packet tags such as a rank; size, addresses
 * and transport header are the fields below.
 */
class LightItem : public QueueDiscItem
{
  public:
    /** What a packet is, set by its sender and carried along. */
    struct Fields
    {
        uint32_t size;                  //!< bytes on the wire
        uint8_t hop;                    //!< how many ports of the path it has been through
        bool toSender;                  //!< from the flow's receiver to its sender
        bool ecnCapable;                //!< may be marked
        bool marked;                    //!< congestion experienced
        schedlab::EcmpPath path;        //!< the ports it takes
        LightSink* sink;                //!< takes it at its destination; null: the fabric's sink
        uint64_t order;                 //!< how many its sender sent before it in this flow
        uint64_t flowHash;              //!< of addresses and ports, the same for all of a flow
        uint32_t source;                //!< sending host
        uint32_t destination;           //!< receiving host
        uint32_t slot;                  //!< the sender's own reference to the flow
        uint32_t serial;                //!< tells apart flows that had the same slot
        schedlab::LightSegment segment; //!< transport header
        schedlab::LightSacks sacks;     //!< selective acknowledgements
    };

    LightItem();
    ~LightItem() override;

    /** @return the fields */
    Fields& Get()
    {
        return m_fields;
    }

    /** @return the fields */
    const Fields& Get() const
    {
        return m_fields;
    }

    /** Asks for the packet to be in the caches when its next hop comes. */
    void Prefetch() const
    {
        schedlab::Prefetch(this, sizeof(LightItem));
    }

    uint32_t GetSize() const override;
    bool GetUint8Value(Uint8Values field, uint8_t& value) const override;
    void AddHeader() override;
    bool Mark() override;
    uint32_t Hash(uint32_t perturbation = 0) const override;
    void Print(std::ostream& os) const override;

  private:
    Fields m_fields; //!< the fields
};

/**
 * @ingroup dc-fabric
 * Packets to use again.
 */
class LightItemPool
{
  public:
    /** @return a packet without tags and sink; its other fields hold what was left in them */
    Ptr<LightItem> Take();

    /** @param item a packet that has arrived; kept for reuse unless somebody still looks at it */
    void Give(const Ptr<LightItem>& item);

  private:
    std::vector<Ptr<LightItem>> m_free; //!< packets that nobody else refers to
};

} // namespace ns3

#endif /* LIGHT_ITEM_H */
