/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STFQ_RANKER_H
#define STFQ_RANKER_H

#include "packet-ranker.h"

#include "ns3/callback.h"
#include "ns3/flow-weights.h"
#include "ns3/stfq-virtual-time.h"

#include <string>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Start-time fair queueing: the rank is the start tag of the packet, in bytes of a flow of
 * weight 1.
 *
 * Goyal, Vin, Cheng, "Start-time Fair Queueing", IEEE/ACM Transactions on Networking 5(5), 1997; as
 * a rank, Sivaraman et al., "Programmable Packet Scheduling at Line Rate", SIGCOMM 2016, section 2.
 * The rules are those of schedlab::StfqVirtualTime.
 *
 * A flow is the 32-bit number that the disc hashes the packet to (attribute Perturbation of the
 * disc). A weight is looked up by the callback if one is set, else by that number, else it is
 * DefaultWeight.
 */
class StfqRanker : public PacketRanker
{
  public:
    /** Gives the weight of a packet's flow, at least 1. */
    using WeightCallback = Callback<uint32_t, Ptr<const QueueDiscItem>>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param flow a flow, as the disc hashes it
     * @param weight its weight
     * @throws std::invalid_argument if the weight is 0
     */
    void SetWeight(uint32_t flow, uint32_t weight);

    /** @param weightOf gives the weight of each packet's flow */
    void SetWeightCallback(WeightCallback weightOf);

    /** @return the virtual time, in bytes of a flow of weight 1 */
    uint64_t GetVirtualTime() const;

    std::optional<uint64_t> Rank(Ptr<const QueueDiscItem> item, uint32_t flow, Time now) override;
    void OnDequeue(const RankedPacket& packet) override;
    void OnDrop(const RankedPacket& packet, DropKind kind) override;
    void OnEmpty() override;
    bool UsesFlow() const override;

  private:
    /** @param text the weights, "flow=weight,flow=weight" */
    void SetWeights(std::string text);
    /** @return the weights, "flow=weight,flow=weight" */
    std::string GetWeights() const;
    /** @param rollback whether a packet pushed out takes its share back */
    void SetRollbackOnPushOut(bool rollback);
    /** @return whether a packet pushed out takes its share back */
    bool GetRollbackOnPushOut() const;
    /** @param compat whether to use the rules of NetBench */
    void SetReferenceCompat(bool compat);
    /** @return whether the rules of NetBench are used */
    bool GetReferenceCompat() const;
    /** @return the weight of a packet's flow @param item the packet @param flow the flow */
    uint32_t WeightOf(Ptr<const QueueDiscItem> item, uint32_t flow) const;

    schedlab::FlowWeights m_weights;         //!< weights set by flow
    WeightCallback m_weightOf;               //!< gives a weight, if set
    uint32_t m_defaultWeight;                //!< weight of all other flows
    schedlab::StfqVirtualTime m_virtualTime; //!< the tags
};

} // namespace ns3

#endif /* STFQ_RANKER_H */
