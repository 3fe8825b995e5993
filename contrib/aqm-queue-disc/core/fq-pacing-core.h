/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FQ_PACING_CORE_H
#define FQ_PACING_CORE_H

#include "departure-gap.h"
#include "flow-table.h"
#include "fq-pacing-flow.h"
#include "fq-pacing-params.h"
#include "indexed-heap.h"
#include "packet-fifos.h"

#include <array>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Fair queueing with pacing, as Linux' sch_fq does it: flows take turns of some bytes, new ones
 * first, and none sends before its time.
 *
 * The time of a packet is the later of the one that its sender asks for (earliest departure time)
 * and the one that the flow's rate allows. A rate, the lower of the sender's and FlowMaxRate, makes
 * the flow wait after each quantum, not after each packet, unless it is very low; half of the wait
 * at most is given back for being late. A flow that has to wait leaves the lists. Bands of priority
 * share the link by their weights.
 *
 * A packet that was taken is named by a slot: a small number that is used again after it has left.
 */
class FqPacingCore
{
  public:
    /** Why an arrival is refused. */
    enum Drop : uint8_t
    {
        NONE,       //!< it is not
        BAND_LIMIT, //!< its band is full
        FLOW_LIMIT, //!< its flow is full
        HORIZON     //!< its departure is too far away
    };

    /** A packet offered. */
    struct Arrival
    {
        FlowKey key;          //!< of its flow
        uint32_t hash{0};     //!< of the key
        uint32_t size{0};     //!< bytes
        uint8_t band{1};      //!< 0 to 2
        bool isEct{false};    //!< it can be marked
        uint64_t rate{0};     //!< that its sender wants, bit/s; 0 for none
        int64_t departure{0}; //!< earliest that its sender wants, ns; 0 for none
    };

    /** What was done with an arrival. */
    struct Verdict
    {
        Drop refusal;  //!< NONE if it was taken
        uint32_t slot; //!< its name, if it was taken
    };

    /** A packet that leaves. */
    struct Departure
    {
        uint32_t slot; //!< its name, or NO_SLOT for none
        bool isMarked; //!< it is to leave with CE
    };

    /**
     * @param params the parameters
     * @throws std::invalid_argument if they make no sense together
     */
    explicit FqPacingCore(const FqPacingParams& params)
        : m_params(params.Checked()),
          m_table(m_flows, true, 1024),
          m_throttled(ByTime{&m_flows})
    {
        for (std::size_t i = 0; i < FqPacingParams::BANDS; ++i)
        {
            m_bands[i].credit = m_params.weights[i];
        }
    }

    FqPacingCore(const FqPacingCore&) = delete;
    FqPacingCore& operator=(const FqPacingCore&) = delete;

    /**
     * @param arrival the packet offered
     * @param now the time, ns, never falling
     * @return what was done with it
     */
    Verdict Push(const Arrival& arrival, int64_t now)
    {
        Band& band = m_bands[arrival.band];
        if (band.packets >= m_params.limit)
        {
            return {BAND_LIMIT, NO_SLOT};
        }
        int64_t departure = arrival.departure;
        if (departure > now && departure - now > m_params.horizonNs)
        {
            if (m_params.horizonDrop)
            {
                return {HORIZON, NO_SLOT};
            }
            departure = now + m_params.horizonNs;
        }
        Forget(now);
        uint32_t index = m_table.Find(arrival.key, arrival.hash, false);
        if (index == NO_SLOT)
        {
            index = m_table.Add(arrival.key, arrival.hash, false);
            m_flows[index].credit = m_params.initialQuantum;
            m_flows[index].idleSince = now;
            m_detached.Append(m_flows, index);
        }
        FqPacingFlow& flow = m_flows[index];
        if (flow.packets >= m_params.flowLimit)
        {
            return {FLOW_LIMIT, NO_SLOT};
        }
        const uint32_t slot =
            m_packets.Take({arrival.size, arrival.band, arrival.isEct, arrival.rate, departure});
        Insert(flow, slot);
        ++flow.packets;
        ++band.packets;
        if (flow.keeper == FqPacingFlow::DETACHED)
        {
            m_detached.Remove(m_flows, index);
            if (now - flow.idleSince > m_params.refillNs)
            {
                flow.credit = std::max<int64_t>(flow.credit, m_params.quantum);
            }
            List(index, &Band::newFlows);
        }
        return {NONE, slot};
    }

    /** @param now the time, ns, never falling @return the packet that leaves; it is gone */
    Departure Pop(int64_t now)
    {
        const uint32_t index = FindNext(now);
        if (index == NO_SLOT)
        {
            return {NO_SLOT, false};
        }
        FqPacingFlow& flow = m_flows[index];
        const uint32_t slot = flow.head;
        const Packet packet = m_packets[slot];
        const int64_t due = DueOf(flow);
        m_packets.Remove(flow.head, flow.tail, slot);
        --flow.packets;
        --m_bands[packet.band].packets;
        flow.credit -= packet.size;
        m_bands[m_band].credit -= packet.size;
        Pace(flow, packet, now);
        const bool isLate = due > 0 && now - due > m_params.ceThresholdNs;
        return {slot, isLate && packet.isEct};
    }

    /** @param now the time, ns @return the packet that Pop() would give, or NO_SLOT */
    uint32_t Peek(int64_t now)
    {
        const uint32_t index = FindNext(now);
        return index == NO_SLOT ? NO_SLOT : m_flows[index].head;
    }

    /** @return when to ask again after Pop() has given nothing, ns, or INT64_MAX */
    int64_t NextWakeup() const
    {
        return m_throttled.IsEmpty() ? INT64_MAX : m_flows[m_throttled.Top()].nextPacket;
    }

    /** @return the number of packets queued */
    std::size_t Size() const
    {
        return m_packets.Size();
    }

    /** @return flows of which anything is kept */
    std::size_t KnownFlows() const
    {
        return m_flows.Used();
    }

  private:
    static constexpr int64_t FORGET_NS = 3'000'000'000; //!< a flow that paused so long is forgotten
    static constexpr int64_t LONGEST_GAP_NS = 1'000'000'000; //!< a rate may change meanwhile
    static constexpr int FORGET_AT_ONCE = 8; //!< flows forgotten at an arrival, at most

    /** What is known of a packet. */
    struct Packet
    {
        uint32_t size{0};     //!< bytes
        uint8_t band{0};      //!< of priority
        bool isEct{false};    //!< it can be marked
        uint64_t rate{0};     //!< bit/s, or 0
        int64_t departure{0}; //!< earliest, ns, or 0
    };

    /** A band of priority. */
    struct Band
    {
        FqPacingList newFlows; //!< those that begin, or begin again
        FqPacingList oldFlows; //!< those that have had a turn
        int64_t credit{0};     //!< bytes that it may send in its turn
        uint32_t packets{0};   //!< queued
    };

    /** The first that may send is first. */
    struct ByTime
    {
        SlotPool<FqPacingFlow>* flows; //!< all flows

        /** @return true if a may send before b */
        bool Before(uint32_t a, uint32_t b) const
        {
            return (*flows)[a].nextPacket < (*flows)[b].nextPacket;
        }

        /** @return where a keeps its place */
        uint32_t& Place(uint32_t a) const
        {
            return (*flows)[a].place;
        }
    };

    /** Queues a packet by its departure, behind those of the same. */
    void Insert(FqPacingFlow& flow, uint32_t slot)
    {
        uint32_t before = flow.tail;
        while (before != NO_SLOT && m_packets[before].departure > m_packets[slot].departure)
        {
            before = m_packets.Before(before);
        }
        m_packets.InsertAfter(flow.head, flow.tail, before, slot);
    }

    /** Puts a flow at the end of a list of the band of its next packet. */
    void List(uint32_t index, FqPacingList Band::*list)
    {
        FqPacingFlow& flow = m_flows[index];
        if (flow.packets > 0)
        {
            flow.band = m_packets[flow.head].band;
        }
        flow.keeper = FqPacingFlow::LISTED;
        (m_bands[flow.band].*list).Append(m_flows, index);
    }

    /** @return when the next packet of a flow may leave, ns */
    int64_t DueOf(const FqPacingFlow& flow) const
    {
        return std::max(m_packets[flow.head].departure, flow.nextPacket);
    }

    /** Forgets flows that have paused for long. */
    void Forget(int64_t now)
    {
        for (int i = 0; i < FORGET_AT_ONCE; ++i)
        {
            const uint32_t index = m_detached.First();
            if (index == NO_SLOT || now - m_flows[index].idleSince <= FORGET_NS)
            {
                return;
            }
            m_detached.Remove(m_flows, index);
            m_table.Erase(index);
        }
    }

    /** Goes on to the next band that has flows. @return false if none has */
    bool NextBand()
    {
        for (std::size_t tried = 0; tried < FqPacingParams::BANDS; ++tried)
        {
            m_band = (m_band + 1) % FqPacingParams::BANDS;
            Band& band = m_bands[m_band];
            band.credit =
                std::min<int64_t>(band.credit + m_params.weights[m_band], m_params.weights[m_band]);
            if (HasFlows(band))
            {
                return true;
            }
        }
        return false;
    }

    /** @return true if a flow of the band is listed */
    static bool HasFlows(const Band& band)
    {
        return band.newFlows.First() != NO_SLOT || band.oldFlows.First() != NO_SLOT;
    }

    /** @return the flow that sends next, first in its list, or NO_SLOT */
    uint32_t FindNext(int64_t now)
    {
        while (!m_throttled.IsEmpty() && m_flows[m_throttled.Top()].nextPacket <= now)
        {
            const uint32_t index = m_throttled.Top();
            m_throttled.Remove(index);
            List(index, &Band::oldFlows);
        }
        for (;;)
        {
            Band& band = m_bands[m_band];
            if (!HasFlows(band) || band.credit <= 0)
            {
                if (!NextBand())
                {
                    return NO_SLOT;
                }
                continue;
            }
            const bool isNew = band.newFlows.First() != NO_SLOT;
            FqPacingList& list = isNew ? band.newFlows : band.oldFlows;
            const uint32_t index = list.First();
            FqPacingFlow& flow = m_flows[index];
            if (flow.credit <= 0)
            {
                flow.credit += m_params.quantum;
                list.Remove(m_flows, index);
                List(index, &Band::oldFlows);
            }
            else if (flow.packets == 0)
            {
                list.Remove(m_flows, index);
                if (isNew)
                {
                    // Through the old flows once, so that those are not starved.
                    List(index, &Band::oldFlows);
                    continue;
                }
                flow.keeper = FqPacingFlow::DETACHED;
                flow.idleSince = now;
                m_detached.Append(m_flows, index);
            }
            else if (DueOf(flow) > now)
            {
                list.Remove(m_flows, index);
                flow.nextPacket = DueOf(flow);
                flow.keeper = FqPacingFlow::THROTTLED;
                m_throttled.Add(index);
            }
            else
            {
                return index;
            }
        }
    }

    /** Computes when a flow may send again after a packet. */
    void Pace(FqPacingFlow& flow, const Packet& packet, int64_t now)
    {
        if (!m_params.pacing)
        {
            return;
        }
        uint64_t rate = m_params.flowMaxRate;
        uint64_t bytes = packet.size;
        if (packet.departure == 0)
        {
            if (packet.rate > 0 && (rate == 0 || packet.rate < rate))
            {
                rate = packet.rate;
            }
            if (rate > 0 && rate <= m_params.lowRate)
            {
                flow.credit = 0;
            }
            else
            {
                bytes = std::max<uint64_t>(bytes, m_params.quantum);
                if (flow.credit > 0)
                {
                    return;
                }
            }
        }
        if (rate == 0)
        {
            return;
        }
        int64_t gap = std::min(GapAtRate(bytes, rate), LONGEST_GAP_NS);
        if (flow.nextPacket > 0)
        {
            gap -= std::min(gap / 2, now - flow.nextPacket);
        }
        flow.nextPacket = now + gap;
    }

    FqPacingParams m_params;                         //!< the parameters
    SlotPool<FqPacingFlow> m_flows;                  //!< all flows
    FlowTable<FqPacingFlow> m_table;                 //!< finds them
    PacketFifos<Packet> m_packets;                   //!< all packets
    std::array<Band, FqPacingParams::BANDS> m_bands; //!< of priority
    std::size_t m_band{0};                           //!< the one that has its turn
    IndexedHeap<ByTime> m_throttled;                 //!< flows that wait for a time
    FqPacingList m_detached;                         //!< flows without packets, the first longest
};

} // namespace schedlab

#endif /* FQ_PACING_CORE_H */
