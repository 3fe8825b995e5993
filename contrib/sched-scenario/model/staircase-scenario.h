/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STAIRCASE_SCENARIO_H
#define STAIRCASE_SCENARIO_H

#include "native-scenario.h"
#include "throughput-sampler.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Long flows from the first to the second host that join one after the other and leave in reverse
 * order.
 */
class StaircaseScenario : public NativeScenario
{
  public:
    using NativeScenario::NativeScenario;

  private:
    void StartWorkload() override;
    double GetDone() const override;
    void PrepareRanker(Ptr<PacketRanker> ranker) override;
    void Summarize(Json& summary) override;

    /** @param flow a flow that is to start now */
    void Join(Ptr<DcFlow> flow);
    /** @param flow a flow that is to stop now */
    void Leave(Ptr<DcFlow> flow);
    /** @param item a packet at a scheduler @return weight of its flow */
    uint32_t WeightOf(Ptr<const QueueDiscItem> item);

    Ptr<ThroughputSampler> m_sampler;    //!< throughput of the flows
    Ptr<UniformRandomVariable> m_jitter; //!< of the joins
};

} // namespace ns3

#endif /* STAIRCASE_SCENARIO_H */
