/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "native-scenario.h"

#include "congestion-control.h"
#include "device-port-monitor.h"

#include "ns3/flow-tag.h"
#include "ns3/ideal-fct.h"
#include "ns3/inet-socket-address.h"

#include <algorithm>

namespace ns3
{

NativeScenario::NativeScenario(const ScenarioConfig& config, const Json& parameters)
    : FlowScenario(config, parameters),
      m_fabric(GetPlan(), config.deviceQueue, config.mtuBytes),
      m_routes(GetPlan(), config.ecmpSeed),
      m_table(Create<DcFlowTable>()),
      m_tagger(CreateObject<PfabricRankTagger>())
{
    MakeProfile();
}

void
NativeScenario::MakeProfile()
{
    const ScenarioConfig& c = GetConfig();
    m_profile.congestion = FindCongestionControl(c.transport);
    m_profile.segmentSize = c.mssBytes.value_or(m_profile.segmentSize);
    m_profile.initialWindow = c.initialWindow.value_or(m_profile.initialWindow);
    m_profile.minRto = c.minRto.value_or(m_profile.minRto);
    const double bdp = c.linkRate.GetBitRate() * m_fabric.GetBaseRtt().GetSeconds() / 8;
    if (c.socketBufferText == "auto")
    {
        const double worst =
            bdp + static_cast<double>(GetCapacityBytes()) * m_fabric.GetPathLength();
        m_profile.bufferSize = std::min(2 * worst, 1073741824.0);
        return;
    }
    m_profile.bufferSize = std::stoul(c.socketBufferText);
    if (m_profile.bufferSize < bdp)
    {
        Warn("the socket buffer of " + c.socketBufferText +
             " bytes is less than the bandwidth-delay product of " +
             std::to_string(static_cast<uint64_t>(bdp)) +
             " bytes: no flow can fill the link; use socket_buffer auto");
    }
}

void
NativeScenario::BuildNetwork()
{
    m_profile.Apply();
    m_fabric.SetEcmpSeed(GetConfig().ecmpSeed);
    m_fabric.InstallStack(InternetStackHelper());
    InstallDiscs();
    m_fabric.AssignAddresses();
    InstallApplications();
    m_table->SetEndCallback(MakeCallback(&NativeScenario::OnEnd, this));
}

void
NativeScenario::InstallDiscs()
{
    const ScenarioConfig& c = GetConfig();
    uint32_t underTest = DC_ALL_PORTS;
    if (c.schedulerPosition != "all")
    {
        underTest = c.schedulerPosition == "host" ? DC_HOST_EGRESS : DC_SWITCH_EGRESS;
    }
    m_fabric.InstallQueueDiscs(DC_ALL_PORTS & ~underTest, [this] { return MakePlainDisc(); });
    m_fabric.InstallQueueDiscs(underTest, [this] { return MakeDisc(); });

    // On equal links the first scheduler on the path is where the queue forms.
    const uint32_t counted = underTest & DC_HOST_EGRESS ? DC_HOST_EGRESS : DC_SWITCH_EGRESS;
    for (uint32_t i = 0; i < GetPlan().NPorts(); ++i)
    {
        const DcPort& port = m_fabric.GetPorts()[i];
        const Ptr<QueueDisc> disc = DcFabricHelper::GetQueueDisc(port);
        const bool tested = (port.portClass & underTest) != 0;
        const PortMonitor::Port watched{port.node,
                                        port.name,
                                        schedlab::PortClassName(GetPlan().Class(i)),
                                        port.device->GetIfIndex(),
                                        port.device->GetNode()->GetId(),
                                        port.peer->GetNode()->GetId(),
                                        port.portClass == DC_HOST_EGRESS,
                                        tested,
                                        port.delay,
                                        static_cast<double>(port.rate.GetBitRate())};
        Watch(Create<DevicePortMonitor>(watched, port.device, port.peer, disc, MakeProbe(tested)));
        const auto ranked = DynamicCast<RankQueueDisc>(disc);
        if (ranked && c.comparisons && (port.portClass & counted))
        {
            disc->TraceConnectWithoutContext("Comparisons",
                                             MakeCallback(&NativeScenario::OnComparisons, this));
        }
        if (ranked && ranked->GetRanker())
        {
            PrepareRanker(ranked->GetRanker());
        }
    }
}

void
NativeScenario::PrepareRanker(Ptr<PacketRanker>)
{
}

void
NativeScenario::InstallApplications()
{
    for (uint32_t i = 0; i < GetNHosts(); ++i)
    {
        m_sources.push_back(CreateObject<DcFlowSource>());
        m_sources[i]->SetTable(m_table);
        m_fabric.GetHost(i)->AddApplication(m_sources[i]);
        m_sinks.push_back(CreateObject<DcFlowSink>());
        m_sinks[i]->SetTable(m_table);
        m_fabric.GetHost(i)->AddApplication(m_sinks[i]);
        if (GetConfig().hostRanks == "pfabric")
        {
            m_sources[i]->SetSocketCallback(MakeCallback(&NativeScenario::TagSender, this));
            m_sinks[i]->SetSocketCallback(MakeCallback(&NativeScenario::TagReceiver, this));
        }
    }
}

void
NativeScenario::TagSender(Ptr<Socket> socket, Ptr<const DcFlow> flow)
{
    m_tagger->TagSender(socket, flow->size);
}

void
NativeScenario::TagReceiver(Ptr<Socket> socket)
{
    m_tagger->TagReceiver(socket);
}

Time
NativeScenario::GetBaseRtt() const
{
    return m_fabric.GetBaseRtt();
}

void
NativeScenario::Launch(Ptr<DcFlow> flow)
{
    m_sources[flow->src]->StartFlow(
        flow,
        InetSocketAddress(m_fabric.GetHostAddress(flow->dst), SINK_PORT));
}

void
NativeScenario::StopFlow(Ptr<DcFlow> flow)
{
    m_sources[flow->src]->StopFlow(flow->id);
}

void
NativeScenario::CensorOpen()
{
    m_table->CensorAll();
}

double
NativeScenario::GetIdealNs(const DcFlow& flow) const
{
    // Any of the equal paths will do.
    const schedlab::EcmpPath path = m_routes.Path(flow.src, flow.dst, 0);
    schedlab::IdealFct ideal{{},
                             m_profile.segmentSize,
                             DcTcpProfile::DATA_HEADER,
                             DcTcpProfile::CONTROL,
                             DcTcpProfile::SYN,
                             m_profile.initialWindow};
    for (uint32_t i = 0; i < path.hops; ++i)
    {
        const schedlab::LinkParams& link = GetPlan().Link(path.ports[i]);
        ideal.path.push_back({static_cast<double>(link.bitsPerSecond), 1e-9 * link.delayNs});
    }
    return 1e9 * ideal(flow.size);
}

Scenario::Json
NativeScenario::GetTransportProfile() const
{
    Json profile = Json::object();
    for (const auto& [name, value] : m_profile.Describe())
    {
        profile[name] = value;
    }
    return profile;
}

Ptr<DcFlow>
NativeScenario::FlowOf(Ptr<const QueueDiscItem> item) const
{
    FlowTag tag;
    return item->GetPacket()->PeekPacketTag(tag) ? m_table->Find(tag.GetFlow()) : nullptr;
}

void
NativeScenario::OnComparisons(Ptr<const QueueDiscItem> item, const schedlab::ComparisonCost& cost)
{
    if (const Ptr<DcFlow> flow = FlowOf(item))
    {
        ++flow->comparedPackets;
        flow->comparisons += cost.scan + cost.cascadeScan;
        flow->cascadeComparisons += cost.cascadeScan;
    }
}

void
NativeScenario::Summarize(Json& summary)
{
    FlowScenario::Summarize(summary);
    uint64_t failed = 0;
    for (const auto& source : m_sources)
    {
        failed += source->GetNFailed();
    }
    if (failed > 0)
    {
        Warn(std::to_string(failed) + " connections failed or were reset");
    }
}

} // namespace ns3
