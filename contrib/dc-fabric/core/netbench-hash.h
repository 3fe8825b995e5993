/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETBENCH_HASH_H
#define NETBENCH_HASH_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * The hash by which the simulator NetBench chooses among equal paths, so that its runs can be
 * repeated flow by flow. The numbers of hosts and switches have to be NetBench's too: hosts first,
 * then leaves, then spines, from 0.
 */
struct NetbenchHash
{
    /**
     * Jenkins' hash of a 32-bit integer by six shifts (R. Jenkins, "4-byte integer hashing"), with
     * signed numbers and the sign dropped at the end.
     * @param value any number
     * @return a number of 31 bits
     */
    static uint32_t Mix(uint32_t value)
    {
        uint32_t a = value;
        a = (a + 0x7ed55d16U) + (a << 12);
        a = (a ^ 0xc761c23cU) ^ Shift(a, 19);
        a = (a + 0x165667b1U) + (a << 5);
        a = (a + 0xd3a2646cU) ^ (a << 9);
        a = (a + 0xfd7046c5U) + (a << 3);
        a = (a ^ 0xb55a4f09U) ^ Shift(a, 16);
        const auto sign = static_cast<int32_t>(a);
        return sign == INT32_MIN ? INT32_MAX : sign < 0 ? -sign : sign;
    }

    /**
     * @param source sending host of the packet
     * @param destination receiving host of the packet
     * @param flow number of the flow, from 0
     * @return hash of the flow in this direction
     */
    static uint32_t OfFlow(uint32_t source, uint32_t destination, uint64_t flow)
    {
        return Mix(source + Mix(destination + Mix(static_cast<uint32_t>(flow))));
    }

    /**
     * @param node number of the node that chooses
     * @param flowHash what OfFlow() gave
     * @param choices number of equal paths, in order of their next nodes
     * @return which of them
     */
    static uint32_t Choose(uint32_t node, uint32_t flowHash, uint32_t choices)
    {
        return Mix(node + flowHash) % choices;
    }

  private:
    /** @return value shifted to the right as a signed number */
    static uint32_t Shift(uint32_t value, int bits)
    {
        return static_cast<uint32_t>(static_cast<int32_t>(value) >> bits);
    }
};

} // namespace schedlab

#endif /* NETBENCH_HASH_H */
