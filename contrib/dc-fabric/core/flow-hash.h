/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_HASH_H
#define FLOW_HASH_H

#include <cstdint>

namespace schedlab
{

/**
 * Spreads the bits of a number (the finaliser of SplitMix64, Steele, Lea and Flood, OOPSLA 2014).
 * @param x a number
 * @return one that differs in about half the bits for any change of x
 */
inline uint64_t
MixBits(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

/**
 * @ingroup dc-fabric
 * What tells one flow from another: addresses, ports and protocol.
 */
struct FiveTuple
{
    uint32_t source;          //!< address or index of the sender
    uint32_t destination;     //!< address or index of the receiver
    uint16_t sourcePort;      //!< port of the sender
    uint16_t destinationPort; //!< port of the receiver
    uint8_t protocol;         //!< number of the protocol: 6 TCP, 17 UDP

    /** @return a hash of all fields, for EcmpRoutes */
    uint64_t Hash() const
    {
        const uint64_t ends = uint64_t{source} << 32 | destination;
        const uint64_t ports = uint64_t{sourcePort} << 16 | destinationPort;
        return MixBits(MixBits(ends) ^ (ports << 8 | protocol));
    }
};

} // namespace schedlab

#endif /* FLOW_HASH_H */
