/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STFQ_VIRTUAL_TIME_H
#define STFQ_VIRTUAL_TIME_H

#include "flow-state-table.h"

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * The virtual time of start-time fair queueing (Goyal, Vin, Cheng, "Start-time Fair Queueing",
 * IEEE/ACM Transactions on Networking 5(5), 1997): it gives each packet its start tag, which is the
 * rank to serve by.
 *
 * A packet of flow f starts at S = max(V, F_f) and sets F_f = S + bytes / weight; V is the largest
 * start tag served so far. All are in bytes of a flow of weight 1. F keeps what the division leaves
 * over, so that the shares are exact; a rank is F rounded down.
 *
 * A refused packet takes its F back, and so does a packet pushed out later if no later one of its
 * flow was accepted, as is always so in an exact queue, whose victim is the last of its flow.
 * Without that a flow pays for what it never sent: its F runs away from V and it starves under
 * overload. When the queue runs empty V jumps to the largest F, so a flow that has just sent owes
 * nothing to one that has not. A flow whose F is not ahead of V is the same as an unknown flow, and
 * its memory is used again; so the flows remembered are at most those with packets queued or just
 * served.
 *
 * Each call takes O(1), amortised, and allocates nothing once as many flows were active.
 */
class StfqVirtualTime
{
  public:
    /** Parameters. */
    struct Params
    {
        /** A packet pushed out takes its share back if it was the last accepted of its flow. */
        bool rollbackOnPushOut = true;
        /**
         * The rules of the NetBench simulator: V is the last start tag served, even if smaller than
         * the one before, a refused packet and one pushed out take bytes / weight off their flow's
         * F, V does not move when the queue runs empty, and no flow is forgotten.
         */
        bool referenceCompat = false;
    };

    /** @param params the parameters, for the calls to come */
    void SetParams(const Params& params)
    {
        m_params = params;
    }

    /** @return the parameters */
    const Params& GetParams() const
    {
        return m_params;
    }

    /**
     * Gives an arrival its start tag.
     * @param flow its flow
     * @param bytes its size
     * @param weight the flow's share relative to others, at least 1; it may change between packets
     * @return the start tag, to be used as rank
     */
    uint64_t Start(uint32_t flow, uint32_t bytes, uint32_t weight)
    {
        Finish& finish = m_flows.FindOrAdd(flow, [this](const Finish& f) {
            return IsBehind(f) && !m_params.referenceCompat;
        });
        m_undo = {finish, m_latest};
        if (IsBehind(finish))
        {
            finish = {m_now, 0, weight};
        }
        else if (finish.weight != weight)
        {
            // A remainder in units of the old weight is less than a byte, once per change.
            finish.remainder = 0;
            finish.weight = weight;
        }
        const uint64_t start = finish.whole;
        const uint64_t carried = uint64_t{finish.remainder} + bytes;
        finish.whole += carried / weight;
        finish.remainder = carried % weight;
        m_latest = std::max(m_latest, finish.whole + (finish.remainder > 0 ? 1 : 0));
        return start;
    }

    /**
     * Takes back the last Start(): its packet was refused. No other call may stand between.
     * @param flow the flow of that packet
     * @param bytes its size
     */
    void Refused(uint32_t flow, uint32_t bytes)
    {
        if (m_params.referenceCompat)
        {
            TakeBack(flow, bytes);
            return;
        }
        *m_flows.Find(flow) = m_undo.finish;
        m_latest = m_undo.latest;
    }

    /**
     * A packet that was queued is lost.
     * @param flow the flow of that packet
     * @param bytes its size
     * @param start its start tag
     */
    void PushedOut(uint32_t flow, uint32_t bytes, uint64_t start)
    {
        if (m_params.referenceCompat)
        {
            TakeBack(flow, bytes);
        }
        else if (m_params.rollbackOnPushOut)
        {
            Finish* finish = m_flows.Find(flow);
            if (finish && finish->weight > 0 && Before(*finish, bytes).whole == start)
            {
                *finish = Before(*finish, bytes);
            }
        }
    }

    /** @param start the start tag of a packet that leaves to be sent */
    void Served(uint64_t start)
    {
        m_now = m_params.referenceCompat ? start : std::max(m_now, start);
    }

    /** The queue has run empty. */
    void Emptied()
    {
        if (!m_params.referenceCompat)
        {
            m_now = std::max(m_now, m_latest);
        }
    }

    /** @return the virtual time V, in bytes of a flow of weight 1 */
    uint64_t Now() const
    {
        return m_now;
    }

    /**
     * @param flow a flow
     * @return where its next packet would start
     */
    uint64_t NextStart(uint32_t flow) const
    {
        const Finish* finish = m_flows.Find(flow);
        return finish && !IsBehind(*finish) ? finish->whole : m_now;
    }

    /** @return the memory slots for flows; at most about four times the flows active at once */
    std::size_t Capacity() const
    {
        return m_flows.Capacity();
    }

  private:
    /** Where a flow's last packet ends; a weight of 0 marks a flow that has none. */
    struct Finish
    {
        uint64_t whole = 0;     //!< F rounded down
        uint32_t remainder = 0; //!< (F - whole) * weight
        uint32_t weight = 0;    //!< the weight that divides remainder
    };

    /** What the last Start() changed. */
    struct Undo
    {
        Finish finish;       //!< the flow's state before
        uint64_t latest = 0; //!< m_latest before
    };

    /** @return true if a flow in this state starts at V, like an unknown one */
    bool IsBehind(const Finish& finish) const
    {
        return finish.weight == 0 || finish.whole < m_now;
    }

    /** @return F before a packet of so many bytes was added */
    static Finish Before(Finish finish, uint32_t bytes)
    {
        uint64_t whole = bytes / finish.weight;
        const uint32_t part = bytes % finish.weight;
        whole += finish.remainder < part ? 1 : 0;
        finish.remainder += (finish.remainder < part ? finish.weight : 0) - part;
        finish.whole -= std::min(whole, finish.whole);
        return finish;
    }

    /** Takes a packet's share off its flow's F. */
    void TakeBack(uint32_t flow, uint32_t bytes)
    {
        Finish* finish = m_flows.Find(flow);
        if (finish && finish->weight > 0)
        {
            *finish = Before(*finish, bytes);
        }
    }

    Params m_params;                //!< the parameters
    FlowStateTable<Finish> m_flows; //!< F of each flow that may be ahead of V
    uint64_t m_now = 0;             //!< V
    uint64_t m_latest = 0;          //!< the largest F, rounded up
    Undo m_undo;                    //!< what Refused() restores
};

} // namespace schedlab

#endif /* STFQ_VIRTUAL_TIME_H */
