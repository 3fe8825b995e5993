/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUAL_PI2_CORE_H
#define DUAL_PI2_CORE_H

#include "byte-credit.h"
#include "dual-pi2-params.h"
#include "packet-fifos.h"
#include "pi-controller.h"

#include <vector>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * DualPI2: two queues, one for scalable (L4S) and one for classic congestion controls, whose
 * signals are coupled (RFC 9332, appendix A, and its scheduler as in Linux).
 *
 * A base probability p' follows the delay of the queues. A classic packet is signalled with p'^2,
 * by a mark if it can be marked and else by a drop; an L4S packet is marked with k p' or what the
 * L4S queue's own delay asks for, whichever is more. When k p' reaches 1, marks cannot tell more:
 * classic packets are dropped whether or not they can be marked, and L4S packets are dropped with
 * p'^2 too.
 *
 * Updates of p' are caught up with when a packet comes or leaves: in between the queues are as they
 * were, so their delays at the time of each update are known.
 *
 * A packet that was taken is named by a slot: a small number that is used again after it has left.
 */
class DualPi2Core
{
  public:
    /** Why a packet is lost. */
    enum Drop : uint8_t
    {
        NONE,    //!< it is not
        FULL,    //!< an arrival: the limit is reached
        CLASSIC, //!< the signal to a classic flow that cannot be marked
        OVERLOAD //!< the signal when marks cannot tell more
    };

    /** A packet that was taken and is now lost. */
    struct Lost
    {
        uint32_t slot; //!< its name
        Drop why;      //!< the reason
    };

    /** A packet that leaves. */
    struct Departure
    {
        uint32_t slot;                 //!< its name, or NO_SLOT for none
        bool isL4s;                    //!< which queue it was in
        bool isMarked;                 //!< it is to leave with CE
        const std::vector<Lost>& lost; //!< dropped before it; valid until the next call
    };

    /**
     * @param params the parameters
     * @param now the time, ns: the first update is an interval later
     * @throws std::invalid_argument if they make no sense together
     */
    DualPi2Core(const DualPi2Params& params, int64_t now)
        : m_params(params.Checked()),
          m_pi(params.targetNs,
               params.alpha,
               params.beta,
               params.dropOverload ? 1 : 1 / params.coupling),
          m_credit(params.classicWeight, params.mtu),
          m_nextUpdate(now + params.updateNs)
    {
    }

    /**
     * @param size bytes of an arrival
     * @param ecn its ECN field; ECT(1) and CE make it one of L4S
     * @param now the time, ns, never falling
     * @return its name, or NO_SLOT if the limit is reached
     */
    uint32_t Push(uint32_t size, uint8_t ecn, int64_t now)
    {
        CatchUp(now);
        const bool isOver =
            (m_params.limitBytes > 0 &&
             m_l4s.bytes + m_classic.bytes + m_params.mtu > m_params.limitBytes) ||
            (m_params.limitPackets > 0 && m_packets.Size() >= m_params.limitPackets);
        if (isOver)
        {
            return NO_SLOT;
        }
        Queue& queue = (ecn & 1) ? m_l4s : m_classic;
        const uint32_t slot = m_packets.Take({size, ecn != 0, now});
        m_packets.Append(queue.head, queue.tail, slot);
        queue.bytes += size;
        ++queue.packets;
        return slot;
    }

    /**
     * @param now the time, ns, never falling
     * @param draw gives numbers that are uniform in [0, 1); not asked with useRecur
     * @return the packet that leaves; it is gone
     */
    template <typename Draw>
    Departure Pop(int64_t now, Draw&& draw)
    {
        CatchUp(now);
        m_lost.clear();
        while (m_packets.Size() > 0)
        {
            const bool isL4s = m_credit.IsL4sNext(m_l4s.packets > 0, m_classic.packets > 0);
            Queue& queue = isL4s ? m_l4s : m_classic;
            const uint32_t slot = queue.head;
            const Packet packet = m_packets[slot];
            bool isMarked = false;
            const Drop why = isL4s ? SignalL4s(packet, now, draw, isMarked)
                                   : SignalClassic(packet, draw, isMarked);
            m_packets.Remove(queue.head, queue.tail, slot);
            queue.bytes -= packet.size;
            --queue.packets;
            if (why == NONE)
            {
                if ((isL4s ? m_classic : m_l4s).packets > 0)
                {
                    m_credit.Sent(isL4s, packet.size);
                }
                return {slot, isL4s, isMarked, m_lost};
            }
            m_lost.push_back({slot, why});
        }
        m_credit.Reset();
        return {NO_SLOT, false, false, m_lost};
    }

    /** @return the packet that is looked at next, which may then be dropped, or NO_SLOT */
    uint32_t Peek() const
    {
        return m_credit.IsL4sNext(m_l4s.packets > 0, m_classic.packets > 0) ? m_l4s.head
                                                                            : m_classic.head;
    }

    /** @return p' */
    double BaseProbability() const
    {
        return m_pi.Get();
    }

    /** @return the probability of a signal to a classic packet */
    double ClassicProbability() const
    {
        return m_pi.Get() * m_pi.Get();
    }

    /** @return the coupled probability of a mark on an L4S packet, at most 1 */
    double CoupledProbability() const
    {
        return std::min(1.0, m_params.coupling * m_pi.Get());
    }

    /** @return packets of L4S queued */
    uint32_t L4sPackets() const
    {
        return m_l4s.packets;
    }

    /** @return classic packets queued */
    uint32_t ClassicPackets() const
    {
        return m_classic.packets;
    }

  private:
    /** What is known of a packet. */
    struct Packet
    {
        uint32_t size{0};   //!< bytes
        bool isEct{false};  //!< it can be marked
        int64_t arrived{0}; //!< when it came, ns
    };

    /** One of the two queues. */
    struct Queue
    {
        uint32_t head{NO_SLOT}; //!< oldest packet
        uint32_t tail{NO_SLOT}; //!< newest packet
        uint64_t bytes{0};      //!< queued
        uint32_t packets{0};    //!< queued
        double recur{0};        //!< likelihood counted up so far
    };

    /** @return how long the oldest packet of a queue has waited, ns */
    int64_t DelayOf(const Queue& queue, int64_t now) const
    {
        return queue.packets > 0 ? now - m_packets[queue.head].arrived : 0;
    }

    /** Makes the updates that were due. */
    void CatchUp(int64_t now)
    {
        for (; m_nextUpdate <= now; m_nextUpdate += m_params.updateNs)
        {
            if (m_packets.Size() == 0 && m_pi.IsAtRest())
            {
                m_nextUpdate += (now - m_nextUpdate) / m_params.updateNs * m_params.updateNs;
                continue;
            }
            m_pi.Update(std::max(DelayOf(m_l4s, m_nextUpdate), DelayOf(m_classic, m_nextUpdate)));
        }
    }

    /** @return true if an event of a likelihood happens, in the queue's own sequence of them */
    template <typename Draw>
    bool Happens(Queue& queue, double likelihood, Draw&& draw) const
    {
        if (!m_params.useRecur)
        {
            return likelihood > 0 && draw() < likelihood;
        }
        queue.recur += likelihood;
        if (queue.recur > 1)
        {
            queue.recur -= 1;
            return true;
        }
        return false;
    }

    /** @return true if a classic signal happens */
    template <typename Draw>
    bool HappensSquared(Queue& queue, Draw&& draw) const
    {
        if (m_params.squareByDraws && !m_params.useRecur)
        {
            return Happens(queue, m_pi.Get(), draw) && Happens(queue, m_pi.Get(), draw);
        }
        return Happens(queue, ClassicProbability(), draw);
    }

    /** @return true if marks cannot tell more */
    bool IsOverloaded() const
    {
        return m_params.dropOverload && m_params.coupling * m_pi.Get() >= 1;
    }

    /** @return true if so little is queued that p' does not count */
    bool IsSpared() const
    {
        return m_l4s.bytes + m_classic.bytes < m_params.sparedBytes;
    }

    /** Decides about a classic packet. */
    template <typename Draw>
    Drop SignalClassic(const Packet& packet, Draw&& draw, bool& isMarked)
    {
        if (IsSpared() || !HappensSquared(m_classic, draw))
        {
            return NONE;
        }
        if (IsOverloaded())
        {
            return OVERLOAD;
        }
        isMarked = packet.isEct;
        return packet.isEct ? NONE : CLASSIC;
    }

    /** Decides about a packet of L4S. */
    template <typename Draw>
    Drop SignalL4s(const Packet& packet, int64_t now, Draw&& draw, bool& isMarked)
    {
        double coupled = 0;
        if (!IsSpared())
        {
            if (IsOverloaded() && HappensSquared(m_l4s, draw))
            {
                return OVERLOAD;
            }
            coupled = CoupledProbability();
        }
        isMarked = Happens(m_l4s, std::max(coupled, OwnProbability(now - packet.arrived)), draw);
        return NONE;
    }

    /** @return the likelihood of a mark that the L4S queue asks for itself after a wait */
    double OwnProbability(int64_t waited) const
    {
        if (m_l4s.packets < m_params.laqmPackets)
        {
            return 0;
        }
        if (m_params.laqm == DualPi2Params::STEP)
        {
            return waited > m_params.stepNs ? 1 : 0;
        }
        return std::clamp(static_cast<double>(waited - m_params.rampStartNs) /
                              static_cast<double>(m_params.rampRangeNs),
                          0.0,
                          1.0);
    }

    DualPi2Params m_params;        //!< the parameters
    PiController m_pi;             //!< p'
    ByteCredit m_credit;           //!< whose turn it is
    PacketFifos<Packet> m_packets; //!< all packets
    Queue m_l4s;                   //!< the low-latency queue
    Queue m_classic;               //!< the other
    int64_t m_nextUpdate;          //!< of p', ns
    std::vector<Lost> m_lost;      //!< by the last call; memory is reused
};

} // namespace schedlab

#endif /* DUAL_PI2_CORE_H */
