/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RATE_PATH_H
#define RATE_PATH_H

#include "delivery-rate-sampler.h"
#include "tcp-ack.h"

#include <cstdint>
#include <deque>
#include <functional>

namespace schedlab
{

/**
 * A sender without end on a path with one queue: paced, held back by its window, acknowledged
 * packet by packet. What the tests of the rate-based congestion controls run against.
 *
 * A dropped packet counts as lost when the third one after it is acknowledged, and is not sent
 * again.
 */
template <typename Core>
class RatePath
{
  public:
    /** The path. */
    struct Params
    {
        uint64_t rateBps = 100'000'000;  //!< of the queue
        int64_t rttNs = 20'000'000;      //!< without the queue
        uint64_t buffer = 375'000;       //!< bytes
        uint64_t markAbove = UINT64_MAX; //!< bytes queued above which packets are marked
        uint32_t dropEvery = 0;          //!< every so many packets one is lost; 0: none
    };

    static constexpr uint32_t SEGMENT = 1500; //!< bytes of a packet

    RatePath(Core& core, const Params& params)
        : path(params),
          m_core(core)
    {
        m_sampler.OnStart(0);
    }

    /** Runs until the given time. */
    void RunUntil(int64_t endNs)
    {
        while (true)
        {
            const bool open = m_inFlight + SEGMENT <= m_core.Cwnd();
            const int64_t send = open ? std::max(m_nextSendNs, m_nowNs) : INT64_MAX;
            const int64_t ack = m_acks.empty() ? INT64_MAX : m_acks.front().ackNs;
            const int64_t next = std::min(send, ack);
            if (next > endNs)
            {
                m_nowNs = endNs;
                return;
            }
            m_nowNs = next;
            if (ack <= send)
            {
                Acknowledge();
            }
            else
            {
                Send();
            }
        }
    }

    /** @return bytes in the queue */
    uint64_t Queue() const
    {
        return BytesOf(path.rateBps, std::max<int64_t>(0, m_busyUntilNs - m_nowNs));
    }

    int64_t Now() const
    {
        return m_nowNs;
    }

    Params path;                             //!< may change between two runs
    uint64_t delivered = 0;                  //!< bytes
    uint64_t dropped = 0;                    //!< bytes
    uint64_t marked = 0;                     //!< bytes
    uint64_t peakQueue = 0;                  //!< bytes, may be reset
    TcpAck last;                             //!< latest acknowledgement
    std::function<void(const TcpAck&)> seen; //!< called after each acknowledgement

  private:
    struct Packet
    {
        uint64_t seq;
        int64_t sentNs;
        int64_t ackNs;
        uint64_t priorDelivered;
        int64_t priorTimeNs;
        int64_t firstSentNs;
        bool ce;
    };

    void Send()
    {
        const uint64_t seq = m_seq++;
        m_nextSendNs = m_nowNs + static_cast<int64_t>(SEGMENT * 8e9 / m_core.PacingBps());
        m_inFlight += SEGMENT;
        const uint64_t queue = Queue();
        const bool unlucky = path.dropEvery > 0 && seq % path.dropEvery == path.dropEvery - 1;
        if (unlucky || queue + SEGMENT > path.buffer)
        {
            dropped += SEGMENT;
            m_holes.push_back(seq);
            return;
        }
        peakQueue = std::max(peakQueue, queue + SEGMENT);
        m_busyUntilNs =
            std::max(m_busyUntilNs, m_nowNs) + static_cast<int64_t>(SEGMENT * 8e9 / path.rateBps);
        const bool ce = queue > path.markAbove;
        m_acks.push_back({seq,
                          m_nowNs,
                          m_busyUntilNs + path.rttNs,
                          delivered,
                          m_deliveredNs,
                          m_firstSentNs,
                          ce});
    }

    void Acknowledge()
    {
        const Packet packet = m_acks.front();
        m_acks.pop_front();
        DeliveryRateSampler::Input in;
        in.priorInFlight = m_inFlight;
        delivered += SEGMENT;
        marked += packet.ce ? SEGMENT : 0;
        m_deliveredNs = m_nowNs;
        m_inFlight -= SEGMENT;
        in.nowNs = m_nowNs;
        in.newlyDelivered = SEGMENT;
        while (!m_holes.empty() && m_holes.front() + 3 <= packet.seq)
        {
            m_holes.pop_front();
            m_inFlight -= SEGMENT;
            in.newlyLost += SEGMENT;
        }
        in.delivered = delivered;
        in.priorDelivered = static_cast<uint32_t>(packet.priorDelivered);
        in.priorTimeNs = packet.priorTimeNs;
        in.sendElapsedNs = packet.sentNs - packet.firstSentNs;
        in.lastSentNs = packet.sentNs;
        in.inFlight = m_inFlight;
        in.ecnEcho = packet.ce;
        m_firstSentNs = packet.sentNs;
        last = m_sampler.OnAck(in);
        last.cwndLimited = in.priorInFlight + SEGMENT > m_core.Cwnd();
        m_core.OnAck(last);
        if (seen)
        {
            seen(last);
        }
    }

    Core& m_core;
    DeliveryRateSampler m_sampler;
    std::deque<Packet> m_acks;
    std::deque<uint64_t> m_holes;
    uint64_t m_seq = 0;
    uint32_t m_inFlight = 0;
    int64_t m_nowNs = 0;
    int64_t m_nextSendNs = 0;
    int64_t m_busyUntilNs = 0;
    int64_t m_deliveredNs = 0;
    int64_t m_firstSentNs = 0;
};

} // namespace schedlab

#endif /* RATE_PATH_H */
