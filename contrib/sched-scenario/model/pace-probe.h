/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PACE_PROBE_H
#define PACE_PROBE_H

#include "ns3/pace-gaps.h"
#include "ns3/queue-disc.h"
#include "ns3/simple-ref-count.h"

#include <nlohmann/json.hpp>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Measures at a host's root queue disc whether packets keep the distance that their PacingTag asks
 * for; see schedlab::PaceGaps. Packets belong to a flow by their FlowTag.
 */
class PaceProbe : public SimpleRefCount<PaceProbe>
{
  public:
    /**
     * @param disc the queue disc
     * @param flows number of flows; their ids are 1 to this
     */
    PaceProbe(Ptr<QueueDisc> disc, uint32_t flows);

    /** Stops listening. */
    ~PaceProbe();

    /** @return packets, how many of them were early, and the longest burst */
    nlohmann::ordered_json Summary() const;

  private:
    void OnDequeue(Ptr<const QueueDiscItem> item);

    Ptr<QueueDisc> m_disc;     //!< the queue disc
    schedlab::PaceGaps m_gaps; //!< the measures
    uint32_t m_flows;          //!< number of flows
};

} // namespace ns3

#endif /* PACE_PROBE_H */
