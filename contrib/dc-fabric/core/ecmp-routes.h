/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ECMP_ROUTES_H
#define ECMP_ROUTES_H

#include "fabric-plan.h"
#include "flow-hash.h"
#include "netbench-hash.h"

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * The ports that a packet takes, in order.
 */
struct EcmpPath
{
    static constexpr uint32_t MAX_HOPS = 8; //!< longest path

    std::array<uint32_t, MAX_HOPS> ports; //!< the ports, the host's first
    uint8_t hops = 0;                     //!< how many
};

/** How a node chooses among equal paths. */
enum class EcmpRule : uint8_t
{
    SALTED,  //!< by the flow's hash and a salt of the node
    NETBENCH //!< by NetbenchHash, for which the flow's hash has to be NetbenchHash::OfFlow()
};

/**
 * @ingroup dc-fabric
 * Equal-cost multipath over a topology: for each node and destination every port that begins a
 * shortest path, parallel cables included, and the choice among them by the flow's hash with a salt
 * of each node. So a flow keeps to one path, and the choices of two switches are independent.
 */
class EcmpRoutes
{
  public:
    /**
     * Finds the shortest paths to each host.
     * @param plan the topology
     * @param seed gives the salts; the same seed makes the same choices
     * @param rule how to choose
     */
    EcmpRoutes(const FabricPlan& plan, uint64_t seed, EcmpRule rule = EcmpRule::SALTED)
        : m_rule(rule),
          m_nHosts(plan.nHosts),
          m_to(plan.NPorts()),
          m_salts(plan.NNodes()),
          m_sets(1),
          m_setOf(uint64_t{plan.NNodes()} * plan.nHosts)
    {
        std::vector<std::vector<uint32_t>> portsOf(plan.NNodes());
        for (uint32_t port = 0; port < plan.NPorts(); ++port)
        {
            m_to[port] = plan.To(port);
            portsOf[plan.From(port)].push_back(port);
        }
        for (uint32_t node = 0; node < plan.NNodes(); ++node)
        {
            m_salts[node] = MixBits(MixBits(seed) + node);
        }
        std::map<std::vector<uint32_t>, uint32_t> known;
        for (uint32_t host = 0; host < plan.nHosts; ++host)
        {
            AddDestination(plan, portsOf, host, known);
        }
    }

    /** @return how nodes choose */
    EcmpRule Rule() const
    {
        return m_rule;
    }

    /**
     * @param node a node
     * @param host a destination
     * @return every port of the node that begins a shortest path there; none if there is no way
     */
    const std::vector<uint32_t>& Choices(uint32_t node, uint32_t host) const
    {
        return m_sets[m_setOf[uint64_t{node} * m_nHosts + host]];
    }

    /**
     * @param node a node
     * @param host a destination that the node has a way to
     * @param flowHash hash of the packet's addresses and ports
     * @return the port of the node that this flow takes
     */
    uint32_t Choose(uint32_t node, uint32_t host, uint64_t flowHash) const
    {
        const std::vector<uint32_t>& choices = Choices(node, host);
        if (m_rule == EcmpRule::NETBENCH)
        {
            return choices[NetbenchHash::Choose(node, flowHash, choices.size())];
        }
        const uint64_t bits = MixBits(flowHash ^ m_salts[node]) >> 32;
        return choices[(bits * choices.size()) >> 32];
    }

    /**
     * @param source a host
     * @param destination another host
     * @param flowHash hash of the packet's addresses and ports
     * @return the path of this flow
     * @throws std::invalid_argument if there is no way or it is longer than EcmpPath::MAX_HOPS
     */
    EcmpPath Path(uint32_t source, uint32_t destination, uint64_t flowHash) const
    {
        EcmpPath path;
        for (uint32_t node = source; node != destination;)
        {
            if (Choices(node, destination).empty() || path.hops == EcmpPath::MAX_HOPS)
            {
                throw std::invalid_argument("there is no path of at most " +
                                            std::to_string(EcmpPath::MAX_HOPS) +
                                            " hops from host " + std::to_string(source) + " to " +
                                            std::to_string(destination));
            }
            const uint32_t port = Choose(node, destination, flowHash);
            path.ports[path.hops++] = port;
            node = m_to[port];
        }
        return path;
    }

  private:
    /** Adds the ports of all nodes towards one host, by a breadth-first search from it. */
    void AddDestination(const FabricPlan& plan,
                        const std::vector<std::vector<uint32_t>>& portsOf,
                        uint32_t host,
                        std::map<std::vector<uint32_t>, uint32_t>& known)
    {
        std::vector<uint32_t> distance(plan.NNodes(), UINT32_MAX);
        std::vector<uint32_t> queue{host};
        distance[host] = 0;
        for (std::size_t i = 0; i < queue.size(); ++i)
        {
            const uint32_t node = queue[i];
            if (node < plan.nHosts && node != host)
            {
                continue; // a host forwards nothing
            }
            for (uint32_t port : portsOf[node])
            {
                if (distance[m_to[port]] == UINT32_MAX)
                {
                    distance[m_to[port]] = distance[node] + 1;
                    queue.push_back(m_to[port]);
                }
            }
        }
        std::vector<uint32_t> choices;
        for (uint32_t node = 0; node < plan.NNodes(); ++node)
        {
            choices.clear();
            for (uint32_t port : portsOf[node])
            {
                const uint32_t next = m_to[port];
                if (distance[next] != UINT32_MAX && distance[next] + 1 == distance[node] &&
                    (next >= plan.nHosts || next == host))
                {
                    choices.push_back(port);
                }
            }
            if (choices.empty())
            {
                continue;
            }
            const auto added = known.emplace(choices, m_sets.size());
            if (added.second)
            {
                m_sets.push_back(choices);
            }
            m_setOf[uint64_t{node} * m_nHosts + host] = added.first->second;
        }
    }

    EcmpRule m_rule;                           //!< how nodes choose
    uint32_t m_nHosts;                         //!< hosts of the topology
    std::vector<uint32_t> m_to;                //!< node at the far end of each port
    std::vector<uint64_t> m_salts;             //!< salt of each node
    std::vector<std::vector<uint32_t>> m_sets; //!< the distinct sets of ports, the first empty
    std::vector<uint32_t> m_setOf;             //!< by node and host: its set
};

} // namespace schedlab

#endif /* ECMP_ROUTES_H */
