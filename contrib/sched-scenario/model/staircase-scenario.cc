/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "staircase-scenario.h"

#include "ns3/mean.h"
#include "ns3/simulator.h"
#include "ns3/stfq-ranker.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr int64_t JITTER_STREAM = 1100; //!< random stream of the joins

} // namespace

void
StaircaseScenario::StartWorkload()
{
    const ScenarioConfig& c = GetConfig();
    SetNFlows(c.flowCount);
    m_sampler = Create<ThroughputSampler>(c.sampleInterval, File("samples.csv"));
    m_sampler->Start();
    m_jitter = CreateObject<UniformRandomVariable>();
    m_jitter->SetStream(JITTER_STREAM);
    for (uint32_t i = 0; i < c.flowCount; ++i)
    {
        const auto flow = Create<DcFlow>();
        flow->id = i + 1;
        flow->src = 0;
        flow->dst = 1;
        flow->weight = c.weights[i % c.weights.size()];
        const Time jitter = Seconds(m_jitter->GetValue(0, c.startJitter.GetSeconds()));
        Simulator::Schedule(i * c.joinInterval + jitter, &StaircaseScenario::Join, this, flow);
        const uint32_t leave = 2 * c.flowCount - 1 - i;
        Simulator::Schedule(leave * c.joinInterval, &StaircaseScenario::Leave, this, flow);
    }
    Simulator::Stop(2 * c.flowCount * c.joinInterval + Seconds(1));
}

void
StaircaseScenario::Join(Ptr<DcFlow> flow)
{
    m_sampler->Join(flow);
    OnArrival(flow);
}

void
StaircaseScenario::Leave(Ptr<DcFlow> flow)
{
    m_sampler->Leave(flow);
    StopFlow(flow);
}

void
StaircaseScenario::PrepareRanker(Ptr<PacketRanker> ranker)
{
    const std::vector<uint32_t>& weights = GetConfig().weights;
    const auto stfq = DynamicCast<StfqRanker>(ranker);
    if (stfq && std::any_of(weights.begin(), weights.end(), [](uint32_t w) { return w != 1; }))
    {
        stfq->SetWeightCallback(MakeCallback(&StaircaseScenario::WeightOf, this));
    }
}

uint32_t
StaircaseScenario::WeightOf(Ptr<const QueueDiscItem> item)
{
    const Ptr<DcFlow> flow = FlowOf(item);
    return flow ? flow->weight : 1;
}

double
StaircaseScenario::GetDone() const
{
    const ScenarioConfig& c = GetConfig();
    const double end = (2 * c.flowCount - 1) * c.joinInterval.GetSeconds();
    return std::min(1.0, Simulator::Now().GetSeconds() / end);
}

void
StaircaseScenario::Summarize(Json& summary)
{
    NativeScenario::Summarize(summary);
    Json fairness = Json::object();
    const auto add = [&](const std::string& name, const ThroughputSampler::Fairness& index) {
        std::vector<double> sorted = index.all;
        std::sort(sorted.begin(), sorted.end());
        fairness[name + "_mean"] = schedlab::Mean(sorted);
        fairness[name + "_p5"] = sorted.empty() ? 0 : sorted[sorted.size() / 20];
        Json& byFlows = fairness[name + "_by_active_flows"] = Json::object();
        for (const auto& [flows, values] : index.byFlows)
        {
            byFlows[std::to_string(flows)] = schedlab::Mean(values);
        }
    };
    add("jain", m_sampler->GetFairness());
    add("weighted_jain", m_sampler->GetWeightedFairness());
    fairness["windows"] = m_sampler->GetFairness().all.size();
    summary["fairness"] = fairness;
}

} // namespace ns3
