/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_PATTERN_H
#define RANK_PATTERN_H

#include <cstdint>

namespace schedlab
{

/** A cheap random number generator, so that drawing a rank hides nothing (Knuth's MMIX LCG). */
class FastRandom
{
  public:
    /** @return 32 random bits, the better half of the state */
    uint32_t operator()()
    {
        m_state = m_state * 6364136223846793005 + 1442695040888963407;
        return m_state >> 32;
    }

  private:
    uint64_t m_state = 1; //!< state of the generator
};

/**
 * Ranks spread evenly over a range that starts at the rank served last, so an arrival may go
 * anywhere in the queue. (With a fixed range the worst packets would never leave, and soon every
 * arrival would be the next to be served.)
 */
class UniformRanks
{
  public:
    static constexpr const char* NAME = "uniform"; //!< part of the benchmark's name

    /** @param queued packets queued */
    explicit UniformRanks(uint64_t queued)
    {
        (void)queued;
    }

    /** @return the difference of the ranks queued, about @param queued packets queued */
    static uint64_t Spread(uint64_t queued)
    {
        (void)queued;
        return uint64_t{1} << 32;
    }

    /** @return the rank of the next arrival @param random 32 random bits */
    uint64_t Next(uint32_t random)
    {
        return m_served + random;
    }

    /** @param rank the rank of a packet that was served */
    void Served(uint64_t rank)
    {
        m_served = rank;
    }

  private:
    uint64_t m_served = 0; //!< rank served last
};

/**
 * Ranks as start-time fair queueing gives them to backlogged flows: the base rises by one packet
 * for each arrival and a flow is up to 64 packets ahead, so most arrivals go near the tail.
 */
class RisingRanks
{
  public:
    static constexpr const char* NAME = "rising"; //!< part of the benchmark's name

    /** @param queued packets queued */
    explicit RisingRanks(uint64_t queued)
    {
        (void)queued;
    }

    /** @return the difference of the ranks queued, about @param queued packets queued */
    static uint64_t Spread(uint64_t queued)
    {
        return (queued + 64) * PACKET;
    }

    /** @return the rank of the next arrival @param random 32 random bits */
    uint64_t Next(uint32_t random)
    {
        m_base += PACKET;
        return m_base + ((random * (64 * PACKET)) >> 32);
    }

    /** @param rank ignored */
    void Served(uint64_t rank)
    {
        (void)rank;
    }

  private:
    static constexpr uint64_t PACKET = 1500; //!< bytes, the unit of such ranks
    uint64_t m_base = 0;                     //!< lowest rank of the next arrival
};

/**
 * Ranks for a full queue from which nothing is served: the base falls so slowly that in the long
 * run half of the arrivals are worse than all that is queued and half push something out.
 */
class OverflowRanks
{
  public:
    static constexpr const char* NAME = "overflow"; //!< part of the benchmark's name

    /** @param queued packets queued */
    explicit OverflowRanks(uint64_t queued)
        : m_step((uint64_t{1} << 32) / (8 * queued))
    {
    }

    /** @return the difference of the ranks queued, about @param queued packets queued */
    static uint64_t Spread(uint64_t queued)
    {
        (void)queued;
        return uint64_t{1} << 32;
    }

    /** @return the rank of the next arrival @param random 32 random bits */
    uint64_t Next(uint32_t random)
    {
        m_base -= m_step;
        return m_base + random;
    }

    /** @param rank ignored */
    void Served(uint64_t rank)
    {
        (void)rank;
    }

  private:
    uint64_t m_step;                     //!< fall of the base for each arrival
    uint64_t m_base = uint64_t{1} << 62; //!< lowest rank of the next arrival
};

} // namespace schedlab

#endif /* RANK_PATTERN_H */
