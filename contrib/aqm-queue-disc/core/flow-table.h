/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_TABLE_H
#define FLOW_TABLE_H

#include "flow-key.h"
#include "slot-pool.h"

#include <vector>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Finds the flow of a packet by the hash of its key (section 4.2 of the paper).
 *
 * If keys are not compared all flows of a bucket are one, except that what this host sent never
 * shares with what it forwards. If they are, the table grows with the number of flows.
 * @tparam Flow a flow: `Flow(uint32_t hash, bool isLocal)`, `uint32_t Hash() const`,
 * `bool IsLocal() const`, and `uint32_t chain` for the table's own use
 */
template <typename Flow>
class FlowTable
{
  public:
    /**
     * @param flows all flows
     * @param isExact whether keys are compared
     * @param buckets a power of two
     */
    FlowTable(SlotPool<Flow>& flows, bool isExact, uint32_t buckets)
        : m_flows(flows),
          m_exact(isExact),
          m_first(buckets, NO_SLOT)
    {
    }

    FlowTable(const FlowTable&) = delete;
    FlowTable& operator=(const FlowTable&) = delete;

    /**
     * @param key of a packet
     * @param hash of the key
     * @param isLocal whether this host sent it
     * @return its flow, or NO_SLOT if there is none
     */
    uint32_t Find(const FlowKey& key, uint32_t hash, bool isLocal) const
    {
        uint32_t flow = m_first[hash & Mask()];
        while (flow != NO_SLOT && !Matches(flow, key, hash, isLocal))
        {
            flow = m_flows[flow].chain;
        }
        return flow;
    }

    /**
     * Adds a flow that Find() did not find.
     * @param key of its packets
     * @param hash of the key
     * @param isLocal whether this host sends them
     * @return the flow, its state that of a new one
     */
    uint32_t Add(const FlowKey& key, uint32_t hash, bool isLocal)
    {
        const uint32_t flow = m_flows.Take();
        m_flows[flow] = Flow(hash, isLocal);
        if (m_exact)
        {
            if (m_flows.Used() > m_first.size())
            {
                Grow();
            }
            if (m_keys.size() <= flow)
            {
                m_keys.resize(flow + 1);
            }
            m_keys[flow] = key;
        }
        Link(flow);
        return flow;
    }

    /** @param flow a flow that is forgotten */
    void Erase(uint32_t flow)
    {
        uint32_t* link = &m_first[m_flows[flow].Hash() & Mask()];
        while (*link != flow)
        {
            link = &m_flows[*link].chain;
        }
        *link = m_flows[flow].chain;
        m_flows.GiveBack(flow);
    }

  private:
    /** @return the bits of a hash that choose a bucket */
    uint32_t Mask() const
    {
        return static_cast<uint32_t>(m_first.size()) - 1;
    }

    /** @return true if a packet belongs to a flow of its bucket */
    bool Matches(uint32_t flow, const FlowKey& key, uint32_t hash, bool isLocal) const
    {
        return m_flows[flow].IsLocal() == isLocal &&
               (!m_exact || (m_flows[flow].Hash() == hash && m_keys[flow] == key));
    }

    /** @param flow put first in its bucket */
    void Link(uint32_t flow)
    {
        uint32_t& first = m_first[m_flows[flow].Hash() & Mask()];
        m_flows[flow].chain = first;
        first = flow;
    }

    /** Doubles the buckets. */
    void Grow()
    {
        std::vector<uint32_t> before(2 * m_first.size(), NO_SLOT);
        before.swap(m_first);
        for (uint32_t flow : before)
        {
            while (flow != NO_SLOT)
            {
                const uint32_t next = m_flows[flow].chain;
                Link(flow);
                flow = next;
            }
        }
    }

    SlotPool<Flow>& m_flows;       //!< all flows
    bool m_exact;                  //!< keys are compared
    std::vector<uint32_t> m_first; //!< first flow of each bucket
    std::vector<FlowKey> m_keys;   //!< of the flows; only if they are compared
};

} // namespace schedlab

#endif /* FLOW_TABLE_H */
