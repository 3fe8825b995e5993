/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-dumbbell-helper.h"

#include <stdexcept>

namespace ns3
{

namespace
{

schedlab::FabricPlan
MakePlan(const DcDumbbellHelper::Params& params)
{
    schedlab::FabricPlan plan = schedlab::FabricPlan::Dumbbell(params.senders,
                                                               params.receivers,
                                                               {params.access.GetBitRate(), 0},
                                                               {params.bottleneck.GetBitRate(), 0});
    if (params.rtt.size() != 1 && params.rtt.size() != params.senders)
    {
        throw std::invalid_argument("a dumbbell of " + std::to_string(params.senders) +
                                    " senders needs one round-trip time, or one for each");
    }
    // The delay is all in the sender's link, so that each sender can have its own.
    for (uint32_t i = 0; i < params.senders; ++i)
    {
        plan.cables[i].link.delayNs = params.rtt[i % params.rtt.size()].GetNanoSeconds() / 2;
    }
    return plan;
}

} // namespace

DcDumbbellHelper::DcDumbbellHelper(const Params& params)
    : DcFabricHelper(MakePlan(params), params.deviceQueue, params.mtu),
      m_senders(params.senders)
{
}

Ptr<Node>
DcDumbbellHelper::GetSender(uint32_t i) const
{
    if (i >= m_senders)
    {
        throw std::out_of_range("there is no sender " + std::to_string(i));
    }
    return GetHost(i);
}

Ptr<Node>
DcDumbbellHelper::GetReceiver(uint32_t i) const
{
    return GetHost(GetReceiverIndex(i));
}

uint32_t
DcDumbbellHelper::GetReceiverIndex(uint32_t i) const
{
    return m_senders + i;
}

const DcPort&
DcDumbbellHelper::GetBottleneck() const
{
    return GetPorts()[GetPorts().size() - 2];
}

} // namespace ns3
