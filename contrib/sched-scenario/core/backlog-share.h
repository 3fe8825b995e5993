/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BACKLOG_SHARE_H
#define BACKLOG_SHARE_H

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup sched-scenario
 * What a queue discipline gives to flows while all of them have packets queued: the bytes of each,
 * and how long the packet at the head of each flow's queue waits.
 *
 * It sees packets come, go and be dropped and knows nothing of the discipline, so it measures all
 * of them alike. In a shared FIFO the head of a flow's queue is the flow's oldest packet.
 *
 * A wait counts if all flows had packets queued from its beginning to its end. It is told in packet
 * times per flow: 1 is what a round robin of equal packets gives.
 */
class BacklogShare
{
  public:
    /** Waits at the head of a queue. */
    struct Waits
    {
        uint64_t packets = 0; //!< how many
        double sum = 0;       //!< in packet times per backlogged flow
    };

    /**
     * @param flows number of flows
     * @param bitsPerSecond rate at which the discipline is served
     */
    BacklogShare(uint32_t flows, double bitsPerSecond)
        : m_flows(flows),
          m_rate(bitsPerSecond)
    {
    }

    /**
     * A packet is queued.
     * @param flow its flow, from 0
     * @param packet tells it from all other packets that are queued
     * @param nowNs the time
     */
    void OnEnqueue(uint32_t flow, const void* packet, int64_t nowNs)
    {
        Commit();
        Flow& mine = m_flows[flow];
        mine.queue.push_back(packet);
        if (mine.queue.size() == 1)
        {
            mine.headNs = nowNs;
            if (++m_backlogged == m_flows.size())
            {
                CloseInterval();
                m_sinceNs = nowNs;
            }
        }
    }

    /**
     * A packet leaves its queue. Whether it is served or dropped shows in what comes next.
     * @param flow its flow
     * @param packet the packet
     * @param bytes its size
     * @param nowNs the time
     */
    void OnDequeue(uint32_t flow, const void* packet, uint32_t bytes, int64_t nowNs)
    {
        Commit();
        Leave leave;
        leave.packet = packet;
        leave.flow = flow;
        leave.bytes = bytes;
        leave.together = m_backlogged == m_flows.size();
        const Flow& mine = m_flows[flow];
        leave.whole = leave.together && mine.headNs >= m_sinceNs && !mine.queue.empty() &&
                      mine.queue.front() == packet;
        leave.waitNs = nowNs - mine.headNs;
        leave.tier = m_served == packet ? m_tier : "";
        m_leaving = leave;
        m_served = nullptr;
        Remove(flow, packet, nowNs);
    }

    /**
     * Names the place that a packet is served from, before or after OnDequeue().
     * @param packet the packet
     * @param tier a name
     */
    void OnServed(const void* packet, const std::string& tier)
    {
        if (m_leaving.packet == packet)
        {
            m_leaving.tier = tier;
            return;
        }
        m_served = packet;
        m_tier = tier;
    }

    /**
     * A packet that was queued is dropped.
     * @param flow its flow
     * @param packet the packet
     * @param nowNs the time
     */
    void OnDrop(uint32_t flow, const void* packet, int64_t nowNs)
    {
        if (m_leaving.packet == packet)
        {
            m_leaving.packet = nullptr;
            return;
        }
        Remove(flow, packet, nowNs);
    }

    /** Takes note of the last packet. */
    void Commit()
    {
        if (!m_leaving.packet)
        {
            return;
        }
        if (m_leaving.together)
        {
            Flow& mine = m_flows[m_leaving.flow];
            mine.bytes += m_leaving.bytes;
            ++mine.intervalPackets;
            m_lastBytes = m_leaving.bytes;
            NoteGap();
            if (m_leaving.whole)
            {
                const double packetNs = m_leaving.bytes * 8e9 / m_rate;
                Waits& waits = mine.waits[m_leaving.tier];
                ++waits.packets;
                waits.sum += m_leaving.waitNs / packetNs / m_flows.size();
            }
        }
        m_leaving.packet = nullptr;
    }

    /** @param flow a flow @return bytes served while all had packets queued */
    uint64_t Bytes(uint32_t flow) const
    {
        return m_flows[flow].bytes;
    }

    /**
     * The same, but in each interval in which all had packets queued a flow that was served fewer
     * packets than another is given one of them. No round robin of packets can do better than to
     * be one packet apart when a flow's queue runs empty, and where a flow has a packet queued only
     * now and then, that packet is all there is of most intervals.
     * @param flow a flow
     * @return bytes
     */
    uint64_t BytesBeyondAPacket(uint32_t flow)
    {
        Commit();
        CloseInterval();
        return m_flows[flow].bytes + m_flows[flow].given;
    }

    /** @param flow a flow @return its waits by place */
    const std::map<std::string, Waits>& GetWaits(uint32_t flow) const
    {
        return m_flows[flow].waits;
    }

    /**
     * @return the largest difference of the packets served to two flows within one interval in
     * which all had packets queued, at any time of it
     */
    uint64_t LargestGap() const
    {
        return m_gap;
    }

  private:
    /** One flow. */
    struct Flow
    {
        std::deque<const void*> queue;      //!< its packets, oldest first
        int64_t headNs = 0;                 //!< since when the oldest is the oldest
        uint64_t bytes = 0;                 //!< served while all had packets queued
        uint64_t given = 0;                 //!< see BytesBeyondAPacket()
        uint64_t intervalPackets = 0;       //!< packets of it
        std::map<std::string, Waits> waits; //!< by place
    };

    /** A packet that has left its queue and may yet turn out to be dropped. */
    struct Leave
    {
        const void* packet = nullptr; //!< the packet; null for none
        uint32_t flow = 0;            //!< its flow
        uint32_t bytes = 0;           //!< its size
        bool together = false;        //!< all flows had packets queued
        bool whole = false;           //!< and had so since it came to the head
        int64_t waitNs = 0;           //!< time at the head
        std::string tier;             //!< place it was served from
    };

    void Remove(uint32_t flow, const void* packet, int64_t nowNs)
    {
        Flow& mine = m_flows[flow];
        const auto place = std::find(mine.queue.begin(), mine.queue.end(), packet);
        if (place == mine.queue.end())
        {
            return;
        }
        const bool wasHead = place == mine.queue.begin();
        mine.queue.erase(place);
        m_backlogged -= mine.queue.empty() ? 1 : 0;
        mine.headNs = wasHead ? nowNs : mine.headNs;
    }

    /** Ends an interval: who is behind is given a packet. */
    void CloseInterval()
    {
        uint64_t most = 0;
        for (const Flow& flow : m_flows)
        {
            most = std::max(most, flow.intervalPackets);
        }
        for (Flow& flow : m_flows)
        {
            flow.given += flow.intervalPackets < most ? m_lastBytes : 0;
            flow.intervalPackets = 0;
        }
    }

    void NoteGap()
    {
        const auto fewer = [](const Flow& a, const Flow& b) {
            return a.intervalPackets < b.intervalPackets;
        };
        const auto [least, most] = std::minmax_element(m_flows.begin(), m_flows.end(), fewer);
        m_gap = std::max(m_gap, most->intervalPackets - least->intervalPackets);
    }

    std::vector<Flow> m_flows;      //!< the flows
    double m_rate;                  //!< bit/s
    std::size_t m_backlogged = 0;   //!< flows with packets queued
    int64_t m_sinceNs = 0;          //!< since when all have
    Leave m_leaving;                //!< the last packet that left
    const void* m_served = nullptr; //!< packet that OnServed() named before it left
    std::string m_tier;             //!< place it is served from
    uint32_t m_lastBytes = 0;       //!< size of the last packet that counted
    uint64_t m_gap = 0;             //!< see LargestGap()
};

} // namespace schedlab

#endif /* BACKLOG_SHARE_H */
