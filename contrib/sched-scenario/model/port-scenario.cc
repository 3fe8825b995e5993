/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "port-scenario.h"

#include "device-port-monitor.h"

#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

namespace ns3
{

PortScenario::PortScenario(const ScenarioConfig& config, const Json& parameters)
    : Scenario(config, parameters)
{
}

void
PortScenario::WriteRank(Ptr<Packet> packet, uint64_t rank)
{
    packet->AddPacketTag(RankTag(rank));
}

void
PortScenario::Build()
{
    const ScenarioConfig& c = GetConfig();
    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper p2p;
    p2p.SetDeviceAttribute("DataRate", DataRateValue(c.linkRate));
    p2p.SetDeviceAttribute("Mtu", UintegerValue(c.mtuBytes));
    p2p.SetChannelAttribute("Delay", TimeValue(c.linkDelay));
    p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(c.deviceQueue));
    const NetDeviceContainer devices = p2p.Install(nodes);
    const auto from = DynamicCast<PointToPointNetDevice>(devices.Get(0));
    const auto to = DynamicCast<PointToPointNetDevice>(devices.Get(1));

    const auto tc = CreateObject<TrafficControlLayer>();
    nodes.Get(0)->AggregateObject(tc);
    const Ptr<QueueDisc> disc = MakeDisc();
    tc->SetRootQueueDiscOnDevice(from, disc);
    const PortMonitor::Port port{"h0",
                                 "h0->h1",
                                 "host-egress",
                                 from->GetIfIndex(),
                                 nodes.Get(0)->GetId(),
                                 nodes.Get(1)->GetId(),
                                 true,
                                 true,
                                 c.linkDelay,
                                 double(c.linkRate.GetBitRate())};
    Watch(Create<DevicePortMonitor>(port, from, to, disc, MakeProbe(true, c.rankMax)));

    m_source = CreateObject<DcRankSource>();
    m_source->SetAttribute(
        "Rate",
        DataRateValue(DataRate(static_cast<uint64_t>(c.offeredLoad * c.linkRate.GetBitRate()))));
    m_source->SetAttribute("PacketSize", UintegerValue(c.packetBytes));
    m_source->SetAttribute("MaxPackets", UintegerValue(c.packets));
    m_source->SetAttribute("Flows", UintegerValue(c.rankFlows));
    m_source->Configure(
        from,
        schedlab::RankPmf(schedlab::RankPmf::ShapeFrom(c.rankDistribution), c.rankMax),
        MakeCallback(&PortScenario::WriteRank));
    m_source->AssignStreams(100);
    nodes.Get(0)->AddApplication(m_source);
    Simulator::ScheduleNow(&PortScenario::CheckEnd, this);
}

void
PortScenario::CheckEnd()
{
    const Ptr<PortMonitor> port = GetMonitors().front();
    const Time interval = GetConfig().linkRate.CalculateBytesTxTime(100 * GetConfig().packetBytes);
    if (m_source->GetNSent() == GetConfig().packets && port->GetQueued() == 0 &&
        port->GetArrived() == port->GetOut())
    {
        Simulator::Stop();
        return;
    }
    Simulator::Schedule(interval, &PortScenario::CheckEnd, this);
}

Scenario::Facts
PortScenario::GetFacts() const
{
    Facts facts;
    const double bits = 8.0 * GetConfig().packets * GetConfig().packetBytes;
    facts.realisedLoad =
        bits / (GetConfig().linkRate.GetBitRate() * m_source->GetLastSent().GetSeconds());
    facts.tcpProfile = nullptr;
    return facts;
}

double
PortScenario::GetDone() const
{
    return static_cast<double>(m_source->GetNSent()) / GetConfig().packets;
}

void
PortScenario::Summarize(Json& summary)
{
    const Ptr<PortMonitor> port = GetMonitors().front();
    summary["sent"] = m_source->GetNSent();
    summary["dropped"] = port->GetNDropped();
    if (const Ptr<InversionProbe> probe = port->GetInversionProbe())
    {
        std::ofstream& out = File("inversion_histogram.csv");
        out << "rank,dequeues,inversions\n";
        uint32_t rank = 0;
        for (const InversionProbe::Bin& bin : probe->GetHistogram())
        {
            out << rank++ << "," << bin.served << "," << bin.inversions << "\n";
        }
    }
}

} // namespace ns3
