/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NICE_WEIGHT_H
#define NICE_WEIGHT_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * The weight that Linux' fair scheduler gives a nice value: a step is a factor of about 1.25.
 * @param nice from -20 to 19
 * @return the weight, 1024 at nice 0
 * @throws std::invalid_argument if it is out of range
 */
inline uint32_t
NiceWeight(int nice)
{
    static constexpr uint32_t WEIGHTS[40] = {88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705,
                                             14949, 11916, 9548,  7620,  6100,  4904,  3906,  3121,
                                             2501,  1991,  1586,  1277,  1024,  820,   655,   526,
                                             423,   335,   272,   215,   172,   137,   110,   87,
                                             70,    56,    45,    36,    29,    23,    18,    15};
    if (nice < -20 || nice > 19)
    {
        throw std::invalid_argument("Nice must be from -20 to 19, not " + std::to_string(nice));
    }
    return WEIGHTS[nice + 20];
}

} // namespace schedlab

#endif /* NICE_WEIGHT_H */
