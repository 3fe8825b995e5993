/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ACK_H
#define TCP_ACK_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * What a rate-based congestion control learns from one acknowledgement. The names are those of the
 * rate sample of draft-ietf-ccwg-bbr, section 2.
 *
 * All byte counts are payload, so are the rates that come of them.
 */
struct TcpAck
{
    int64_t nowNs = 0;           //!< the time
    uint64_t delivered = 0;      //!< bytes delivered over the connection, this ACK's included
    uint32_t newlyDelivered = 0; //!< bytes that this ACK acknowledges, cumulatively or by SACK
    uint32_t newlyLost = 0;      //!< bytes that this ACK made count as lost
    uint32_t inFlight = 0;       //!< bytes in flight after this ACK, before what it lets go
    bool cwndLimited = false;    //!< the window was full before this ACK
    bool ecnEcho = false;        //!< it carries ECE
    bool inRecovery = false;     //!< the socket is repairing losses

    // The rate sample: from when the latest packet delivered was sent until now.
    uint64_t rateBps = 0;         //!< delivery rate, bit/s; 0 if this ACK gives no valid one
    uint64_t priorDelivered = 0;  //!< delivered when that packet was sent
    uint64_t sampleDelivered = 0; //!< bytes delivered since
    uint64_t sampleLost = 0;      //!< bytes lost since
    uint64_t sampleMarked = 0;    //!< bytes delivered with ECE since
    uint32_t txInFlight = 0;      //!< bytes in flight once it was sent
    bool appLimited = false;      //!< the application had nothing more to send then
    int64_t rttNs = -1;           //!< its round-trip time; below 0 if this ACK gives none
};

/**
 * @ingroup tcp-rate
 * @param bytes a number of bytes
 * @param ns over how long, nanoseconds, more than 0
 * @return the rate, bit/s
 */
inline uint64_t
RateOf(double bytes, int64_t ns)
{
    return static_cast<uint64_t>(bytes * 8e9 / ns);
}

/**
 * @ingroup tcp-rate
 * @param rateBps a rate, bit/s
 * @param ns over how long, nanoseconds
 * @return the bytes
 */
inline double
BytesOf(uint64_t rateBps, int64_t ns)
{
    return static_cast<double>(rateBps) * ns / 8e9;
}

} // namespace schedlab

#endif /* TCP_ACK_H */
