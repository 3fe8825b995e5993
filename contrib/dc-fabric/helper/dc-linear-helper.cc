/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dc-linear-helper.h"

namespace ns3
{

DcLinearHelper::DcLinearHelper(DataRate rate, Time delay, QueueSize deviceQueue, uint16_t mtu)
    : m_link{rate, delay, deviceQueue, mtu}
{
    const Ptr<Node> a = AddHost();
    const Ptr<Node> b = AddHost();
    const Ptr<Node> middle = AddSwitch();
    ConnectHost(a, middle, m_link);
    ConnectHost(b, middle, m_link);
}

Ptr<Node>
DcLinearHelper::GetSwitch() const
{
    return GetSwitches().Get(0);
}

Time
DcLinearHelper::GetBaseRtt() const
{
    const uint32_t answer = 40;
    return GetPathLength() * (2 * m_link.delay + m_link.rate.CalculateBytesTxTime(m_link.mtu) +
                              m_link.rate.CalculateBytesTxTime(answer));
}

uint32_t
DcLinearHelper::GetPathLength() const
{
    return 2;
}

} // namespace ns3
