/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-headers.h"

#include "csv-line.h"
#include "csv-number.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;

std::string
Upper(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
        return std::toupper(c);
    });
    return text;
}

bool
IsNumber(const std::string& text)
{
    return text.find_first_not_of("0123456789") == std::string::npos;
}

/** @return what stands beside a name, in capitals or not, or a whole number from 0 to most */
template <std::size_t N>
uint64_t
ReadNamed(const std::string& field,
          const std::pair<const char*, uint64_t> (&names)[N],
          uint64_t most)
{
    std::string known;
    for (const auto& [name, value] : names)
    {
        if (Upper(field) == name)
        {
            return value;
        }
        known += std::string(known.empty() ? "" : ", ") + name;
    }
    if (most == 0 || !IsNumber(field))
    {
        throw std::invalid_argument(QuoteForMessage(field) + " is none of " + known +
                                    (most > 0 ? " and no number" : ""));
    }
    return ReadCsvNumber(field, 0, most);
}

ReplayAddress
ReadAddress(const std::string& field)
{
    ReplayAddress address;
    if (IsNumber(field))
    {
        const uint32_t number = htonl(static_cast<uint32_t>(ReadCsvNumber(field, 0, UINT32_MAX)));
        const auto* bytes = reinterpret_cast<const uint8_t*>(&number);
        std::copy(bytes, bytes + sizeof(number), address.bytes.begin());
        return address;
    }
    address.family = field.find(':') == std::string::npos ? 4 : 6;
    if (inet_pton(address.family == 4 ? AF_INET : AF_INET6, field.c_str(), address.bytes.data()) !=
        1)
    {
        throw std::invalid_argument(QuoteForMessage(field) + " is no address of IPv4 or IPv6");
    }
    return address;
}

void
ReadTcp(const std::string& field, ReplayHeaders& headers)
{
    static const std::pair<const char*, uint64_t> names[] = {{"SYN", ReplayHeaders::SYN},
                                                             {"SYNACK", ReplayHeaders::SYNACK},
                                                             {"ACK", ReplayHeaders::ACK},
                                                             {"DATA", ReplayHeaders::DATA},
                                                             {"FIN", ReplayHeaders::FIN}};
    std::string name = field;
    // SYN-ACK and the like.
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return std::ispunct(c); }),
               name.end());
    headers.tcp = static_cast<ReplayHeaders::Tcp>(ReadNamed(name, names, 0));
}

void
ReadProtocol(const std::string& field, ReplayHeaders& headers)
{
    static const std::pair<const char*, uint64_t> names[] = {{"ICMP", 1},
                                                             {"TCP", TCP},
                                                             {"UDP", UDP},
                                                             {"GRE", 47},
                                                             {"ESP", 50},
                                                             {"ICMPV6", 58},
                                                             {"SCTP", 132}};
    headers.protocol = static_cast<uint8_t>(ReadNamed(field, names, UINT8_MAX));
}

void
ReadFragment(const std::string& field, ReplayHeaders& headers)
{
    // The first of a datagram, one in the middle, the last, or the offset of one with or without
    // others behind it. "1" is a fragment of which no more is known.
    const std::string upper = Upper(field);
    const auto plus = upper.find("+MF");
    if (upper == "MF" || upper == "FIRST" || upper == "MORE" || upper == "1")
    {
        headers.moreFragments = true;
    }
    else if (upper == "MIDDLE" || upper == "LAST" || upper == "OFFSET" || upper == "OFF")
    {
        headers.moreFragments = upper == "MIDDLE";
        headers.fragmentOffset = 185;
    }
    else
    {
        headers.moreFragments = plus != std::string::npos;
        headers.fragmentOffset =
            static_cast<uint16_t>(ReadCsvNumber(upper.substr(0, plus), 0, 8191));
    }
}

void
ReadEcn(const std::string& field, ReplayHeaders& headers)
{
    headers.ecn = static_cast<uint8_t>(ReadCsvNumber(field, 0, 3));
}

void
ReadSourcePort(const std::string& field, ReplayHeaders& headers)
{
    headers.sourcePort = static_cast<uint16_t>(ReadCsvNumber(field, 0, UINT16_MAX));
}

void
ReadDestinationPort(const std::string& field, ReplayHeaders& headers)
{
    headers.destinationPort = static_cast<uint16_t>(ReadCsvNumber(field, 0, UINT16_MAX));
}

void
ReadLocal(const std::string& field, ReplayHeaders& headers)
{
    headers.isForwarded = ReadCsvNumber(field, 0, 1) == 0;
}

void
ReadPace(const std::string& field, ReplayHeaders& headers)
{
    headers.pacingRate = ReadCsvNumber(field, 0, UINT64_MAX);
}

} // namespace

uint8_t
ReplayHeaders::Protocol() const
{
    return protocol ? *protocol : tcp != NO_TCP ? TCP : UDP;
}

void
ReplayHeaders::Check() const
{
    if (source && destination && source->family != destination->family)
    {
        throw std::invalid_argument("src and dst are of different versions of IP");
    }
    if (tcp != NO_TCP && protocol && *protocol != TCP)
    {
        throw std::invalid_argument("tcp says which segment it is, but proto is " +
                                    std::to_string(*protocol) + ", not 6");
    }
}

const std::vector<ReplayHeaderColumn>&
ReplayHeaderColumns()
{
    static const std::vector<ReplayHeaderColumn> columns{
        {"src", [](const std::string& f, ReplayHeaders& h) { h.source = ReadAddress(f); }},
        {"dst", [](const std::string& f, ReplayHeaders& h) { h.destination = ReadAddress(f); }},
        {"proto", ReadProtocol},
        {"sport", ReadSourcePort},
        {"dport", ReadDestinationPort},
        {"tcp", ReadTcp},
        {"ecn", ReadEcn},
        {"frag", ReadFragment},
        {"local", ReadLocal},
        {"pace_bps", ReadPace},
        {"edt_us",
         [](const std::string& f, ReplayHeaders& h) { h.departureNs = ReadCsvMicroseconds(f); }},
        {"priority",
         [](const std::string& f, ReplayHeaders& h) {
             h.priority = static_cast<uint8_t>(ReadCsvNumber(f, 0, 15));
         }},
    };
    return columns;
}

} // namespace ns3
