/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_TCP_PROFILE_H
#define DC_TCP_PROFILE_H

#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup dc-workload
 * Settings of ns-3's TCP that suit a datacenter; its own defaults suit a wide area.
 */
struct DcTcpProfile
{
    TypeId congestion;            //!< congestion control
    uint32_t segmentSize{1448};   //!< payload of a full segment, bytes
    uint32_t bufferSize{4194304}; //!< send and receive buffer of a socket, bytes
    uint32_t initialWindow{10};   //!< segments
    Time minRto{MilliSeconds(1)}; //!< least retransmission timeout, also for the SYN
    Time clockGranularity{
        MicroSeconds(1)}; //!< added to the smoothed round-trip time in the timeout

    static constexpr uint32_t DATA_HEADER = 42; //!< wire bytes of IP, TCP and PPP on a data packet
    static constexpr uint32_t CONTROL = 42;     //!< wire bytes of a bare acknowledgement
    static constexpr uint32_t SYN = 50;         //!< wire bytes of a SYN or SYN-ACK with its options

    /** Makes this the default of all sockets that are made from now on. */
    void Apply() const;

    /** @return every attribute that Apply() sets, as names and values */
    std::vector<std::pair<std::string, std::string>> Describe() const;
};

} // namespace ns3

#endif /* DC_TCP_PROFILE_H */
