/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_QUEUE_DISC_H
#define PFQD_QUEUE_DISC_H

#include "packet-view.h"
#include "slot-queue-disc.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/pfqd-core.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * PFQD: a queue for each flow, served in cycles, with tiers for connection setup, control, and
 * flows that have been backlogged for long; see schedlab::PfqdCore.
 *
 * The attributes are read when the disc is initialized.
 */
class PfqdQueueDisc : public SlotQueueDisc
{
  public:
    /** Where the disc is. */
    enum ModeType
    {
        ROUTER, //!< all packets are forwarded
        HOST    //!< packets of this host are paced as their sender asks, never marked, never lost
    };

    static constexpr const char* NEW_FULL = "NEW_FULL";             //!< refused, NEW is full
    static constexpr const char* CTL_FULL = "CTL_FULL";             //!< refused, CTL is full
    static constexpr const char* HEAD_DROP = "HEAD_DROP";           //!< over the limit, not ECT
    static constexpr const char* OVERLIMIT_DROP = "OVERLIMIT_DROP"; //!< the buffer is full
    static constexpr const char* ECN_LIMIT_MARK = "ECN_LIMIT_MARK"; //!< marked, over the limit

    /** @return the TypeId */
    static TypeId GetTypeId();

    PfqdQueueDisc();
    ~PfqdQueueDisc() override;

    /** @return the present limit of a flow, bytes, above which its packets are marked */
    uint64_t GetEcnLimit() const;

    /** @return flows with packets that are not demoted */
    uint32_t GetDhiFlows() const;

    /** @return flows with packets that are demoted */
    uint32_t GetDloFlows() const;

    /** @return times that a flow was demoted */
    uint64_t GetDemotions() const;

    /**
     * TracedCallback signature for a packet that is served.
     * @param item the packet
     * @param tier where it was
     */
    typedef void (*ServedTracedCallback)(Ptr<const QueueDiscItem> item,
                                         schedlab::PfqdCycle::Turn tier);

  protected:
    void DoDispose() override;

  private:
    void CreateCore() override;
    uint32_t CorePeek() override;
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;

    /** @param item a packet @param view the same @return it as offered to the core */
    schedlab::PfqdArrival ArrivalOf(Ptr<const QueueDiscItem> item, const PacketView& view) const;
    /** @param key of a packet without a tag @return whether its source is an address of this host
     */
    bool IsOwnAddress(const schedlab::FlowKey& key) const;
    /** @param drop why @return the same for traces */
    static const char* ReasonOf(schedlab::PfqdDrop drop);

    Ptr<Node> m_node;                           //!< where the disc is; null if it has no device
    std::unique_ptr<schedlab::PfqdCore> m_core; //!< the scheduler
    ModeType m_mode;                            //!< where the disc is
    Time m_demotionTime;                        //!< backlogged for so long, a flow is demoted
    Time m_ecnSojourn;                          //!< target of the wait
    Time m_burstWindow;                         //!< of a flow, at port speed
    Time m_burstIdle;                           //!< a pause that earns a new burst
    DataRate m_portRate;                        //!< of the port, 0 to ask the device
    DataRate m_contractedRate;                  //!< of a flow, 0 for none
    uint32_t m_ecnThreshold;                    //!< least limit of a flow, bytes
    uint32_t m_maxQueue;                        //!< most bytes of data
    uint32_t m_newLimit;                        //!< most packets in NEW
    uint32_t m_ctlLimit;                        //!< most packets in CTL
    uint32_t m_buckets;                         //!< of the flow table
    uint32_t m_perturbation;                    //!< salt of the hash
    uint32_t m_packetOverhead;                  //!< bytes added to a packet when it is paced
    double m_limitBufferFraction;               //!< bound of the limit by the buffer
    bool m_headDropUntilBelow;                  //!< drop as many as it takes
    schedlab::PfqdParams::CollisionPolicy m_collisionPolicy; //!< two flows in one bucket
    schedlab::PfqdParams::CapDropPosition m_capDropPosition; //!< which packet the cap drops
    TracedCallback<Ptr<const QueueDiscItem>, schedlab::PfqdCycle::Turn> m_servedTrace; //!< served
};

} // namespace ns3

#endif /* PFQD_QUEUE_DISC_H */
