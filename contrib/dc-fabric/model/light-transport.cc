/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-transport.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

using schedlab::LightSegment;

/** A flow that is open, or a place for one. */
struct LightTransport::OpenFlow
{
    OpenFlow(LightTransport& transport, uint32_t slot)
        : slot(slot),
          senderTimer([this, &transport] { transport.OnTimeout(*this, false); }),
          receiverTimer([this, &transport] { transport.OnTimeout(*this, true); })
    {
    }

    uint32_t slot;                                   //!< its place
    uint32_t serial{0};                              //!< how many flows had this place before
    bool open{false};                                //!< the place is taken
    LightFlow flow{};                                //!< the flow
    std::optional<schedlab::LightSender> sender;     //!< its sender
    std::optional<schedlab::LightReceiver> receiver; //!< its receiver
    schedlab::EcmpPath path[2];                      //!< of data, of acknowledgements
    uint64_t hash[2]{};                              //!< of data, of acknowledgements
    uint64_t dataPackets{0};                         //!< data packets delivered
    int64_t sumDelayNs{0};                           //!< sum of their delays
    uint64_t sent[2]{};                              //!< packets sent, data and acknowledgements
    uint64_t newest{0};                              //!< the latest sent that was delivered
    uint64_t reordered{0};                           //!< delivered after one sent later
    LightTimer senderTimer;                          //!< retransmission
    LightTimer receiverTimer;                        //!< answer to the handshake
};

/** What a sender or receiver core does its output through. */
struct LightTransport::Output
{
    LightTransport& transport; //!< the transport
    OpenFlow& flow;            //!< the flow
    bool toSender;             //!< whether this is the receiver's
    uint64_t now;              //!< the time step

    void Send(const LightSegment& segment, const schedlab::LightSacks& sacks)
    {
        transport.Emit(flow, toSender, segment, sacks, now);
    }

    void SetTimer(int64_t delayNs)
    {
        Timer().Set(now, delayNs * transport.m_stepsPerNs);
    }

    void StopTimer()
    {
        Timer().Stop();
    }

    LightTimer& Timer()
    {
        return toSender ? flow.receiverTimer : flow.senderTimer;
    }
};

LightTransport::LightTransport(LightFabric& fabric, const schedlab::LightTransportParams& params)
    : m_fabric(fabric),
      m_params(params.Resolved()),
      m_stepsPerNs(NanoSeconds(1).GetTimeStep()),
      m_startEvent(this)
{
    if (m_stepsPerNs == 0)
    {
        throw std::invalid_argument(
            "the light transport needs a time resolution of nanoseconds or finer");
    }
}

LightTransport::~LightTransport() = default;

void
LightTransport::SetDoneCallback(DoneCallback done)
{
    m_done = std::move(done);
}

void
LightTransport::SetRankCallback(RankCallback rank)
{
    m_rank = std::move(rank);
}

void
LightTransport::Check(const LightFlow& flow) const
{
    const uint32_t hosts = m_fabric.GetPlan().nHosts;
    const std::string who = "flow " + std::to_string(flow.id);
    if (flow.source >= hosts || flow.destination >= hosts)
    {
        throw std::invalid_argument(
            who + ": host " + std::to_string(std::max(flow.source, flow.destination)) +
            " does not exist, there are hosts 0 to " + std::to_string(hosts - 1));
    }
    if (flow.source == flow.destination)
    {
        throw std::invalid_argument(who + ": it would go from host " + std::to_string(flow.source) +
                                    " to itself");
    }
    if (flow.sizeBytes == 0)
    {
        throw std::invalid_argument(who + ": its size is 0 bytes");
    }
}

void
LightTransport::CheckInOrder(const LightFlow& flow, int64_t earliest) const
{
    Check(flow);
    if (flow.startNs < earliest)
    {
        throw std::invalid_argument("flow " + std::to_string(flow.id) + ": it starts at " +
                                    std::to_string(flow.startNs) +
                                    " ns, before the one ahead of it; sort the list by start");
    }
}

void
LightTransport::Play(std::vector<LightFlow> flows)
{
    int64_t last = Simulator::Now().GetNanoSeconds();
    for (const LightFlow& flow : flows)
    {
        CheckInOrder(flow, last);
        last = flow.startNs;
    }
    Play([flows = std::move(flows), next = std::size_t{0}]() mutable {
        return next < flows.size() ? std::optional<LightFlow>(flows[next++]) : std::nullopt;
    });
}

void
LightTransport::Play(FlowSource next)
{
    m_source = std::move(next);
    ScheduleNext();
}

void
LightTransport::ScheduleNext()
{
    if (const std::optional<LightFlow> next = m_source())
    {
        const uint64_t now = Simulator::Now().GetTimeStep();
        CheckInOrder(*next, now / m_stepsPerNs);
        m_next = *next;
        m_startEvent.Schedule(next->startNs * m_stepsPerNs - now);
    }
}

void
LightTransport::StartNext()
{
    const LightFlow flow = m_next;
    ScheduleNext();
    Start(flow);
}

void
LightTransport::Start(LightFlow flow)
{
    Check(flow);
    if (m_freeSlots.empty())
    {
        m_freeSlots.push_back(m_slots.size());
        m_slots.push_back(std::make_unique<OpenFlow>(*this, m_slots.size()));
    }
    OpenFlow& open = *m_slots[m_freeSlots.back()];
    m_freeSlots.pop_back();
    ++m_open;

    const uint64_t now = Simulator::Now().GetTimeStep();
    flow.startNs = now / m_stepsPerNs;
    open.open = true;
    open.flow = flow;
    open.sender.emplace(m_params, flow.sizeBytes);
    open.receiver.emplace(m_params);
    open.dataPackets = 0;
    open.sumDelayNs = 0;
    open.newest = 0;
    open.reordered = 0;
    for (const bool reverse : {false, true})
    {
        open.sent[reverse] = 0;
        open.hash[reverse] = FlowHash(flow, reverse);
        open.path[reverse] = PathOf(flow, reverse);
    }
    Output out{*this, open, false, now};
    open.sender->Start(out);
}

void
LightTransport::Emit(OpenFlow& flow,
                     bool toSender,
                     const LightSegment& segment,
                     const schedlab::LightSacks& sacks,
                     uint64_t now)
{
    const Ptr<LightItem> item = m_fabric.GetPool().Take();
    LightItem::Fields& fields = item->Get();
    fields.source = toSender ? flow.flow.destination : flow.flow.source;
    fields.destination = toSender ? flow.flow.source : flow.flow.destination;
    fields.flowHash = flow.hash[toSender];
    fields.sink = this;
    fields.order = flow.sent[toSender]++;
    fields.slot = flow.slot;
    fields.serial = flow.serial;
    fields.size = m_params.headerBytes + segment.payload;
    fields.toSender = toSender;
    fields.ecnCapable = m_params.variant == schedlab::LightTransportParams::DCTCP &&
                        (segment.payload > 0 || m_params.netbench);
    fields.marked = false;
    fields.path = flow.path[toSender];
    fields.segment = segment;
    fields.segment.sentNs = now / m_stepsPerNs;
    fields.sacks = sacks;
    if (m_rank)
    {
        // NetBench ranks the handshake of the sender like data.
        const bool ranked =
            segment.payload > 0 || segment.flags == LightSegment::SYN || m_params.netbench;
        const uint64_t size = flow.flow.sizeBytes;
        m_rank(*PeekPointer(item->GetPacket()),
               !toSender && ranked && segment.seq < size ? size - segment.seq : 0);
    }
    m_fabric.Send(item, now);
}

void
LightTransport::Receive(const Ptr<LightItem>& item, uint64_t now)
{
    const LightItem::Fields& fields = item->Get();
    OpenFlow& flow = *m_slots[fields.slot];
    if (flow.open && flow.serial == fields.serial)
    {
        Output out{*this, flow, !fields.toSender, now};
        const int64_t nowNs = now / m_stepsPerNs;
        if (fields.toSender)
        {
            flow.sender->OnSegment(fields.segment, fields.sacks, nowNs, out);
            if (flow.sender->IsDone())
            {
                Close(flow, true);
            }
        }
        else
        {
            if (fields.segment.payload > 0)
            {
                ++flow.dataPackets;
                flow.sumDelayNs += nowNs - fields.segment.sentNs;
                flow.reordered += fields.order < flow.newest;
                flow.newest = std::max(flow.newest, fields.order);
            }
            flow.receiver->OnSegment(fields.segment, fields.marked, out);
        }
    }
    else
    {
        ++m_late;
    }
    m_fabric.GetPool().Give(item);
}

void
LightTransport::OnTimeout(OpenFlow& flow, bool toSender)
{
    Output out{*this, flow, toSender, static_cast<uint64_t>(Simulator::Now().GetTimeStep())};
    if (toSender)
    {
        flow.receiver->OnTimeout(out);
    }
    else
    {
        flow.sender->OnTimeout(out);
    }
}

void
LightTransport::Close(OpenFlow& flow, bool done)
{
    const int64_t nowNs = Simulator::Now().GetTimeStep() / m_stepsPerNs;
    const LightFlowRecord record{flow.flow,
                                 done,
                                 done ? nowNs - flow.flow.startNs : -1,
                                 IdealNs(flow.flow),
                                 flow.sender->Sent(),
                                 flow.sender->Retransmits(),
                                 flow.sender->Timeouts(),
                                 flow.sender->Acked(),
                                 flow.dataPackets,
                                 flow.sumDelayNs,
                                 flow.reordered};
    flow.senderTimer.Stop();
    flow.receiverTimer.Stop();
    flow.open = false;
    ++flow.serial;
    m_freeSlots.push_back(flow.slot);
    --m_open;
    if (m_done)
    {
        m_done(record);
    }
}

void
LightTransport::Censor()
{
    std::vector<OpenFlow*> open;
    for (const auto& flow : m_slots)
    {
        if (flow->open)
        {
            open.push_back(flow.get());
        }
    }
    std::sort(open.begin(), open.end(), [](const OpenFlow* a, const OpenFlow* b) {
        return a->flow.id < b->flow.id;
    });
    for (OpenFlow* flow : open)
    {
        Close(*flow, false);
    }
}

uint32_t
LightTransport::GetOpenFlows() const
{
    return m_open;
}

std::size_t
LightTransport::GetFlowCapacity() const
{
    return m_slots.size();
}

uint64_t
LightTransport::GetLatePackets() const
{
    return m_late;
}

const schedlab::LightTransportParams&
LightTransport::GetParams() const
{
    return m_params;
}

uint64_t
LightTransport::FlowHash(const LightFlow& flow, bool reverse)
{
    // The flow's number stands for its ports.
    const uint64_t ends = reverse ? uint64_t{flow.destination} << 32 | flow.source
                                  : uint64_t{flow.source} << 32 | flow.destination;
    return schedlab::MixBits(schedlab::MixBits(flow.id) ^ ends);
}

schedlab::EcmpPath
LightTransport::PathOf(const LightFlow& flow, bool reverse) const
{
    const uint32_t from = reverse ? flow.destination : flow.source;
    const uint32_t to = reverse ? flow.source : flow.destination;
    const schedlab::EcmpRoutes& routes = m_fabric.GetRoutes();
    return routes.Path(from,
                       to,
                       routes.Rule() == schedlab::EcmpRule::NETBENCH
                           ? schedlab::NetbenchHash::OfFlow(from, to, flow.id)
                           : FlowHash(flow, reverse));
}

double
LightTransport::TravelNs(const schedlab::EcmpPath& path, uint32_t bytes) const
{
    double ns = 0;
    for (uint32_t i = 0; i < path.hops; ++i)
    {
        const schedlab::LinkParams& link = m_fabric.GetPlan().Link(path.ports[i]);
        ns += link.delayNs + bytes * 8e9 / link.bitsPerSecond;
    }
    return ns;
}

int64_t
LightTransport::IdealNs(const LightFlow& flow) const
{
    const schedlab::EcmpPath there = PathOf(flow, false);
    const schedlab::EcmpPath back = PathOf(flow, true);
    const uint32_t header = m_params.headerBytes;
    const uint64_t packets = (flow.sizeBytes + m_params.mss - 1) / m_params.mss;
    const uint32_t last = flow.sizeBytes - (packets - 1) * m_params.mss + header;
    const uint32_t first = packets > 1 ? m_params.mss + header : last;
    const double bits = 8.0 * (flow.sizeBytes + packets * header);

    // The busiest link decides; ahead of it the first packet travels alone, behind it the last one.
    double data = 0;
    for (uint32_t busy = 0; busy < there.hops; ++busy)
    {
        double ns = 0;
        for (uint32_t i = 0; i < there.hops; ++i)
        {
            const schedlab::LinkParams& link = m_fabric.GetPlan().Link(there.ports[i]);
            ns += link.delayNs +
                  (i == busy ? bits : 8.0 * (i < busy ? first : last)) * 1e9 / link.bitsPerSecond;
        }
        data = std::max(data, ns);
    }
    const double thirdSegment =
        header * 8e9 / m_fabric.GetPlan().Link(there.ports[0]).bitsPerSecond;
    return std::floor(TravelNs(there, header) + TravelNs(back, header) + thirdSegment + data +
                      TravelNs(back, header));
}

} // namespace ns3
