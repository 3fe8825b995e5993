/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IDEAL_FCT_H
#define IDEAL_FCT_H

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * Completion time of a flow that has the network for itself, on a path of equal links.
 *
 * The flow opens a connection (SYN, SYN-ACK, each stored and forwarded at every hop), sends its
 * data in a window that starts at `initialWindow` segments and grows by one segment per
 * acknowledgement until the link never idles, and ends when the acknowledgement of the last byte is
 * back. No lone flow of a TCP with these parameters is faster.
 */
struct IdealFct
{
    double bitRate;         //!< rate of each link, bit/s
    double hopDelay;        //!< propagation delay of each link, seconds
    uint32_t hops;          //!< links on the path, at least 1
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
        const double full = Serialize(segment + dataHeader);
        // From the first bit of a full segment to the return of its acknowledgement.
        const double rtt = OneWay(segment + dataHeader) + OneWay(control);

        double start = handshake;
        uint64_t left = segments;
        for (uint64_t window = initialWindow; left > window && window * full < rtt; window *= 2)
        {
            left -= window;
            start += rtt;
        }
        // What is left goes back to back. The last segment may be short, but behind a full one it
        // is forwarded no sooner than that one is out of the way.
        const double shortest = Serialize(last + dataHeader);
        const double forwarded = (hops - 1) * (segments > 1 ? full : shortest);
        return start + (left - 1) * full + shortest + forwarded + hops * hopDelay + OneWay(control);
    }

  private:
    /** @param bytes on the wire @return seconds to send them on one link */
    double Serialize(uint64_t bytes) const
    {
        return bytes * 8.0 / bitRate;
    }

    /** @param bytes on the wire @return seconds until a packet is at the other end of the path */
    double OneWay(uint64_t bytes) const
    {
        return hops * (Serialize(bytes) + hopDelay);
    }
};

} // namespace schedlab

#endif /* IDEAL_FCT_H */
