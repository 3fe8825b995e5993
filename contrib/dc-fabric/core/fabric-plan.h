/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PLAN_H
#define FABRIC_PLAN_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace schedlab
{

/** What a port is for, by where it stands. */
enum class PortClass : uint8_t
{
    HOST_EGRESS, //!< from a host into the network
    LEAF_DOWN,   //!< from a switch to a host
    LEAF_UP,     //!< from a switch to one of a higher tier
    SPINE        //!< from a switch to one of a lower or the same tier
};

/**
 * @param portClass a class of ports
 * @return its name
 */
inline const char*
PortClassName(PortClass portClass)
{
    static constexpr const char* names[] = {"host-egress", "leaf-down", "leaf-up", "spine"};
    return names[static_cast<int>(portClass)];
}

/** Rate and delay of a cable, the same in both directions. */
struct LinkParams
{
    uint64_t bitsPerSecond = 100000000000; //!< rate
    uint64_t delayNs = 1000;               //!< propagation delay in nanoseconds
};

/**
 * @ingroup dc-fabric
 * A topology as a plain list: the hosts come first, then the switches, then the cables between
 * them.
 *
 * A cable has two ports: number 2i sends from its end a, number 2i + 1 from its end b.
 */
struct FabricPlan
{
    /** A cable. */
    struct Cable
    {
        uint32_t a;      //!< node at one end
        uint32_t b;      //!< node at the other
        LinkParams link; //!< rate and delay
    };

    uint32_t nHosts = 0;        //!< hosts: nodes 0 to nHosts - 1
    std::vector<uint8_t> tiers; //!< of each node: 0 a host, 1 a switch with hosts, 2 one above
    std::vector<Cable> cables;  //!< the cables

    /** @return the number of nodes, hosts and switches */
    uint32_t NNodes() const
    {
        return tiers.size();
    }

    /** @return the number of ports, two of each cable */
    uint32_t NPorts() const
    {
        return 2 * cables.size();
    }

    /** @param port a port @return the node that sends through it */
    uint32_t From(uint32_t port) const
    {
        return port % 2 ? cables[port / 2].b : cables[port / 2].a;
    }

    /** @param port a port @return the node at the far end */
    uint32_t To(uint32_t port) const
    {
        return From(port ^ 1);
    }

    /** @param port a port @return rate and delay */
    const LinkParams& Link(uint32_t port) const
    {
        return cables[port / 2].link;
    }

    /** @param port a port @return what it is for */
    PortClass Class(uint32_t port) const
    {
        const uint8_t from = tiers[From(port)];
        const uint8_t to = tiers[To(port)];
        return from == 0   ? PortClass::HOST_EGRESS
               : to == 0   ? PortClass::LEAF_DOWN
               : to > from ? PortClass::LEAF_UP
                           : PortClass::SPINE;
    }

    /** @param node a node @return its name: host3, leaf0, spine1 */
    std::string NodeName(uint32_t node) const
    {
        uint32_t first = node;
        while (first > 0 && tiers[first - 1] == tiers[node])
        {
            --first;
        }
        static constexpr const char* kinds[] = {"host", "leaf", "spine"};
        return kinds[tiers[node]] + std::to_string(node - first);
    }

    /** @param port a port @return its name: leaf0>host3, or leaf0>spine1#2 among parallel cables */
    std::string PortName(uint32_t port) const
    {
        uint32_t before = 0;
        uint32_t parallel = 0;
        for (uint32_t i = 0; i < cables.size(); ++i)
        {
            const bool same =
                cables[i].a == cables[port / 2].a && cables[i].b == cables[port / 2].b;
            parallel += same;
            before += same && i < port / 2;
        }
        return NodeName(From(port)) + ">" + NodeName(To(port)) +
               (parallel > 1 ? "#" + std::to_string(before) : "");
    }

    /** A leaf-spine fabric. */
    struct LeafSpineParams
    {
        uint32_t leaves = 9;                 //!< leaf switches
        uint32_t spines = 4;                 //!< spine switches
        uint32_t hostsPerLeaf = 16;          //!< hosts of a leaf
        uint32_t cablesPerPair = 1;          //!< parallel cables of a leaf to a spine
        LinkParams access{};                 //!< host to leaf
        LinkParams core{400000000000, 1000}; //!< leaf to spine
    };

    /**
     * @param params counts and links
     * @return the fabric; host h is on leaf h / hostsPerLeaf
     * @throws std::invalid_argument if a count is 0
     */
    static FabricPlan LeafSpine(const LeafSpineParams& params)
    {
        CheckCount(params.leaves, "leaves");
        CheckCount(params.spines, "spines");
        CheckCount(params.hostsPerLeaf, "hosts per leaf");
        CheckCount(params.cablesPerPair, "cables between a leaf and a spine");
        FabricPlan plan = Hosts(params.leaves * params.hostsPerLeaf);
        const uint32_t leaf = plan.Add(params.leaves, 1);
        const uint32_t spine = plan.Add(params.spines, 2);
        for (uint32_t host = 0; host < plan.nHosts; ++host)
        {
            plan.cables.push_back({host, leaf + host / params.hostsPerLeaf, params.access});
        }
        for (uint32_t l = 0; l < params.leaves; ++l)
        {
            for (uint32_t s = 0; s < params.spines; ++s)
            {
                plan.cables.insert(plan.cables.end(),
                                   params.cablesPerPair,
                                   {leaf + l, spine + s, params.core});
            }
        }
        return plan;
    }

    /**
     * @param hosts hosts around one switch; 2 make the linear topology
     * @param link every link
     * @return the star
     * @throws std::invalid_argument if there are fewer than two hosts
     */
    static FabricPlan Star(uint32_t hosts, const LinkParams& link)
    {
        CheckCount(hosts / 2, "pairs of hosts");
        FabricPlan plan = Hosts(hosts);
        const uint32_t hub = plan.Add(1, 1);
        for (uint32_t host = 0; host < hosts; ++host)
        {
            plan.cables.push_back({host, hub, link});
        }
        return plan;
    }

    /**
     * Two routers with the bottleneck between them.
     * @param senders hosts of the first router, nodes 0 to senders - 1
     * @param receivers hosts of the second router, the nodes that follow
     * @param access links of the hosts
     * @param bottleneck link between the routers, the last cable
     * @return the dumbbell
     * @throws std::invalid_argument if there is no sender or no receiver
     */
    static FabricPlan Dumbbell(uint32_t senders,
                               uint32_t receivers,
                               const LinkParams& access,
                               const LinkParams& bottleneck)
    {
        CheckCount(senders, "senders");
        CheckCount(receivers, "receivers");
        FabricPlan plan = Hosts(senders + receivers);
        const uint32_t router = plan.Add(2, 1);
        for (uint32_t host = 0; host < plan.nHosts; ++host)
        {
            plan.cables.push_back({host, router + (host < senders ? 0 : 1), access});
        }
        plan.cables.push_back({router, router + 1, bottleneck});
        return plan;
    }

  private:
    /** @param count hosts @return a plan of hosts only */
    static FabricPlan Hosts(uint32_t count)
    {
        FabricPlan plan;
        plan.nHosts = count;
        plan.Add(count, 0);
        return plan;
    }

    /** @param count nodes @param tier their tier @return the first of them */
    uint32_t Add(uint32_t count, uint8_t tier)
    {
        tiers.insert(tiers.end(), count, tier);
        return NNodes() - count;
    }

    /** @param count must not be 0 @param what name for the message */
    static void CheckCount(uint32_t count, const char* what)
    {
        if (count == 0)
        {
            throw std::invalid_argument(std::string("a topology needs at least 1 of: ") + what);
        }
    }
};

} // namespace schedlab

#endif /* FABRIC_PLAN_H */
