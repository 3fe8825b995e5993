/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_LEAF_SPINE_HELPER_H
#define DC_LEAF_SPINE_HELPER_H

#include "dc-fabric-helper.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Leaf switches with hosts, each joined to all spine switches. By default 144 hosts at 9 leaves and
 * 4 spines, hosts at 100 Gb/s, spines at 400 Gb/s, 1 us for each link.
 */
class DcLeafSpineHelper : public DcFabricHelper
{
  public:
    /** Counts, rates and delays; a cable is a link. */
    using Params = schedlab::FabricPlan::LeafSpineParams;

    /**
     * Makes the nodes and links.
     * @param params counts, rates and delays
     * @param deviceQueue queue of each device, below its queue disc
     * @param mtu largest packet in bytes
     * @param systems ranks of ns-3's distributed simulator to deal the leaves to; a leaf and its
     * hosts have one rank, neighbouring leaves share one, the spines take turns
     * @throws std::invalid_argument if a count is 0
     */
    explicit DcLeafSpineHelper(const Params& params = {},
                               QueueSize deviceQueue = QueueSize("1p"),
                               uint16_t mtu = 1500,
                               uint32_t systems = 1);

    /** @param i index of a leaf @return the leaf */
    Ptr<Node> GetLeaf(uint32_t i) const;

    /** @param i index of a spine @return the spine */
    Ptr<Node> GetSpine(uint32_t i) const;

    /** @param host index of a host @return index of its leaf */
    uint32_t GetLeafOf(uint32_t host) const;

    /**
     * @param leaf index of a leaf @param spine index of a spine
     * @param parallel index among their parallel links
     * @return the port from the leaf up to the spine
     */
    const DcPort& GetUpPort(uint32_t leaf, uint32_t spine, uint32_t parallel = 0) const;

    /**
     * @param leaf index of a leaf @param spine index of a spine
     * @param parallel index among their parallel links
     * @return the port from the spine down to the leaf
     */
    const DcPort& GetSpinePort(uint32_t leaf, uint32_t spine, uint32_t parallel = 0) const;

    /**
     * @param params counts
     * @param systems ranks to deal to, at least 1
     * @return the rank of each node, in the order of the plan: hosts, leaves, spines
     * @throws std::invalid_argument if systems is 0
     */
    static std::vector<uint32_t> DealSystems(const Params& params, uint32_t systems);

  private:
    /** @return number of the port from a leaf up to a spine; see GetUpPort() */
    uint32_t UpPort(uint32_t leaf, uint32_t spine, uint32_t parallel) const;

    Params m_params; //!< counts, rates and delays
};

} // namespace ns3

#endif /* DC_LEAF_SPINE_HELPER_H */
