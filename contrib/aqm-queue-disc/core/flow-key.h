/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_KEY_H
#define FLOW_KEY_H

#include <array>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * What makes packets belong to one flow: addresses, protocol and ports. The two directions of a
 * connection are two flows.
 */
struct FlowKey
{
    std::array<uint64_t, 2> source{};      //!< an IPv6 address, or an IPv4 address in the second
    std::array<uint64_t, 2> destination{}; //!< the same
    uint16_t sourcePort{0};                //!< 0 if the protocol has none or in a fragment
    uint16_t destinationPort{0};           //!< 0 if the protocol has none or in a fragment
    uint8_t protocol{0};                   //!< number of the transport protocol
    uint8_t family{0};                     //!< 4, 6, or 0 for what is not IP

    /** @param other another key @return true if it is of the same flow */
    bool operator==(const FlowKey& other) const
    {
        return source == other.source && destination == other.destination && Rest() == other.Rest();
    }

    /**
     * @param salt other salts make other flows collide
     * @return a number that is equal for equal keys; every bit depends on every bit of the key
     */
    uint32_t Hash(uint32_t salt) const
    {
        uint64_t hash = Mix(Rest() + (uint64_t(salt) << 32 | salt));
        hash = Mix(hash ^ source[1]);
        hash = Mix(hash ^ destination[1]);
        if (family == 6)
        {
            hash = Mix(hash ^ source[0]);
            hash = Mix(hash ^ destination[0]);
        }
        return static_cast<uint32_t>(hash >> 32);
    }

  private:
    /** @return all that is not an address */
    uint64_t Rest() const
    {
        return uint64_t(sourcePort) << 48 | uint64_t(destinationPort) << 32 | protocol << 8 |
               family;
    }

    /** @param x any number @return another, by steps that can each be undone */
    static uint64_t Mix(uint64_t x)
    {
        x ^= x >> 32;
        x *= 0x9fb21c651e98df25;
        x ^= x >> 32;
        x *= 0x9fb21c651e98df25;
        x ^= x >> 32;
        return x;
    }
};

} // namespace schedlab

#endif /* FLOW_KEY_H */
