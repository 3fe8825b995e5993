/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_QUEUE_DISC_H
#define RANK_QUEUE_DISC_H

#include "handle-queue.h"
#include "packet-ranker.h"

#include "ns3/comparison-cost.h"
#include "ns3/queue-disc.h"
#include "ns3/rank-entry.h"
#include "ns3/rank-limit.h"
#include "ns3/rank-verdict.h"

#include <optional>
#include <vector>

/**
 * @defgroup rank-queue-disc Rank-ordered queue discs
 *
 * Queue discs that serve packets by rank, the rankers that compute the ranks, and probes that judge
 * how well the order is kept.
 */

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Base of the queue discs that serve packets by rank.
 *
 * For each arrival it asks the ranker for a rank, writes it on the packet as a RankTag, offers the
 * packet to the scheduling core, and turns the core's answer into ns-3's accounting: a refused
 * arrival is DropBeforeEnqueue, a packet pushed out is DropAfterDequeue. The core orders by (rank,
 * arrival).
 *
 * Errors of configuration and a packet without a rank are thrown, std::invalid_argument and
 * std::runtime_error, with one line that says what to do: a program may catch and print it.
 */
class RankQueueDisc : public QueueDisc
{
  public:
    using CoreEntry = schedlab::RankEntry<uint32_t>;      //!< a packet held by the core
    using CoreArrival = schedlab::RankArrival<uint32_t>;  //!< a packet offered to the core
    using CoreVerdict = schedlab::RankVerdict<CoreEntry>; //!< the core's answer

    /** Which rank is served first. */
    enum RankOrderType
    {
        LOWER_FIRST, //!< the smallest rank, as everywhere in this module
        HIGHER_FIRST //!< the largest rank
    };

    /** What to do with a packet that the ranker gives no rank. */
    enum MissingRankAction
    {
        FATAL, //!< stop the run with an error
        COUNT  //!< count it and serve it as one of the worst rank
    };

    static constexpr const char* QUEUE_FULL = "Queue full"; //!< refused, nothing queued is worse
    static constexpr const char* ADMISSION_REFUSED =
        "Refused by admission";                             //!< refused by the rule of AIFO or RIFO
    static constexpr const char* PUSHED_OUT = "Pushed out"; //!< removed for a better rank

    /** @return the TypeId */
    static TypeId GetTypeId();

    RankQueueDisc();
    ~RankQueueDisc() override;

    /** @param ranker computes the ranks; it must not be used by another disc unless stateless */
    void SetRanker(Ptr<PacketRanker> ranker);

    /** @return the ranker; null before initialization if none was set */
    Ptr<PacketRanker> GetRanker() const;

    /** @return packets that had no rank and were given the worst, since the start */
    uint64_t GetMissingRanks() const;

    /**
     * @return what the modelled hardware has compared since the start; all zero unless the
     * attribute CountComparisons is true
     */
    virtual const schedlab::ComparisonCost& GetComparisons() const = 0;

    /**
     * TracedCallback signature for the cost of one arrival.
     * @param item the packet, accepted or not
     * @param cost what placing it compared
     */
    typedef void (*ComparisonsTracedCallback)(Ptr<const QueueDiscItem> item,
                                              const schedlab::ComparisonCost& cost);

    /**
     * TracedCallback signature for a rank that was computed.
     * @param item the packet, before the scheduler decides about it
     * @param rank its rank as the ranker gave it; the worst if it gave none
     */
    typedef void (*RankedTracedCallback)(Ptr<const QueueDiscItem> item, uint64_t rank);

  protected:
    void DoDispose() override;

    /** @return true if comparisons are to be counted */
    bool CountsComparisons() const;

    /**
     * @param size a queue size of ns-3
     * @return the same as a limit of a core
     */
    static schedlab::RankLimit ToLimit(const QueueSize& size);

    /**
     * @return the accessor of the attribute MaxSize, for a disc that has one limit. It refuses a
     * limit of nothing, which QueueDisc::SetMaxSize() would take for no change.
     */
    static Ptr<const AttributeAccessor> MaxSizeAccessor();

    /**
     * @param tid the TypeId of a disc that has one limit
     * @return it with the attribute MaxSize, of 1088 packets
     */
    static TypeId WithMaxSize(TypeId tid);

    /**
     * Has GetMaxSize() tell the sum of the limits of several queues, for a disc whose limit is made
     * of them; a sum beyond what a QueueSize can say is told as the largest that it can.
     * @param queues number of queues
     * @param each the limit of each
     * @param attributes the attributes that say so, for the message to who sets MaxSize
     */
    void TellTotalSize(uint32_t queues,
                       const QueueSize& each,
                       const char* attributes = "Queues and QueueSize");

    /**
     * Follows a change of MaxSize after the start.
     * @param size the new limit
     * @throws std::logic_error if this disc's limit is made of several attributes
     */
    virtual void FollowMaxSize(const QueueSize& size);

  private:
    /**
     * Makes the scheduling core from the attributes.
     * @throws std::invalid_argument if they make no sense together
     */
    virtual void CreateCore() = 0;
    /** @return true if the core looks at the flow of a packet */
    virtual bool CoreUsesFlow() const = 0;
    /** @param arrival the packet offered @return the core's answer */
    virtual CoreVerdict CorePush(const CoreArrival& arrival) = 0;
    /** @return the packet to serve, or nothing */
    virtual std::optional<CoreEntry> CorePop() = 0;
    /** @return the packet that CorePop() would give, or nullptr */
    virtual const CoreEntry* CorePeek() const = 0;
    /** @param size the most that may be queued @throws std::invalid_argument if that is nothing */
    void SetLimit(QueueSize size);
    /** @return the most that may be queued */
    QueueSize GetLimit() const;

    bool DoEnqueue(Ptr<QueueDiscItem> item) final;
    Ptr<QueueDiscItem> DoDequeue() final;
    Ptr<const QueueDiscItem> DoPeek() final;
    bool CheckConfig() final;
    void InitializeParams() final;

    /**
     * @param item a packet
     * @param flow its flow
     * @return its rank as given by the ranker, or nothing if it has none and that is allowed
     * @throws std::runtime_error if it has none and that is not allowed
     */
    std::optional<uint64_t> RankOf(Ptr<QueueDiscItem> item, uint32_t flow);
    /** @param rank a rank and its order reversed if the attribute RankOrder asks for that, or back
     */
    uint64_t Directed(uint64_t rank) const;
    /** @param item the packet held @return the slot that now refers to it */
    uint32_t TakeSlot();
    /** @param entry a packet that the core no longer holds @return the packet, out of the store */
    Ptr<QueueDiscItem> Release(const CoreEntry& entry);
    /**
     * @param item a packet
     * @param arrival the same as offered to the core
     * @return the core's answer, after the trace of what it compared
     */
    CoreVerdict PushAndTrace(Ptr<const QueueDiscItem> item, const CoreArrival& arrival);
    /** @param item a packet that left but that the device did not take */
    void TakeBack(Ptr<const QueueDiscItem> item);

    /** A packet that the core knows by the index of its slot. */
    struct Slot
    {
        HandleQueue::Handle packet; //!< where it is held
        bool isRanked = false;      //!< whether the ranker gave it a rank and hears of it
    };

    Ptr<PacketRanker> m_ranker;           //!< computes the ranks
    RankOrderType m_rankOrder;            //!< which rank is served first, as configured
    bool m_lowerFirst{true};              //!< the same since the start: ranks queued depend on it
    MissingRankAction m_missingRank;      //!< what to do without a rank
    uint32_t m_perturbation;              //!< salt of the flow hash
    bool m_countComparisons;              //!< whether the core counts
    bool m_hashesFlow{false};             //!< ranker or core uses the flow
    uint64_t m_missingRanks{0};           //!< packets without a rank
    QueueSize m_knownMaxSize;             //!< the MaxSize that the core was made for
    const char* m_limitAttributes{""};    //!< the attributes that MaxSize is made of, if it is
    Ptr<HandleQueue> m_store;             //!< the packets
    std::vector<Slot> m_slots;            //!< the packet of each handle given to the core
    std::vector<uint32_t> m_freeSlots;    //!< handles to use again
    Ptr<const QueueDiscItem> m_takenBack; //!< the last one that the device did not take

    /** Fired for each arrival with what placing it compared. */
    TracedCallback<Ptr<const QueueDiscItem>, const schedlab::ComparisonCost&> m_comparisonsTrace;
    /** Fired for each arrival with its rank. */
    TracedCallback<Ptr<const QueueDiscItem>, uint64_t> m_rankedTrace;
};

} // namespace ns3

#endif /* RANK_QUEUE_DISC_H */
