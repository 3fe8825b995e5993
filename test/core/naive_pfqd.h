/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NAIVE_PFQD_H
#define NAIVE_PFQD_H

#include "pfqd-core.h"

#include <deque>
#include <list>
#include <map>
#include <optional>

namespace schedlab::test
{

/**
 * PFQD as it is written down, step by step and with lists that are walked: the oracle of the core.
 * Flows are told apart exactly. Packets are named by the number of arrivals before them.
 */
class NaivePfqd
{
  public:
    /** A packet that leaves, or is lost. */
    struct Gone
    {
        uint64_t id;          //!< its name
        PfqdDrop why;         //!< NONE if it was served
        bool isMarked;        //!< with CE
        PfqdCycle::Turn tier; //!< where it was, if it was served
        uint64_t flow;        //!< its flow, if it was data
    };

    explicit NaivePfqd(const PfqdParams& params)
        : m_params(params)
    {
    }

    /** @return what is lost to the arrival, itself last */
    std::vector<Gone> Push(const PfqdArrival& arrival, int64_t now)
    {
        const uint64_t id = m_nextId++;
        m_gone.clear();
        if (arrival.kind != PacketClass::DATA)
        {
            const bool isNew = arrival.kind == PacketClass::NEW;
            auto& fifo = isNew ? m_new : m_ctl;
            if (!arrival.isLocal && fifo.size() >= (isNew ? m_params.newLimit : m_params.ctlLimit))
            {
                return {{id, isNew ? PfqdDrop::NEW_FULL : PfqdDrop::CTL_FULL, false, {}, 0}};
            }
            fifo.push_back({id, arrival});
            return {};
        }
        const uint64_t name = arrival.key.source[1] * 2 + arrival.isLocal;
        auto found = m_flows.find(name);
        if (found != m_flows.end() && found->second.packets.empty() &&
            now >= found->second.forgetAt)
        {
            m_flows.erase(found);
            found = m_flows.end();
        }
        if (found == m_flows.end())
        {
            Flow& made = m_flows[name];
            made.isLocal = arrival.isLocal;
            made.tNext = now;
            made.burstEnd = now + m_params.burstWindowNs;
            Begin(name, now);
        }
        else if (found->second.packets.empty())
        {
            Begin(name, now);
        }
        Flow& flow = m_flows[name];
        if (!flow.isDlo && now - flow.t0 >= m_params.demotionNs && m_dhi.size() >= 2)
        {
            m_dhi.remove(name);
            m_dlo.push_back(name);
            flow.isDlo = true;
        }
        flow.packets.push_back({id, arrival});
        flow.bytes += arrival.size;
        flow.ectSeen |= arrival.isEct;
        m_bytes += arrival.isLocal ? 0 : arrival.size;
        if (arrival.isLocal)
        {
            return {};
        }
        if (flow.bytes > Limit())
        {
            flow.flag = true;
            if (!flow.ectSeen)
            {
                Drop(name, true, PfqdDrop::HEAD, now);
            }
        }
        while (m_bytes > m_params.maxQueue)
        {
            uint64_t deepest = UINT64_MAX;
            for (const auto& [other, state] : m_flows)
            {
                if (!state.isLocal && !state.packets.empty() &&
                    (deepest == UINT64_MAX || state.bytes > m_flows[deepest].bytes ||
                     (state.bytes == m_flows[deepest].bytes &&
                      state.created < m_flows[deepest].created)))
                {
                    deepest = other;
                }
            }
            Drop(deepest, m_params.capDropPosition == PfqdParams::HEAD, PfqdDrop::OVERLIMIT, now);
        }
        return m_gone;
    }

    /** @return what leaves */
    std::optional<Gone> Pop(int64_t now)
    {
        for (int attempt = 0; attempt < 3; ++attempt)
        {
            if (!m_isOpen)
            {
                m_isOpen = true;
                m_newServed = m_ctlServed = 0;
                for (uint64_t name : m_dhi)
                {
                    m_flows[name].inCycle = true;
                }
            }
            if (!m_new.empty() && m_newServed < 10)
            {
                ++m_newServed;
                return PopFifo(m_new, PfqdCycle::NEW);
            }
            if (!m_ctl.empty() && m_ctlServed < 10)
            {
                ++m_ctlServed;
                return PopFifo(m_ctl, PfqdCycle::CTL);
            }
            for (uint64_t name : m_dhi)
            {
                if (m_flows[name].inCycle && m_flows[name].tNext <= now)
                {
                    return Serve(name, m_dhi, PfqdCycle::DHI, now);
                }
            }
            m_isOpen = false;
            for (uint64_t name : m_dlo)
            {
                if (m_flows[name].tNext <= now)
                {
                    return Serve(name, m_dlo, PfqdCycle::DLO, now);
                }
            }
        }
        return std::nullopt;
    }

    /** @return when the first of those that must not send yet may */
    int64_t NextWakeup(int64_t now) const
    {
        int64_t next = NEVER_NS;
        for (const auto& [name, flow] : m_flows)
        {
            if (!flow.packets.empty() && flow.tNext > now)
            {
                next = std::min(next, flow.tNext);
            }
        }
        return next;
    }

    /** @return flows with packets in DHI */
    std::size_t DhiFlows() const
    {
        return m_dhi.size();
    }

    /** @return flows with packets in DLO */
    std::size_t DloFlows() const
    {
        return m_dlo.size();
    }

    /** @return bytes that the cap counts */
    uint64_t CappedBytes() const
    {
        return m_bytes;
    }

  private:
    struct Packet
    {
        uint64_t id;
        PfqdArrival arrival;
    };

    struct Flow
    {
        std::deque<Packet> packets;
        uint64_t bytes{0};
        uint64_t created{0};
        int64_t t0{0};
        int64_t tNext{0};
        int64_t burstEnd{0};
        int64_t forgetAt{0};
        bool isLocal{false};
        bool isDlo{false};
        bool flag{false};
        bool ectSeen{false};
        bool inCycle{false};
    };

    uint64_t Limit() const
    {
        const uint64_t n = std::max<std::size_t>(1, m_dhi.size() + m_dlo.size());
        const double share = m_params.portRate * (m_params.ecnSojournNs / 1e9) / 8 / n;
        return std::max<uint64_t>(m_params.ecnThreshold, static_cast<uint64_t>(share));
    }

    void Begin(uint64_t name, int64_t now)
    {
        Flow& flow = m_flows[name];
        flow.t0 = now;
        flow.created = m_created++;
        flow.isDlo = flow.flag = flow.ectSeen = flow.inCycle = false;
        m_dhi.push_back(name);
    }

    void End(uint64_t name, int64_t now)
    {
        Flow& flow = m_flows[name];
        (flow.isDlo ? m_dlo : m_dhi).remove(name);
        flow.forgetAt = flow.tNext;
        if (m_params.burstWindowNs > 0)
        {
            const int64_t idle =
                m_params.burstIdleNs > 0 ? m_params.burstIdleNs : m_params.burstWindowNs;
            flow.forgetAt = std::max(flow.forgetAt, now + idle);
        }
    }

    void Drop(uint64_t name, bool fromHead, PfqdDrop why, int64_t now)
    {
        Flow& flow = m_flows[name];
        const Packet packet = fromHead ? flow.packets.front() : flow.packets.back();
        fromHead ? flow.packets.pop_front() : flow.packets.pop_back();
        flow.bytes -= packet.arrival.size;
        m_bytes -= packet.arrival.size;
        m_gone.push_back({packet.id, why, false, {}, name});
        if (flow.packets.empty())
        {
            End(name, now);
        }
    }

    Gone PopFifo(std::deque<Packet>& fifo, PfqdCycle::Turn tier)
    {
        const uint64_t id = fifo.front().id;
        fifo.pop_front();
        return {id, PfqdDrop::NONE, false, tier, 0};
    }

    Gone Serve(uint64_t name, std::list<uint64_t>& tier, PfqdCycle::Turn turn, int64_t now)
    {
        Flow& flow = m_flows[name];
        flow.inCycle = false;
        const Packet packet = flow.packets.front();
        const bool isMarked = flow.flag && packet.arrival.isEct;
        const uint64_t limit = Limit();
        flow.packets.pop_front();
        flow.bytes -= packet.arrival.size;
        m_bytes -= flow.isLocal ? 0 : packet.arrival.size;
        if (flow.bytes <= limit)
        {
            flow.flag = false;
        }
        int64_t gap = 0;
        const auto widen = [&](uint64_t rate) {
            const uint64_t bits = packet.arrival.size * 8'000'000'000;
            gap = std::max<int64_t>(gap, rate ? (bits + rate - 1) / rate : 0);
        };
        widen(packet.arrival.pacingRate);
        if (now >= flow.burstEnd)
        {
            widen(m_params.contractedRate);
        }
        flow.tNext = now + gap;
        if (flow.packets.empty())
        {
            End(name, now);
        }
        else
        {
            tier.remove(name);
            tier.push_back(name);
        }
        return {packet.id, PfqdDrop::NONE, isMarked, turn, name};
    }

    PfqdParams m_params;
    std::deque<Packet> m_new;
    std::deque<Packet> m_ctl;
    std::list<uint64_t> m_dhi;
    std::list<uint64_t> m_dlo;
    std::map<uint64_t, Flow> m_flows;
    std::vector<Gone> m_gone;
    bool m_isOpen{false};
    int m_newServed{0};
    int m_ctlServed{0};
    uint64_t m_bytes{0};
    uint64_t m_nextId{0};
    uint64_t m_created{0};
};

} // namespace schedlab::test

#endif /* NAIVE_PFQD_H */
