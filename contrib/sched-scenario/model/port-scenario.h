/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PORT_SCENARIO_H
#define PORT_SCENARIO_H

#include "scenario.h"

#include "ns3/dc-rank-source.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * One queue disc on one link, fed with packets of random ranks.
 */
class PortScenario : public Scenario
{
  public:
    /**
     * @param config what to simulate
     * @param parameters the same by name
     */
    PortScenario(const ScenarioConfig& config, const Json& parameters);

  private:
    void Build() override;
    Facts GetFacts() const override;
    double GetDone() const override;
    void Summarize(Json& summary) override;

    /** Writes a rank on a packet. @param packet the packet @param rank its rank */
    static void WriteRank(Ptr<Packet> packet, uint64_t rank);
    /** Ends the run when every packet has left. */
    void CheckEnd();

    Ptr<DcRankSource> m_source; //!< sends the packets
};

} // namespace ns3

#endif /* PORT_SCENARIO_H */
