/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BYTE_CREDIT_H
#define BYTE_CREDIT_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Weighted round robin between the two queues of DualPI2 by bytes, as Linux has it: the L4S queue
 * goes first until the classic queue has a credit, which grows with what L4S sends and falls with
 * what the classic queue sends while both are waiting.
 */
class ByteCredit
{
  public:
    /**
     * @param classicWeight percent of the link for the classic queue
     * @param mtu bytes
     */
    ByteCredit(uint32_t classicWeight, uint32_t mtu)
        : m_classicWeight(classicWeight),
          m_l4sWeight(100 - int64_t(classicWeight)),
          m_initial(int64_t(mtu) * (m_classicWeight - m_l4sWeight))
    {
        Reset();
    }

    /** Starts again, with L4S first; for when both queues are empty. */
    void Reset()
    {
        m_credit = m_initial < 0 ? m_initial : 0;
    }

    /** @param hasL4s a queue that waits @param hasClassic the other @return true to serve L4S */
    bool IsL4sNext(bool hasL4s, bool hasClassic) const
    {
        return hasL4s && (!hasClassic || m_credit <= 0);
    }

    /** @param isL4s who sends while the other waits @param bytes that it sends */
    void Sent(bool isL4s, uint32_t bytes)
    {
        m_credit += isL4s ? m_classicWeight * bytes : -m_l4sWeight * bytes;
    }

  private:
    int64_t m_classicWeight; //!< percent
    int64_t m_l4sWeight;     //!< percent
    int64_t m_initial;       //!< credit at the start
    int64_t m_credit{0};     //!< of the classic queue, percent of bytes
};

} // namespace schedlab

#endif /* BYTE_CREDIT_H */
