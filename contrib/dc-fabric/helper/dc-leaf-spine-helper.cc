/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-leaf-spine-helper.h"

#include <stdexcept>

namespace ns3
{

std::vector<uint32_t>
DcLeafSpineHelper::DealSystems(const Params& params, uint32_t systems)
{
    if (systems == 0)
    {
        throw std::invalid_argument("a fabric needs at least 1 of: systems");
    }
    const auto ofLeaf = [&](uint32_t leaf) { return uint64_t{leaf} * systems / params.leaves; };
    std::vector<uint32_t> ranks;
    for (uint32_t host = 0; host < params.leaves * params.hostsPerLeaf; ++host)
    {
        ranks.push_back(ofLeaf(host / params.hostsPerLeaf));
    }
    for (uint32_t leaf = 0; leaf < params.leaves; ++leaf)
    {
        ranks.push_back(ofLeaf(leaf));
    }
    for (uint32_t spine = 0; spine < params.spines; ++spine)
    {
        ranks.push_back(spine % systems);
    }
    return ranks;
}

DcLeafSpineHelper::DcLeafSpineHelper(const Params& params,
                                     QueueSize deviceQueue,
                                     uint16_t mtu,
                                     uint32_t systems)
    : DcFabricHelper(schedlab::FabricPlan::LeafSpine(params),
                     deviceQueue,
                     mtu,
                     DealSystems(params, systems)),
      m_params(params)
{
}

Ptr<Node>
DcLeafSpineHelper::GetLeaf(uint32_t i) const
{
    return GetLeaves().Get(i);
}

Ptr<Node>
DcLeafSpineHelper::GetSpine(uint32_t i) const
{
    return GetSpines().Get(i);
}

uint32_t
DcLeafSpineHelper::GetLeafOf(uint32_t host) const
{
    return host / m_params.hostsPerLeaf;
}

uint32_t
DcLeafSpineHelper::UpPort(uint32_t leaf, uint32_t spine, uint32_t parallel) const
{
    if (leaf >= m_params.leaves || spine >= m_params.spines || parallel >= m_params.cablesPerPair)
    {
        throw std::out_of_range("there is no such link between a leaf and a spine");
    }
    const uint32_t pair = leaf * m_params.spines + spine;
    return 2 * (GetNHosts() + pair * m_params.cablesPerPair + parallel);
}

const DcPort&
DcLeafSpineHelper::GetUpPort(uint32_t leaf, uint32_t spine, uint32_t parallel) const
{
    return GetPorts()[UpPort(leaf, spine, parallel)];
}

const DcPort&
DcLeafSpineHelper::GetSpinePort(uint32_t leaf, uint32_t spine, uint32_t parallel) const
{
    return GetPorts()[UpPort(leaf, spine, parallel) + 1];
}

} // namespace ns3
