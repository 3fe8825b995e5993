/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVICE_COST_H
#define SERVICE_COST_H

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

namespace schedlab
{

/**
 * @ingroup nic-poller
 * CPU time of what a poller does, in nanoseconds at the nominal frequency. The defaults make
 * Metronome's forwarder use 20 % of a core when idle and 60 % at 14.88 million packets a second.
 */
struct ServiceCost
{
    double lock = 0;         //!< trying a lock
    double poll = 20;        //!< polling a ring, empty or not
    double packet = 35.1;    //!< handling a packet: 28.5 million a second
    double byte = 0;         //!< handling a byte of a packet
    double txFlush = 0;      //!< handing a batch to the transmit ring
    double wake = 2300;      //!< falling asleep and waking up, kernel included
    double interrupt = 2000; //!< an interrupt and its softirq

    /** @throws std::invalid_argument if one is negative or a poll is shorter than 1 ns */
    void Check() const
    {
        for (const auto& [name, value] :
             std::initializer_list<std::pair<const char*, double>>{{"lock", lock},
                                                                   {"poll", poll},
                                                                   {"packet", packet},
                                                                   {"byte", byte},
                                                                   {"transmit flush", txFlush},
                                                                   {"wake-up", wake},
                                                                   {"interrupt", interrupt}})
        {
            if (!(value >= 0) || std::isinf(value))
            {
                throw std::invalid_argument(std::string("the cost of a ") + name +
                                            " must not be negative");
            }
        }
        if (poll < 1)
        {
            throw std::invalid_argument("a poll must cost at least 1 ns: a lock that is taken and "
                                        "released in one instant is not seen");
        }
    }

    /**
     * @param packets how many
     * @param bytes of all of them
     * @return a poll and the handling of what it found
     */
    double Burst(uint32_t packets, uint64_t bytes) const
    {
        return poll + packets * packet + bytes * byte;
    }
};

} // namespace schedlab

#endif /* SERVICE_COST_H */
