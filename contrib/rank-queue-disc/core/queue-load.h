/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_LOAD_H
#define QUEUE_LOAD_H

#include "rank-limit.h"

#include <cstddef>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * How much a queue holds, against its limit. The base of the queues that have one.
 */
class QueueLoad
{
  public:
    /** @param limit the most it may hold */
    explicit QueueLoad(const RankLimit& limit)
        : m_limit(limit)
    {
    }

    /** @return the number of packets held */
    std::size_t Size() const
    {
        return m_size;
    }

    /** @return the bytes held */
    uint64_t Bytes() const
    {
        return m_bytes;
    }

    /** @return true if nothing is held */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** @return what is held, in the unit of the limit */
    uint64_t Load() const
    {
        return m_limit.unit == RankLimit::PACKETS ? m_size : m_bytes;
    }

    /** @return the limit */
    const RankLimit& Limit() const
    {
        return m_limit;
    }

    /** @param limit the new limit; what is held beyond it stays for now */
    void SetLimit(const RankLimit& limit)
    {
        m_limit = limit;
    }

    /** @return true if more is held than the limit allows */
    bool IsOver() const
    {
        return Load() > m_limit.value;
    }

    /**
     * @param size size of a packet in bytes
     * @return true if such a packet fits beside what is held
     */
    bool HasRoomFor(uint32_t size) const
    {
        return Load() + m_limit.Need(size) <= m_limit.value;
    }

  protected:
    /** Accounts for a packet that joined. @param size its size in bytes */
    void Add(uint32_t size)
    {
        ++m_size;
        m_bytes += size;
    }

    /** Accounts for a packet that left. @param size its size in bytes */
    void Remove(uint32_t size)
    {
        --m_size;
        m_bytes -= size;
    }

  private:
    RankLimit m_limit;      //!< the most it may hold
    std::size_t m_size = 0; //!< packets held
    uint64_t m_bytes = 0;   //!< bytes held
};

} // namespace schedlab

#endif /* QUEUE_LOAD_H */
