/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-run.h"

#include "type-factory.h"

#include "ns3/cpu-seconds.h"
#include "ns3/light-fabric.h"
#include "ns3/rank-queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"

namespace ns3
{

namespace
{

/** @return true if the senders have to write ranks, because the disc reads them from the packets */
bool
NeedsRanks(const LightRunConfig& config, TypeId disc)
{
    bool ranker = false;
    for (const std::string& setting : config.discSettings)
    {
        ranker |= setting.rfind("Ranker=", 0) == 0;
    }
    return !ranker && disc.IsChildOf(RankQueueDisc::GetTypeId());
}

} // namespace

LightRunResult
RunLight(const LightRunConfig& config, const std::function<void(const LightFlowRecord&)>& record)
{
    const double begin = schedlab::CpuSeconds();
    TypeFactory discs(config.disc, QueueDisc::GetTypeId());
    for (const std::string& setting : config.discSettings)
    {
        discs.SetFrom(setting);
    }
    LightRunResult result;
    {
        LightFabric fabric({config.plan,
                            config.ecmpSeed,
                            config.idleBypass,
                            [&](auto, auto) { return discs.Create<QueueDisc>(); },
                            config.spray});
        LightTransport transport(fabric, config.transport);
        transport.SetDoneCallback([&](const LightFlowRecord& flow) {
            result.reordered += flow.reordered;
            if (record)
            {
                record(flow);
            }
        });
        if (NeedsRanks(config, discs.GetTypeId()))
        {
            transport.SetRankCallback(RankTag::Write);
        }
        if (config.source)
        {
            transport.Play(config.source);
        }
        else
        {
            transport.Play(config.flows);
        }
        if (config.stopNs > 0)
        {
            Simulator::Stop(NanoSeconds(config.stopNs));
        }
        const double start = schedlab::CpuSeconds();
        result.setupSeconds = start - begin;
        Simulator::Run();
        result.cpuSeconds = schedlab::CpuSeconds() - start;
        result.events = Simulator::GetEventCount();
        transport.Censor();
        fabric.CheckConservation();
        result.flowCapacity = transport.GetFlowCapacity();
        result.packetHops = fabric.GetPacketHops();
        result.hostDrops = fabric.GetHostDrops();
        result.switchDrops = fabric.GetSwitchDrops();
        for (uint32_t i = 0; i < config.plan.NPorts(); ++i)
        {
            const LightPort& port = fabric.GetPort(i);
            result.bypassed += port.GetCounters().bypassed;
            if (port.GetCounters().peakPackets > result.peakPackets)
            {
                result.peakPackets = port.GetCounters().peakPackets;
                result.busiestPort = port.GetName();
            }
        }
        Simulator::Destroy();
    }
    return result;
}

} // namespace ns3
