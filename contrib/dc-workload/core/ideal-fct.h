/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IDEAL_FCT_H
#define IDEAL_FCT_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Completion time of a flow that has the network for itself.
 *
 * The flow opens a connection (SYN, SYN-ACK, each stored and forwarded at every hop), sends its
 * data in a window that starts at `initialWindow` segments and grows by one segment per
 * acknowledgement until the link never idles, and ends when the acknowledgement of the last byte is
 * back. No lone flow of a TCP with these parameters is faster.
 */
struct IdealFct
{
    /** A link of the path. */
    struct Link
    {
        double bitRate; //!< rate, bit/s
        double delay;   //!< propagation delay, seconds
    };

    std::vector<Link> path; //!< links from the sender to the receiver, at least one
    uint32_t segment;       //!< payload bytes of a full segment
    uint32_t dataHeader;    //!< bytes on the wire beside the payload of a data packet
    uint32_t control;       //!< bytes on the wire of a bare acknowledgement
    uint32_t syn;           //!< bytes on the wire of a SYN and of a SYN-ACK
    uint32_t initialWindow; //!< segments

    /**
     * @param size bytes of the flow, at least 1
     * @return seconds from the start to the acknowledgement of the last byte
     */
    double operator()(uint64_t size) const
    {
        const double handshake = 2 * OneWay(syn);
        const uint64_t segments = (size + segment - 1) / segment;
        const uint64_t last = size - (segments - 1) * segment;
        double full = 0; // at the slowest link
        for (const Link& link : path)
        {
            full = std::max(full, Serialize(link, segment + dataHeader));
        }
        // From the first bit of a full segment to the return of its acknowledgement.
        const double rtt = OneWay(segment + dataHeader) + OneWay(control);

        double start = handshake;
        uint64_t left = segments;
        for (uint64_t window = initialWindow; left > window && window * full < rtt; window *= 2)
        {
            left -= window;
            start += rtt;
        }
        return start + Train(left, segments > 1, last) + OneWay(control);
    }

  private:
    /**
     * @param count segments back to back @param behind whether the last is behind a full one
     * @param last payload of the last
     * @return seconds until the last is at the other end of the path
     */
    double Train(uint64_t count, bool behind, uint64_t last) const
    {
        // One link holds the train up; on those ahead of it the first segment travels alone, on
        // those behind it the last, which may be short, but behind a full one it is forwarded no
        // sooner than that one is out of the way.
        double worst = 0;
        for (const Link& busy : path)
        {
            double seconds = (count - 1) * Serialize(busy, segment + dataHeader);
            for (const Link& link : path)
            {
                const bool alone = &link != &busy && behind;
                seconds += link.delay + Serialize(link, (alone ? segment : last) + dataHeader);
            }
            worst = std::max(worst, seconds);
        }
        return worst;
    }

    /** @param link a link @param bytes on the wire @return seconds to send them */
    static double Serialize(const Link& link, uint64_t bytes)
    {
        return bytes * 8.0 / link.bitRate;
    }

    /** @param bytes on the wire @return seconds until a packet is at the other end of the path */
    double OneWay(uint64_t bytes) const
    {
        double seconds = 0;
        for (const Link& link : path)
        {
            seconds += Serialize(link, bytes) + link.delay;
        }
        return seconds;
    }
};

} // namespace schedlab

#endif /* IDEAL_FCT_H */
