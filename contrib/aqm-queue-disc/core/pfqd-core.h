/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_CORE_H
#define PFQD_CORE_H

#include "departure-gap.h"
#include "ecn-limit.h"
#include "flow-table.h"
#include "idle-flows.h"
#include "pfqd-arrival.h"
#include "pfqd-buffer.h"
#include "pfqd-cycle.h"
#include "pfqd-params.h"
#include "pfqd-tier.h"

#include <vector>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * PFQD: per-flow queues served in cycles, with tiers for connection setup, control, and flows that
 * have been backlogged for long; ECN marks, head-drops, a buffer cap and rate floors by flow. See
 * the paper's section 3.
 *
 * A packet that was taken is named by a slot: a small number that is used again after the packet
 * has left. Push and Pop take O(1); O(log n) where flows have rates, n of them, and while the
 * buffer is near its cap.
 */
class PfqdCore
{
  public:
    /** A packet that was taken and is now lost. */
    struct Lost
    {
        uint32_t slot; //!< its name
        PfqdDrop why;  //!< the reason
    };

    /** What was done with an arrival. */
    struct Verdict
    {
        PfqdDrop refusal;              //!< NONE if it was taken
        uint32_t slot;                 //!< names it, if it was taken
        const std::vector<Lost>& lost; //!< others that it cost, in order; valid until the next call
    };

    /** A packet that leaves. */
    struct Departure
    {
        uint32_t slot;        //!< its name, or NO_SLOT for none
        PfqdCycle::Turn tier; //!< where it was
        bool isMarked;        //!< it is to leave with CE
    };

    /**
     * @param params the parameters
     * @throws std::invalid_argument if they make no sense together
     */
    explicit PfqdCore(const PfqdParams& params)
        : m_params(params.Checked()),
          m_table(m_flows, params.collisionPolicy == PfqdParams::EXACT, params.buckets),
          m_buffer(m_flows, params.maxQueue),
          m_dhi(m_flows),
          m_dlo(m_flows),
          m_idle(m_flows),
          m_limit(params.portRate,
                  params.ecnSojournNs,
                  params.ecnThreshold,
                  static_cast<uint64_t>(params.limitBufferFraction *
                                        static_cast<double>(params.maxQueue))),
          m_gap(params.contractedRate, params.packetOverhead),
          m_burstIdleNs(params.burstIdleNs > 0 ? params.burstIdleNs : params.burstWindowNs)
    {
    }

    PfqdCore(const PfqdCore&) = delete;
    PfqdCore& operator=(const PfqdCore&) = delete;

    /**
     * @param arrival the packet offered
     * @param now the time, ns, never falling
     * @return what was done with it
     */
    Verdict Push(const PfqdArrival& arrival, int64_t now)
    {
        m_lost.clear();
        if (arrival.kind == PacketClass::NEW)
        {
            return PushControl(m_new, m_params.newLimit, PfqdDrop::NEW_FULL, arrival);
        }
        if (arrival.kind == PacketClass::CTL)
        {
            return PushControl(m_ctl, m_params.ctlLimit, PfqdDrop::CTL_FULL, arrival);
        }
        ForgetIdle(now);
        const uint32_t index = FlowOf(arrival, now);
        const uint32_t slot = m_buffer.Append(index, arrival);
        m_arrival = slot;
        m_refusal = PfqdDrop::NONE;
        if (!arrival.isLocal)
        {
            SignalCongestion(index, now);
            while (m_buffer.IsOver())
            {
                DropFromDeepest(now);
            }
        }
        m_arrival = NO_SLOT;
        return {m_refusal, slot, m_lost};
    }

    /**
     * @param now the time, ns, never falling
     * @return the packet that leaves; it is gone
     */
    Departure Pop(int64_t now)
    {
        const PfqdCycle::Choice choice = Choose(now);
        m_cycle.Take(choice, m_dhi.NextOrder());
        switch (choice.turn)
        {
        case PfqdCycle::NEW:
            return {m_buffer.Pop(m_new), choice.turn, false};
        case PfqdCycle::CTL:
            return {m_buffer.Pop(m_ctl), choice.turn, false};
        case PfqdCycle::DHI:
            return Serve(m_dhi, choice.turn, now);
        case PfqdCycle::DLO:
            return Serve(m_dlo, choice.turn, now);
        default:
            return {NO_SLOT, choice.turn, false};
        }
    }

    /** @param now the time, ns @return the packet that Pop() would give, or NO_SLOT */
    uint32_t Peek(int64_t now)
    {
        switch (Choose(now).turn)
        {
        case PfqdCycle::NEW:
            return m_new.head;
        case PfqdCycle::CTL:
            return m_ctl.head;
        case PfqdCycle::DHI:
            return m_flows[m_dhi.First()].state.head;
        case PfqdCycle::DLO:
            return m_flows[m_dlo.First()].state.head;
        default:
            return NO_SLOT;
        }
    }

    /**
     * @return when to ask again after Pop() has given nothing, ns, or NEVER_NS if there are no
     * packets
     */
    int64_t NextWakeup() const
    {
        return std::min(m_dhi.NextDeparture(), m_dlo.NextDeparture());
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_buffer.Size();
    }

    /** @return the bytes that the cap counts */
    uint64_t CappedBytes() const
    {
        return m_buffer.Bytes();
    }

    /** @return flows with packets in DHI */
    std::size_t DhiFlows() const
    {
        return m_dhi.Size();
    }

    /** @return flows with packets in DLO */
    std::size_t DloFlows() const
    {
        return m_dlo.Size();
    }

    /** @return flows of which anything is kept */
    std::size_t KnownFlows() const
    {
        return m_flows.Used();
    }

    /** @return times that a flow was demoted */
    uint64_t Demotions() const
    {
        return m_demotions;
    }

    /** @return the limit of a flow at present, bytes */
    uint64_t Limit()
    {
        return m_limit.Of(m_dhi.Size() + m_dlo.Size());
    }

  private:
    /** Queues a packet of NEW or CTL. */
    Verdict PushControl(PfqdBuffer::Control& fifo,
                        uint32_t limit,
                        PfqdDrop full,
                        const PfqdArrival& arrival)
    {
        if (fifo.packets >= limit && !arrival.isLocal)
        {
            return {full, NO_SLOT, m_lost};
        }
        return {PfqdDrop::NONE, m_buffer.Append(fifo, arrival), m_lost};
    }

    /** @return whose turn it is */
    PfqdCycle::Choice Choose(int64_t now)
    {
        m_dhi.Release(now);
        m_dlo.Release(now);
        const uint32_t first = m_dhi.First();
        return m_cycle.Choose(m_new.packets > 0,
                              m_ctl.packets > 0,
                              first == NO_SLOT ? UINT64_MAX : m_flows[first].order,
                              m_dlo.First() != NO_SLOT);
    }

    /** @return the flow of an arrival, demoted if it is time, made if there is none */
    uint32_t FlowOf(const PfqdArrival& arrival, int64_t now)
    {
        const uint32_t index = m_table.Find(arrival.key, arrival.hash, arrival.isLocal);
        if (index == NO_SLOT)
        {
            const uint32_t made = m_table.Add(arrival.key, arrival.hash, arrival.isLocal);
            m_flows[made].nextDeparture = now;
            Begin(made, static_cast<uint32_t>(m_params.burstWindowNs / 1000), now);
            return made;
        }
        PfqdFlow& flow = m_flows[index];
        if (flow.keeper == PfqdFlow::IDLE)
        {
            m_idle.Remove(index);
            const int64_t left = flow.state.since + int64_t(flow.state.burstLeftUs) * 1000 - now;
            Begin(index, static_cast<uint32_t>(std::max<int64_t>(left, 0) / 1000), now);
        }
        else if (!flow.Is(PfqdFlowRecord::DEMOTED) &&
                 now - flow.state.since >= m_params.demotionNs && m_dhi.Size() > 1)
        {
            m_dhi.Remove(index);
            flow.Set(PfqdFlowRecord::DEMOTED, true);
            m_dlo.Append(index, now);
            ++m_demotions;
        }
        return index;
    }

    /** Makes a flow without packets the last of DHI. @param burstLeftUs of its burst, us */
    void Begin(uint32_t index, uint32_t burstLeftUs, int64_t now)
    {
        PfqdFlow& flow = m_flows[index];
        flow.state.since = now;
        flow.state.burstLeftUs = burstLeftUs;
        flow.state.flags &= PfqdFlowRecord::LOCAL;
        flow.created = m_created++;
        m_dhi.Append(index, now);
    }

    /** Flags a flow that is over its limit, or drops its oldest packet if it cannot be marked. */
    void SignalCongestion(uint32_t index, int64_t now)
    {
        PfqdFlow& flow = m_flows[index];
        if (flow.state.bytes <= Limit())
        {
            return;
        }
        flow.Set(PfqdFlowRecord::OVER_LIMIT, true);
        if (flow.Is(PfqdFlowRecord::ECT_SEEN))
        {
            return;
        }
        do
        {
            Drop(index, flow.state.head, PfqdDrop::HEAD, now);
        } while (m_params.headDropUntilBelow && flow.state.packets > 0 &&
                 flow.state.bytes > Limit());
    }

    /** Drops one packet of the deepest flow. */
    void DropFromDeepest(int64_t now)
    {
        const uint32_t index = m_buffer.Deepest();
        const PfqdFlowRecord& state = m_flows[index].state;
        Drop(index,
             m_params.capDropPosition == PfqdParams::HEAD ? state.head : state.tail,
             PfqdDrop::OVERLIMIT,
             now);
    }

    /** Drops a packet of a flow. */
    void Drop(uint32_t index, uint32_t slot, PfqdDrop why, int64_t now)
    {
        if (slot == m_arrival)
        {
            m_refusal = why;
        }
        else
        {
            m_lost.push_back({slot, why});
        }
        m_buffer.Remove(index, slot);
        if (m_flows[index].state.packets == 0)
        {
            TierOf(index).Remove(index);
            End(index, now);
        }
    }

    /** Gives the first flow of a tier its turn. */
    Departure Serve(PfqdTier& tier, PfqdCycle::Turn turn, int64_t now)
    {
        const uint32_t index = tier.First();
        PfqdFlow& flow = m_flows[index];
        const uint32_t slot = flow.state.head;
        const PfqdBuffer::Packet packet = m_buffer[slot];
        const bool isMarked = flow.Is(PfqdFlowRecord::OVER_LIMIT) && packet.isEct;
        m_buffer.Remove(index, slot);
        if (flow.Is(PfqdFlowRecord::OVER_LIMIT))
        {
            flow.Set(PfqdFlowRecord::OVER_LIMIT, flow.state.bytes > Limit());
        }
        const bool isBurst = now - flow.state.since < int64_t(flow.state.burstLeftUs) * 1000;
        flow.nextDeparture = m_gap.Next(packet.size, packet.pacingRate, isBurst, now);
        tier.Remove(index);
        if (flow.state.packets == 0)
        {
            End(index, now);
        }
        else
        {
            tier.Append(index, now);
        }
        return {slot, turn, isMarked};
    }

    /** @return the tier that a flow is in */
    PfqdTier& TierOf(uint32_t index)
    {
        return m_flows[index].Is(PfqdFlowRecord::DEMOTED) ? m_dlo : m_dhi;
    }

    /** Forgets a flow without packets, or all of it but its rate and burst. */
    void End(uint32_t index, int64_t now)
    {
        const PfqdFlow& flow = m_flows[index];
        int64_t forgetAt = flow.nextDeparture;
        if (m_params.burstWindowNs > 0)
        {
            forgetAt =
                std::max(forgetAt,
                         m_burstIdleNs < NEVER_NS - now ? now + m_burstIdleNs : NEVER_NS - 1);
        }
        if (forgetAt > now)
        {
            m_idle.Add(index, forgetAt);
        }
        else
        {
            m_table.Erase(index);
        }
    }

    /** Forgets the flows whose time has come. */
    void ForgetIdle(int64_t now)
    {
        for (uint32_t index; (index = m_idle.TakeExpired(now)) != NO_SLOT;)
        {
            m_table.Erase(index);
        }
    }

    PfqdParams m_params;                //!< the parameters
    PfqdFlows m_flows;                  //!< all flows
    FlowTable<PfqdFlow> m_table;        //!< finds them
    PfqdBuffer m_buffer;                //!< all packets
    PfqdBuffer::Control m_new;          //!< connection setup
    PfqdBuffer::Control m_ctl;          //!< control
    PfqdTier m_dhi;                     //!< flows not demoted
    PfqdTier m_dlo;                     //!< demoted flows
    IdleFlows m_idle;                   //!< flows without packets
    PfqdCycle m_cycle;                  //!< whose turn it is
    EcnLimit m_limit;                   //!< of a flow
    DepartureGap m_gap;                 //!< between packets of a flow
    int64_t m_burstIdleNs;              //!< a pause that earns a new burst
    uint64_t m_created{0};              //!< flows made so far
    uint64_t m_demotions{0};            //!< flows demoted so far
    uint32_t m_arrival{NO_SLOT};        //!< the packet being queued
    PfqdDrop m_refusal{PfqdDrop::NONE}; //!< why it is not, after all
    std::vector<Lost> m_lost;           //!< lost to it; memory is reused
};

} // namespace schedlab

#endif /* PFQD_CORE_H */
