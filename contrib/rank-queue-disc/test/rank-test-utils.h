/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_TEST_UTILS_H
#define RANK_TEST_UTILS_H

#include "ns3/queue-item.h"
#include "ns3/rank-queue-disc.h"
#include "ns3/type-id.h"

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup rank-queue-disc-tests
 * What the suites of this module share: items without a network, every rank-ordered queue disc that
 * is registered, and a disc that is checked after each operation.
 */

/**
 * @defgroup rank-queue-disc-tests Tests of the rank-ordered queue discs
 * @ingroup rank-queue-disc
 */

namespace ns3
{
namespace tests
{

/** An item with a flow and no header. */
class RankTestItem : public QueueDiscItem
{
  public:
    /**
     * @param packet the packet
     * @param flow what its hash is made of
     */
    RankTestItem(Ptr<Packet> packet, uint32_t flow);

    void AddHeader() override;
    bool Mark() override;
    /** @return a number that two flows may share, depending on the perturbation */
    uint32_t Hash(uint32_t perturbation) const override;

  private:
    uint32_t m_flow; //!< the flow
};

/**
 * @param rank what its RankTag says; no tag if nothing
 * @param size bytes
 * @param flow its flow
 * @return an item
 */
Ptr<RankTestItem> MakeItem(std::optional<uint64_t> rank, uint32_t size = 100, uint32_t flow = 0);

/** @return the rank on the packet of an item; it must have one */
uint64_t RankOf(Ptr<const QueueDiscItem> item);

/** @return every type derived from RankQueueDisc that can be made, whoever registered it */
std::vector<TypeId> RankDiscs();

/** @return true if the disc promises to serve by (rank, arrival) without exception */
bool IsExact(TypeId type);

/** @return true if the disc promises nothing about ranks */
bool IsRankBlind(TypeId type);

/** @return the class of an attribute's value, spelled alike whatever the release, e.g. EnumValue */
std::string ValueKind(const TypeId::AttributeInformation& info);

/** @return the attributes of a disc that are queue sizes */
std::vector<std::string> SizeAttributes(TypeId type);

using Settings = std::vector<std::pair<std::string, std::string>>; //!< attributes and values

/**
 * @param type a disc
 * @param limit given to each of its attributes that is a queue size
 * @param settings other attributes
 * @return the disc, not initialized
 */
Ptr<RankQueueDisc> MakeDisc(TypeId type, const std::string& limit, const Settings& settings = {});

/**
 * A disc with its books kept a second time from its traces, and compared after each operation.
 */
class CheckedDisc
{
  public:
    /** @param disc an empty disc; it is initialized */
    explicit CheckedDisc(Ptr<RankQueueDisc> disc);

    /** @param item offered @return whether the disc took it */
    bool Enqueue(Ptr<QueueDiscItem> item);

    /** @return what the disc served, or null */
    Ptr<QueueDiscItem> Dequeue();

    /** @return the first thing that did not add up, with the disc's name; empty if all did */
    const std::string& GetError() const;

    /** @return the largest number of packets ever seen in the disc, in the middle of an operation
     * too */
    uint32_t GetPeakPackets() const;

    /** @return the same in bytes */
    uint32_t GetPeakBytes() const;

    /** @return packets lost by reason */
    const std::map<std::string, uint32_t>& GetLosses() const;

    /** @return the disc */
    Ptr<RankQueueDisc> Get() const;

  private:
    /** Compares all books. */
    void Check(const std::string& after);
    /** Keeps the first error. */
    void Fail(const std::string& what);

    Ptr<RankQueueDisc> m_disc;                //!< the disc
    std::set<const QueueDiscItem*> m_queued;  //!< items in the disc
    std::map<std::string, uint32_t> m_losses; //!< by reason
    uint64_t m_bytes{0};                      //!< bytes in the disc
    uint64_t m_offered{0};                    //!< items offered
    uint64_t m_enqueued{0};                   //!< Enqueue fired
    uint64_t m_dequeued{0};                   //!< Dequeue fired
    uint64_t m_droppedBefore{0};              //!< DropBeforeEnqueue fired
    uint64_t m_droppedAfter{0};               //!< DropAfterDequeue fired
    uint64_t m_drops{0};                      //!< Drop fired
    uint64_t m_ranked{0};                     //!< Ranked fired
    uint32_t m_peakPackets{0};                //!< largest number of packets
    uint32_t m_peakBytes{0};                  //!< largest number of bytes
    std::string m_error;                      //!< the first error
};

} // namespace tests
} // namespace ns3

#endif /* RANK_TEST_UTILS_H */
