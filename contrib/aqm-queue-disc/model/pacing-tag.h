/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACING_TAG_H
#define PACING_TAG_H

#include "ns3/nstime.h"
#include "ns3/tag.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * What a sending socket tells the queue disc of its host about a packet: the rate at which it wants
 * to be paced, and that the packet comes from this host.
 *
 * Discs of other nodes take no notice of it.
 */
class PacingTag : public Tag
{
  public:
    static constexpr uint32_t NO_ORIGIN = UINT32_MAX; //!< the packet is forwarded

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param bitsPerSecond the sender's pacing rate; 0 if it sets none
     * @param origin number of the node that sends it, or NO_ORIGIN
     */
    explicit PacingTag(uint64_t bitsPerSecond = 0, uint32_t origin = NO_ORIGIN);

    /** @return the sender's pacing rate, bit/s; 0 if it sets none */
    uint64_t GetBitRate() const;

    /** @return number of the node that sends it, or NO_ORIGIN */
    uint32_t GetOrigin() const;

    /** @param time the earliest departure that the sender wants, instead of a rate */
    void SetDeparture(Time time);

    /** @return the earliest departure that the sender wants; 0 if it sets none */
    Time GetDeparture() const;

    TypeId GetInstanceTypeId() const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(TagBuffer i) const override;
    void Deserialize(TagBuffer i) override;
    void Print(std::ostream& os) const override;

  private:
    uint64_t m_bitRate;       //!< bit/s, or 0
    uint32_t m_origin;        //!< number of a node
    int64_t m_departureNs{0}; //!< earliest departure, ns, or 0
};

} // namespace ns3

#endif /* PACING_TAG_H */
