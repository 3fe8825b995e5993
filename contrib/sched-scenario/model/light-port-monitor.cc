/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "light-port-monitor.h"

#include <stdexcept>

namespace ns3
{

LightPortMonitor::LightPortMonitor(const Port& port,
                                   const LightPort& light,
                                   Ptr<InversionProbe> probe)
    : PortMonitor(port, light.GetQueueDisc(), probe),
      m_light(light)
{
}

uint64_t
LightPortMonitor::GetIn() const
{
    return m_light.GetCounters().inPackets;
}

uint64_t
LightPortMonitor::GetOut() const
{
    return m_light.GetCounters().outPackets;
}

uint64_t
LightPortMonitor::GetSentBytes() const
{
    return m_light.GetCounters().outBytes;
}

uint64_t
LightPortMonitor::GetArrived() const
{
    return m_light.GetCounters().arrived;
}

uint64_t
LightPortMonitor::GetQueued() const
{
    return GetDisc()->GetNPackets();
}

std::string
LightPortMonitor::CheckConservation() const
{
    try
    {
        m_light.CheckConservation();
    }
    catch (const std::runtime_error& wrong)
    {
        return std::string("port ") + wrong.what();
    }
    return "";
}

} // namespace ns3
