/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DELIVERY_RATE_SAMPLER_H
#define DELIVERY_RATE_SAMPLER_H

#include "tcp-ack.h"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <limits>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * Delivery rates as in draft-cheng-iccrg-delivery-rate-estimation, from the parts of ns-3's rate
 * samples that are right in every release.
 *
 * Until ns-3.41 the time over which ns-3 takes a rate starts with the packet before, the first
 * sample and each one after an invalid one start at time 0 of the simulation, and the round-trip
 * time handed to a congestion control is a smoothed one until 3.43. A maximum filter that lives
 * on such rates runs dry and the flow stalls. Here the times at which the bytes were delivered are
 * remembered, and the rate is taken over max(now - when the count delivered stood where it was when
 * the packet was sent, the time it took to send). A rate over less than the least round-trip time
 * is refused.
 *
 * An acknowledgement takes O(1), amortised; memory is one entry per acknowledgement of the last
 * round trip.
 */
class DeliveryRateSampler
{
  public:
    /** What one acknowledgement brings, from ns-3's rate sample unless said otherwise. */
    struct Input
    {
        int64_t nowNs = 0;           //!< the time
        uint64_t delivered = 0;      //!< bytes delivered over the connection
        uint32_t newlyDelivered = 0; //!< bytes delivered by this one
        uint32_t newlyLost = 0;      //!< bytes lost, see LossCounter
        uint32_t priorDelivered =
            0;                   //!< delivered when the latest packet delivered was sent, mod 2^32
        int64_t priorTimeNs = 0; //!< when that count was reached; 0 if ns-3 does not say
        int64_t sendElapsedNs = 0;  //!< time over which the packets of the sample were sent
        int64_t lastSentNs = 0;     //!< when the latest packet delivered was sent
        uint32_t priorInFlight = 0; //!< bytes in flight before this one
        uint32_t inFlight = 0;      //!< bytes in flight after it
        bool appLimited = false;    //!< the application had nothing more to send
        bool ecnEcho = false;       //!< it carries ECE
        bool inRecovery = false;    //!< losses are being repaired
    };

    /**
     * The first packet after a silence is sent.
     * @param nowNs the time
     */
    void OnStart(int64_t nowNs)
    {
        if (m_marks.empty())
        {
            Remember({0, nowNs, 0, 0, 0});
        }
        else
        {
            m_marks.back().timeNs = nowNs;
        }
    }

    /**
     * @param in an acknowledgement
     * @return what it says; cwndLimited is left to the caller
     */
    TcpAck OnAck(const Input& in)
    {
        if (m_marks.empty())
        {
            OnStart(in.lastSentNs);
        }
        m_lost += in.newlyLost;
        m_marked += in.ecnEcho ? in.newlyDelivered : 0;

        TcpAck ack;
        ack.nowNs = in.nowNs;
        ack.delivered = in.delivered;
        ack.newlyDelivered = in.newlyDelivered;
        ack.newlyLost = in.newlyLost;
        ack.inFlight = in.inFlight;
        ack.ecnEcho = in.ecnEcho;
        ack.inRecovery = in.inRecovery;
        ack.appLimited = in.appLimited;
        ack.priorDelivered =
            in.delivered - (static_cast<uint32_t>(in.delivered) - in.priorDelivered);

        m_marks.back().inFlight = std::max(m_marks.back().inFlight, in.priorInFlight);
        const bool isLater = ack.priorDelivered > m_latestPrior || ack.priorDelivered == 0;
        m_latestPrior = std::max(m_latestPrior, ack.priorDelivered);
        while (m_marks.size() > 1 && m_marks[1].delivered <= ack.priorDelivered)
        {
            m_marks.pop_front();
        }
        const Mark& sent = m_marks.front();
        ack.txInFlight = sent.inFlight;
        ack.sampleDelivered = in.delivered - ack.priorDelivered;
        ack.sampleLost = m_lost - sent.lost;
        ack.sampleMarked = m_marked - sent.marked;
        // A packet sent twice does not tell which of the two was answered.
        if (isLater && in.newlyDelivered > 0 && !in.inRecovery && in.nowNs > in.lastSentNs)
        {
            ack.rttNs = in.nowNs - in.lastSentNs;
            m_minRttNs = std::min(m_minRttNs, ack.rttNs);
        }
        const int64_t interval =
            std::max(in.nowNs - std::max(sent.timeNs, in.priorTimeNs), in.sendElapsedNs);
        if (in.newlyDelivered > 0 && m_minRttNs != NO_RTT && interval >= m_minRttNs)
        {
            ack.rateBps = RateOf(ack.sampleDelivered, interval);
        }
        if (in.delivered > m_marks.back().delivered)
        {
            Remember({in.delivered, in.nowNs, m_lost, m_marked, 0});
        }
        return ack;
    }

    /** @return the least round-trip time seen, nanoseconds; the largest number if none */
    int64_t MinRttNs() const
    {
        return m_minRttNs;
    }

    static constexpr int64_t NO_RTT = std::numeric_limits<int64_t>::max(); //!< none seen yet

  private:
    /** The counts as they stood from one acknowledgement until the next. */
    struct Mark
    {
        uint64_t delivered; //!< bytes delivered
        int64_t timeNs;     //!< since when
        uint64_t lost;      //!< bytes lost
        uint64_t marked;    //!< bytes delivered with ECE
        uint32_t inFlight;  //!< bytes in flight after what was sent then
    };

    /** @param mark the counts from now on */
    void Remember(const Mark& mark)
    {
        if (m_marks.full())
        {
            m_marks.set_capacity(std::max<std::size_t>(2 * m_marks.capacity(), 16));
        }
        m_marks.push_back(mark);
    }

    boost::circular_buffer<Mark> m_marks; //!< since the latest packet delivered was sent
    uint64_t m_latestPrior = 0;           //!< the largest prior count seen
    uint64_t m_lost = 0;                  //!< bytes lost
    uint64_t m_marked = 0;                //!< bytes delivered with ECE
    int64_t m_minRttNs = NO_RTT;          //!< the least round-trip time
};

} // namespace schedlab

#endif /* DELIVERY_RATE_SAMPLER_H */
