/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANDOM_LOAD_H
#define RANDOM_LOAD_H

#include "rank-entry.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>

namespace schedlab::test
{

/** Which ranks a random load has. */
enum class Ranks
{
    FEW,     //!< eight values: ties everywhere
    MANY,    //!< a thousand values
    RISING,  //!< a little above the rank served last, as STFQ gives them
    EXTREMES //!< at both ends of 64 bits
};

/** All of them, to loop over. */
constexpr std::array<Ranks, 4> ALL_RANKS{Ranks::FEW, Ranks::MANY, Ranks::RISING, Ranks::EXTREMES};

/** A random sequence of arrivals and departures that fills and drains queues by turns. */
class RandomLoad
{
  public:
    /**
     * @param ranks which ranks
     * @param seed of the generator
     * @param maxSize packets have 1 to this many bytes
     * @param flows number of flows
     */
    RandomLoad(Ranks ranks, uint64_t seed, uint32_t maxSize = 1, uint32_t flows = 5)
        : m_random(seed),
          m_ranks(ranks),
          m_maxSize(maxSize),
          m_flows(flows)
    {
    }

    /** @return true if the next event is an arrival */
    bool NextIsArrival()
    {
        if (m_left-- == 0)
        {
            constexpr std::array<unsigned, 4> shares{70, 50, 55, 20};
            m_share = shares[m_random() % shares.size()];
            m_left = m_random() % 200;
        }
        return m_random() % 100 < m_share;
    }

    /** @return the next arrival, its handle the number of arrivals before it */
    RankArrival<uint32_t> NextArrival()
    {
        RankArrival<uint32_t> arrival{m_arrivals++, NextRank()};
        arrival.size = m_maxSize == 1 ? 1 : 1 + m_random() % m_maxSize;
        arrival.flow = m_random() % m_flows;
        return arrival;
    }

    /** @param rank of a packet that left */
    void Served(uint64_t rank)
    {
        m_served = std::max(m_served, rank);
    }

  private:
    uint64_t NextRank()
    {
        const uint64_t draw = m_random();
        switch (m_ranks)
        {
        case Ranks::FEW:
            return draw % 8;
        case Ranks::MANY:
            return draw % 1000;
        case Ranks::RISING:
            return m_served + draw % 40;
        default:
            return draw & 1 ? UINT64_MAX - draw / 2 % 3 : draw / 2 % 3;
        }
    }

    std::mt19937_64 m_random; //!< the generator
    Ranks m_ranks;            //!< which ranks
    uint32_t m_maxSize;       //!< most bytes of a packet
    uint32_t m_flows;         //!< number of flows
    uint32_t m_arrivals = 0;  //!< arrivals so far
    uint64_t m_served = 0;    //!< largest rank served
    unsigned m_share = 55;    //!< arrivals among 100 events, at present
    unsigned m_left = 0;      //!< events until that changes
};

} // namespace schedlab::test

#endif /* RANDOM_LOAD_H */
