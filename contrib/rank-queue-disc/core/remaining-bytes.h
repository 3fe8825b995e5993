/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REMAINING_BYTES_H
#define REMAINING_BYTES_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * How much of a flow remains at a sequence number of 32 bits, for flows of any length.
 *
 * A sequence number is taken for the one nearest to the last, so a sender may go back and forth by
 * less than 2 GiB, which is more than any TCP window.
 */
class RemainingBytes
{
  public:
    /** @param flowBytes bytes of the flow */
    explicit RemainingBytes(uint64_t flowBytes)
        : m_flowBytes(flowBytes)
    {
    }

    /**
     * The flow starts (again).
     * @param syn sequence number of the SYN; the first byte of data is the next one
     * @return bytes of the flow
     */
    uint64_t Started(uint32_t syn)
    {
        m_lastSequence = syn + 1;
        m_lastOffset = 0;
        return m_flowBytes;
    }

    /**
     * @param sequence sequence number of a byte of the flow
     * @return bytes from this one to the end of the flow; 0 beyond it
     */
    uint64_t From(uint32_t sequence)
    {
        m_lastOffset += static_cast<int32_t>(sequence - m_lastSequence);
        m_lastSequence = sequence;
        if (m_lastOffset < 0)
        {
            return m_flowBytes;
        }
        const uint64_t offset = m_lastOffset;
        return offset < m_flowBytes ? m_flowBytes - offset : 0;
    }

  private:
    uint64_t m_flowBytes;        //!< bytes of the flow
    uint32_t m_lastSequence = 1; //!< the last sequence number seen; ns-3's data starts at 1
    int64_t m_lastOffset = 0;    //!< bytes of the flow before it
};

} // namespace schedlab

#endif /* REMAINING_BYTES_H */
