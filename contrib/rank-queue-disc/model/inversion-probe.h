/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INVERSION_PROBE_H
#define INVERSION_PROBE_H

#include "ns3/inversion-counter.h"
#include "ns3/object.h"
#include "ns3/queue-disc.h"
#include "ns3/traced-callback.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Judges the order in which a queue disc of any kind serves its packets.
 *
 * It listens to the traces of the disc and reads the RankTag of each packet as it is queued. When a
 * packet leaves to be sent, it counts the packets queued that have a strictly smaller rank: one or
 * more of them is an inversion. It changes nothing that the disc or a packet could notice.
 *
 * - A packet that is pushed out or dropped after its dequeue was not served and does not count. The
 *   traces show it as dequeued first, so a dequeue is judged at the next event of the disc or when
 *   a result is asked for.
 * - A packet that the disc takes back because the device is busy counts once, when it first leaves.
 * - A packet without a RankTag is counted apart and takes no part in the order.
 */
class InversionProbe : public Object
{
  public:
    /** Which rank should be served first. */
    enum RankOrderType
    {
        AUTO,         //!< as the attribute RankOrder of the disc says; lower if it has none
        LOWER_FIRST,  //!< the smallest rank
        HIGHER_FIRST, //!< the largest rank; magnitudes and bins count down from 2^64-1
    };

    using Totals = schedlab::InversionCounter::Totals; //!< sums since the start
    using Bin = schedlab::InversionCounter::Bin;       //!< packets served of one range of ranks

    /** @return the TypeId */
    static TypeId GetTypeId();

    InversionProbe();
    ~InversionProbe() override;

    /**
     * Starts to watch a disc. The disc keeps the probe alive.
     * @param disc the disc to watch, with no packet queued
     * @throws std::logic_error if the probe watches a disc already or the disc holds packets
     */
    void Attach(Ptr<QueueDisc> disc);

    /** @return the sums since the start */
    const Totals& GetTotals();

    /** @return packets served by rank; bin i counts ranks from i * HistogramBinWidth on */
    const std::vector<Bin>& GetHistogram();

    /** @return packets that were queued without a RankTag */
    uint64_t GetUnranked() const;

    /**
     * TracedCallback signature for an inversion.
     * @param item the packet that was served too early
     * @param pairs packets of a smaller rank that were left in the queue, at least 1
     * @param magnitude its rank minus the smallest rank left
     */
    typedef void (*InversionTracedCallback)(Ptr<const QueueDiscItem> item,
                                            uint64_t pairs,
                                            uint64_t magnitude);

  protected:
    void DoDispose() override;

  private:
    /** @param item a packet that was queued */
    void Enqueued(Ptr<const QueueDiscItem> item);
    /** @param item a packet that left, perhaps to be dropped */
    void Dequeued(Ptr<const QueueDiscItem> item);
    /** @param item a packet that was dropped after it left @param reason why */
    void Dropped(Ptr<const QueueDiscItem> item, const char* reason);
    /** Judges the last packet that left: it was not dropped. */
    void Settle();

    RankOrderType m_rankOrder;            //!< which rank should be served first
    uint32_t m_bins;                      //!< bins of the histogram
    uint64_t m_binWidth;                  //!< ranks of one bin
    bool m_lowerFirst{true};              //!< the order in use
    bool m_attached{false};               //!< a disc is watched
    uint64_t m_unranked{0};               //!< packets without a rank
    uint64_t m_nextSeq{0};                //!< order of the next arrival
    schedlab::InversionCounter m_counter; //!< the judge

    /** The ranks as they were on arrival: tags may be rewritten, items are unique while queued. */
    std::unordered_map<const QueueDiscItem*, schedlab::RankKey> m_keys;
    Ptr<const QueueDiscItem> m_left; //!< left last and not judged yet

    /** Fired for each packet served too early. */
    TracedCallback<Ptr<const QueueDiscItem>, uint64_t, uint64_t> m_inversionTrace;
};

} // namespace ns3

#endif /* INVERSION_PROBE_H */
