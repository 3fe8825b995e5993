/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_HEADERS_H
#define REPLAY_HEADERS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * An address of a trace.
 */
struct ReplayAddress
{
    uint8_t family{4};               //!< 4 or 6
    std::array<uint8_t, 16> bytes{}; //!< the address; the first four bytes of IPv4
};

/**
 * @ingroup sched-scenario
 * What the columns of a trace say about the headers of a packet. What they leave open is made from
 * its flow number.
 */
struct ReplayHeaders
{
    /** Which segment of TCP. */
    enum Tcp : uint8_t
    {
        NO_TCP, //!< the row does not say
        SYN,    //!< asks for a connection
        SYNACK, //!< answers that
        ACK,    //!< acknowledges and carries nothing
        DATA,   //!< carries at least one byte
        FIN     //!< ends a connection and carries nothing
    };

    std::optional<ReplayAddress> source{};      //!< source address
    std::optional<ReplayAddress> destination{}; //!< destination address
    std::optional<uint8_t> protocol{};          //!< number of the transport protocol
    std::optional<uint16_t> sourcePort{};       //!< source port
    std::optional<uint16_t> destinationPort{};  //!< destination port
    Tcp tcp{NO_TCP};                            //!< which segment of TCP
    uint8_t ecn{0};                             //!< ECN field: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE
    bool moreFragments{false};                  //!< a fragment follows
    uint16_t fragmentOffset{0};                 //!< of this fragment, in units of 8 bytes
    bool isForwarded{false};                    //!< it was not sent by the host of the disc
    uint64_t pacingRate{0};                     //!< of its sender, bit/s; 0 for none
    int64_t departureNs{0};            //!< earliest departure that its sender asks for; 0 for none
    std::optional<uint8_t> priority{}; //!< of its socket

    /** @return true if anything that tells flows apart is given */
    bool HasTuple() const
    {
        return source || destination || protocol || sourcePort || destinationPort || tcp != NO_TCP;
    }

    /** @return the transport protocol: as given, or TCP for a segment of TCP, or UDP */
    uint8_t Protocol() const;

    /** @return true if it is a packet of IPv6 */
    bool IsIpv6() const
    {
        return (source && source->family == 6) || (destination && destination->family == 6);
    }

    /** @throws std::invalid_argument if two columns contradict each other */
    void Check() const;
};

/**
 * @ingroup sched-scenario
 * A column about the headers of a packet.
 */
struct ReplayHeaderColumn
{
    const char* name; //!< its name in the header
    /** Reads a field that is not empty; throws std::invalid_argument. */
    void (*read)(const std::string& field, ReplayHeaders& headers);
};

/** @return all columns about the headers of a packet */
const std::vector<ReplayHeaderColumn>& ReplayHeaderColumns();

} // namespace ns3

#endif /* REPLAY_HEADERS_H */
