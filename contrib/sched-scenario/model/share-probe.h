/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SHARE_PROBE_H
#define SHARE_PROBE_H

#include "ns3/backlog-share.h"
#include "ns3/pfqd-cycle.h"
#include "ns3/queue-disc.h"
#include "ns3/simple-ref-count.h"

#include <nlohmann/json.hpp>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Measures what any root queue disc gives to flows that have data queued, by its traces; see
 * schedlab::BacklogShare. Packets belong to a flow by their FlowTag, so control packets do not
 * count.
 *
 * The place that a packet is served from is told for ns3::PfqdQueueDisc (DHI, DLO) and for
 * ns3::FqCoDelQueueDisc (new, old); others have one place, "queue".
 */
class ShareProbe : public SimpleRefCount<ShareProbe>
{
  public:
    /**
     * @param disc the queue disc
     * @param flows number of flows; their ids are 1 to this
     * @param bitsPerSecond rate of its port
     */
    ShareProbe(Ptr<QueueDisc> disc, uint32_t flows, double bitsPerSecond);

    /** Stops listening. */
    ~ShareProbe();

    /** @return bytes by flow, the ratio, waits by place and flow, and the largest gap */
    nlohmann::ordered_json Summary();

  private:
    /** @param item a packet @return its flow from 0, or -1 if it has none */
    int64_t FlowOf(Ptr<const QueueDiscItem> item) const;
    void OnEnqueue(Ptr<const QueueDiscItem> item);
    void OnDequeue(Ptr<const QueueDiscItem> item);
    void OnDrop(Ptr<const QueueDiscItem> item, const char* reason);
    void OnServed(Ptr<const QueueDiscItem> item, schedlab::PfqdCycle::Turn turn);
    /** Trace of a queue of FqCoDel. @param flow the queue @param item what leaves it */
    static void OnFlowDequeue(ShareProbe* probe,
                              QueueDiscClass* flow,
                              Ptr<const QueueDiscItem> item);
    /** Listens to the queues of FqCoDel that are new. */
    void WatchNewFlows();

    Ptr<QueueDisc> m_disc;           //!< the queue disc
    schedlab::BacklogShare m_shares; //!< the measures
    uint32_t m_flows;                //!< number of flows
    bool m_isFqCoDel;                //!< it is one whose queues are watched
    std::size_t m_watched{0};        //!< queues of FqCoDel that are watched
};

} // namespace ns3

#endif /* SHARE_PROBE_H */
