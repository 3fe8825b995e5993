/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-rank-source.h"

#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/queue-item.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DcRankSource");

NS_OBJECT_ENSURE_REGISTERED(DcRankSource);

namespace
{

/** A packet with no network header, which a queue disc cannot mark but knows the flow of. */
class BareItem : public QueueDiscItem
{
  public:
    BareItem(Ptr<Packet> packet, const Address& to, uint32_t flow)
        : QueueDiscItem(packet, to, PROTOCOL),
          m_flow(flow)
    {
    }

    uint32_t Hash(uint32_t perturbation) const override
    {
        return m_flow ^ perturbation;
    }

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }

  private:
    static constexpr uint16_t PROTOCOL = 0x0800; //!< one that the PPP header can name
    uint32_t m_flow;                             //!< the flow it belongs to
};

} // namespace

TypeId
DcRankSource::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DcRankSource")
                            .SetParent<Application>()
                            .SetGroupName("DcWorkload")
                            .AddConstructor<DcRankSource>()
                            .AddAttribute("Rate",
                                          "Mean rate of the packets, without what the link adds.",
                                          DataRateValue(DataRate("120Gbps")),
                                          MakeDataRateAccessor(&DcRankSource::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("PacketSize",
                                          "Bytes of a packet.",
                                          UintegerValue(1500),
                                          MakeUintegerAccessor(&DcRankSource::m_packetSize),
                                          MakeUintegerChecker<uint32_t>(1))
                            .AddAttribute("MaxPackets",
                                          "Packets to send.",
                                          UintegerValue(20000),
                                          MakeUintegerAccessor(&DcRankSource::m_maxPackets),
                                          MakeUintegerChecker<uint64_t>())
                            .AddAttribute("Flows",
                                          "Flows that the packets belong to in turn.",
                                          UintegerValue(64),
                                          MakeUintegerAccessor(&DcRankSource::m_flows),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

DcRankSource::DcRankSource()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_rank(CreateObject<UniformRandomVariable>())
{
}

DcRankSource::~DcRankSource() = default;

void
DcRankSource::DoDispose()
{
    m_event.Cancel();
    m_device = nullptr;
    m_tc = nullptr;
    m_writer = RankWriter();
    Application::DoDispose();
}

void
DcRankSource::Configure(Ptr<NetDevice> device, const schedlab::RankPmf& ranks, RankWriter writer)
{
    m_device = device;
    m_ranks.assign(1, ranks);
    m_writer = writer;
}

uint64_t
DcRankSource::GetNSent() const
{
    return m_sent;
}

Time
DcRankSource::GetLastSent() const
{
    return m_lastSent;
}

int64_t
DcRankSource::AssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_rank->SetStream(stream + 1);
    return 2;
}

void
DcRankSource::StartApplication()
{
    NS_LOG_FUNCTION(this);
    m_tc = GetNode()->GetObject<TrafficControlLayer>();
    if (!m_device || !m_tc || m_rate.GetBitRate() == 0)
    {
        throw std::logic_error("a DcRankSource needs Configure(), a traffic control layer and a "
                               "rate above 0");
    }
    m_meanGap = m_packetSize * 8.0 / m_rate.GetBitRate();
    ScheduleNext();
}

void
DcRankSource::StopApplication()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
}

void
DcRankSource::ScheduleNext()
{
    if (m_sent < m_maxPackets)
    {
        m_event =
            Simulator::Schedule(Seconds(m_gap->GetValue(m_meanGap, 0)), &DcRankSource::Send, this);
    }
}

void
DcRankSource::Send()
{
    ++m_sent;
    m_lastSent = Simulator::Now();
    const auto packet = Create<Packet>(m_packetSize);
    m_writer(packet, m_ranks[0].Quantile(m_rank->GetValue()));
    ScheduleNext();
    m_tc->Send(m_device,
               Create<BareItem>(packet, m_device->GetBroadcast(), (m_sent - 1) % m_flows));
}

} // namespace ns3
