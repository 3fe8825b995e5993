/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dumbbell-scenario.h"

#include "congestion-control.h"
#include "device-port-monitor.h"

#include "ns3/config.h"
#include "ns3/dc-tcp-profile.h"
#include "ns3/inet-socket-address.h"
#include "ns3/pacing-tagger.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr int64_t PHASE_STREAM = 1300; //!< random stream of the flows' phases

} // namespace

DcDumbbellHelper::Params
DumbbellScenario::GetParams(const ScenarioConfig& config)
{
    DcDumbbellHelper::Params params;
    // The flood, if there is one, has the last sender and the last receiver.
    const uint32_t more = config.floodRate ? 1 : 0;
    params.senders = (config.schedulerPosition == "host" ? 1 : config.flowCount) + more;
    params.receivers = config.flowCount + more;
    params.bottleneck = config.linkRate;
    params.deviceQueue = config.deviceQueue;
    params.mtu = config.mtuBytes;
    params.rtt.clear();
    auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(PHASE_STREAM + 1);
    for (uint32_t i = 0; i < params.senders; ++i)
    {
        params.rtt.push_back(config.rtt + 2 * NanoSeconds(phase->GetInteger(0, 5000)));
    }
    return params;
}

DumbbellScenario::DumbbellScenario(const ScenarioConfig& config, const Json& parameters)
    : Scenario(config, parameters),
      m_fabric(GetParams(config)),
      m_table(Create<DcFlowTable>())
{
    for (uint32_t i = 0; i < config.flowCount; ++i)
    {
        m_congestion.push_back(
            FindCongestionControl(config.transports[i % config.transports.size()]));
    }
}

bool
DumbbellScenario::IsAtHost() const
{
    return GetConfig().schedulerPosition == "host";
}

std::vector<std::pair<std::string, std::string>>
DumbbellScenario::GetTcpDefaults() const
{
    const ScenarioConfig& c = GetConfig();
    DcTcpProfile profile;
    profile.congestion = m_congestion[0];
    profile.segmentSize = c.mssBytes.value_or(1448);
    profile.initialWindow = c.initialWindow.value_or(10);
    profile.minRto = c.minRto.value_or(MilliSeconds(200));
    profile.clockGranularity = MilliSeconds(1);
    profile.bufferSize = c.socketBufferText == "auto" ? 50'000'000 : std::stoul(c.socketBufferText);
    auto defaults = profile.Describe();
    // Congestion controls that need a setting of their own make it themselves.
    defaults.insert(defaults.end(),
                    {{"ns3::TcpL4Protocol::RecoveryType", "ns3::TcpPrrRecovery"},
                     {"ns3::TcpSocket::DelAckTimeout", "40ms"},
                     {"ns3::TcpSocketBase::UseEcn", "On"},
                     {"ns3::TcpSocketState::MaxPacingRate", "100Gbps"}});
    if (c.paceInQdisc)
    {
        defaults.emplace_back("ns3::TcpRateCongestion::PaceInQdisc", "true");
    }
    return defaults;
}

void
DumbbellScenario::Build()
{
    for (const auto& [name, value] : GetTcpDefaults())
    {
        Config::SetDefault(name, StringValue(value));
    }
    m_fabric.InstallStack(InternetStackHelper());
    InstallDiscs();
    m_fabric.AssignAddresses();
    m_report = std::make_unique<FlowReport>(
        File("flows.csv"),
        FlowReport::Params{"transfer", {}, false, GetConfig().maxCensoredShare});
    m_table->SetEndCallback(MakeCallback(&DumbbellScenario::OnEnd, this));
    InstallFlows();
    Simulator::Stop(GetConfig().stop.value_or(Seconds(300)));
}

void
DumbbellScenario::InstallDiscs()
{
    const auto makeFifo = [] {
        TypeFactory fifo("ns3::FifoQueueDisc", QueueDisc::GetTypeId());
        fifo.Set("MaxSize", "1000000p");
        return fifo.Create<QueueDisc>();
    };
    // The first of the ports of hosts is that of the first sender. The first of the two ports
    // between the routers is the bottleneck, the other one carries ACKs.
    bool isSender = IsAtHost();
    m_fabric.InstallQueueDiscs(DC_HOST_EGRESS, [&] {
        return std::exchange(isSender, false) ? MakeDisc() : makeFifo();
    });
    m_fabric.InstallQueueDiscs(DC_ALL_PORTS & ~DC_SPINE & ~DC_HOST_EGRESS, makeFifo);
    bool isBottleneck = true;
    m_fabric.InstallQueueDiscs(DC_SPINE, [&] {
        const bool mine = std::exchange(isBottleneck, false);
        return !mine ? makeFifo() : IsAtHost() ? MakePlainDisc() : MakeDisc();
    });
    const DcPort& bottleneck = m_fabric.GetBottleneck();
    const DcPort& subject = IsAtHost() ? m_fabric.GetHostPort(0) : bottleneck;
    for (const DcPort& port : m_fabric.GetPorts())
    {
        const bool tested = port.device == subject.device;
        const Ptr<QueueDisc> disc = DcFabricHelper::GetQueueDisc(port);
        const PortMonitor::Port watched{port.node,
                                        port.name,
                                        port.device == bottleneck.device ? "bottleneck" : "access",
                                        port.device->GetIfIndex(),
                                        port.device->GetNode()->GetId(),
                                        port.peer->GetNode()->GetId(),
                                        port.portClass == DC_HOST_EGRESS,
                                        tested,
                                        port.delay,
                                        static_cast<double>(port.rate.GetBitRate())};
        Watch(Create<DevicePortMonitor>(watched, port.device, port.peer, disc, nullptr));
        if (tested && IsAtHost())
        {
            m_pace = Create<PaceProbe>(disc, GetConfig().flowCount);
        }
        else if (tested)
        {
            m_shares = Create<ShareProbe>(disc, GetConfig().flowCount, watched.bitRate);
        }
    }
}

void
DumbbellScenario::InstallFlows()
{
    const ScenarioConfig& c = GetConfig();
    auto phase = CreateObject<UniformRandomVariable>();
    phase->SetStream(PHASE_STREAM);
    const Time packet = c.linkRate.CalculateBytesTxTime(c.mtuBytes);
    for (uint32_t i = 0; i < c.flowCount; ++i)
    {
        m_fabric.GetReceiver(i)->GetObject<TcpL4Protocol>()->SetAttribute(
            "SocketType",
            TypeIdValue(m_congestion[i]));
        if (i > 0 && IsAtHost())
        {
            m_sources.push_back(m_sources[0]);
        }
        else
        {
            m_sources.push_back(CreateObject<DcFlowSource>());
            m_sources[i]->SetTable(m_table);
            m_sources[i]->SetSocketCallback(MakeCallback(&DumbbellScenario::OnSocket, this));
            m_fabric.GetSender(i)->AddApplication(m_sources[i]);
        }
        auto sink = CreateObject<DcFlowSink>();
        sink->SetTable(m_table);
        m_fabric.GetReceiver(i)->AddApplication(sink);
        const auto jitter = static_cast<int64_t>(phase->GetValue(0, packet.GetNanoSeconds()));
        Simulator::Schedule(NanoSeconds(jitter), &DumbbellScenario::StartFlow, this, i);
    }
    if (c.floodRate)
    {
        const uint32_t last = m_fabric.GetReceiverIndex(c.flowCount);
        UdpFlood::Params flood;
        flood.from = m_fabric.GetSender(IsAtHost() ? 1 : c.flowCount);
        flood.to = m_fabric.GetReceiver(c.flowCount);
        flood.address = m_fabric.GetHostAddress(last);
        flood.port = c.floodPort;
        flood.packet = c.mtuBytes;
        flood.rate = *c.floodRate;
        m_flood = Create<UdpFlood>(flood);
    }
}

void
DumbbellScenario::OnSocket(Ptr<Socket> socket, Ptr<const DcFlow> flow)
{
    if (!IsAtHost())
    {
        return;
    }
    const auto& rates = GetConfig().pacingRates;
    const std::string& rate = rates[(flow->id - 1) % rates.size()];
    if (rate == "own")
    {
        PacingTagger::Install(socket);
    }
    else
    {
        PacingTagger::Install(socket, DataRate(rate));
    }
}

void
DumbbellScenario::StartFlow(uint32_t index)
{
    const auto flow = Create<DcFlow>();
    flow->id = index + 1;
    flow->src = IsAtHost() ? 0 : index;
    flow->dst = m_fabric.GetReceiverIndex(index);
    flow->size = GetConfig().flowBytes;
    const Ipv4Address to = m_fabric.GetHostAddress(flow->dst);
    m_fabric.GetHosts().Get(flow->src)->GetObject<TcpL4Protocol>()->SetAttribute(
        "SocketType",
        TypeIdValue(m_congestion[index]));
    m_sources[index]->StartFlow(flow, InetSocketAddress(to, SINK_PORT));
}

void
DumbbellScenario::OnEnd(Ptr<const DcFlow> flow)
{
    const double seconds = 8.0 * flow->size / GetConfig().linkRate.GetBitRate();
    m_report->Add(flow, 1e9 * (seconds + GetConfig().rtt.GetSeconds()));
    m_done.push_back(flow);
    if (++m_ended == GetConfig().flowCount)
    {
        if (m_flood)
        {
            m_flood->Stop();
        }
        // Long enough for the ends of the connections to be gone from the links.
        Simulator::Stop(10 * GetConfig().rtt + Seconds(1));
    }
}

double
DumbbellScenario::GetDone() const
{
    const ScenarioConfig& c = GetConfig();
    // All flows are there at once, so the time they need tells more than those that have ended.
    const double whole = 8.0 * c.flowBytes * c.flowCount / c.linkRate.GetBitRate();
    return std::min(1.0, Simulator::Now().GetSeconds() / (1.3 * whole + 1));
}

Scenario::Facts
DumbbellScenario::GetFacts() const
{
    Facts facts;
    facts.bdpBytes = GetConfig().linkRate.GetBitRate() * GetConfig().rtt.GetSeconds() / 8;
    facts.tcpProfile = Json::object();
    for (const auto& [name, value] : GetTcpDefaults())
    {
        facts.tcpProfile[name] = value;
    }
    facts.tcpProfile.erase("ns3::TcpL4Protocol::SocketType"); // each flow has its own
    facts.realisedLoad = nullptr;
    return facts;
}

void
DumbbellScenario::Summarize(Json& summary)
{
    m_table->CensorAll();
    summary = m_report->Summary();
    Time first = Time::Max();
    Time last;
    uint64_t bytes = 0;
    double fastest = 0;
    double slowest = 0;
    Json flows = Json::array();
    for (const auto& flow : m_done)
    {
        const bool done = flow->status == DcFlow::DONE;
        const Time end = done ? flow->end : Simulator::Now();
        const double goodput = 8.0 * flow->deliveredBytes / (end - flow->start).GetSeconds();
        first = std::min(first, flow->start);
        last = std::max(last, end);
        bytes += flow->deliveredBytes;
        fastest = std::max(fastest, goodput);
        slowest = slowest == 0 ? goodput : std::min(slowest, goodput);
        flows.push_back({{"flow", flow->id},
                         {"transport", m_congestion[flow->id - 1].GetName()},
                         {"done", done},
                         {"goodput_bps", goodput},
                         {"retransmits", flow->retransmits},
                         {"timeouts", flow->rtos}});
    }
    const double span = (last - first).GetSeconds();
    Json transfer = m_shares ? m_shares->Summary() : Json{{"pacing", m_pace->Summary()}};
    transfer["flows"] = flows;
    transfer["goodput_ratio"] = slowest > 0 ? Json(fastest / slowest) : Json(nullptr);
    transfer["utilisation"] = 8.0 * bytes / span / GetConfig().linkRate.GetBitRate();
    for (const auto& monitor : GetMonitors())
    {
        if (monitor->GetPort().underTest)
        {
            transfer["drops"] = monitor->GetNDropped();
            transfer["marks"] = monitor->GetMarks();
        }
        if (monitor->GetPort().portClass == "bottleneck")
        {
            transfer["bottleneck_peak_packets"] = monitor->GetPeakPackets();
        }
    }
    if (m_flood)
    {
        transfer["flood"] = m_flood->Summary();
    }
    summary["transfer"] = transfer;
    if (m_report->GetNCensored() > 0)
    {
        Warn(std::to_string(m_report->GetNCensored()) +
             " flows were not completed: their goodput is that until the end");
    }
}

} // namespace ns3
