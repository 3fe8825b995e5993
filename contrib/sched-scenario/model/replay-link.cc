/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-link.h"

#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

namespace ns3
{

ReplayLink::ReplayLink(Ptr<QueueDisc> disc,
                       std::optional<DataRate> rate,
                       SentCallback sent,
                       std::function<void()> idle)
    : m_disc(disc),
      m_rate(rate),
      m_sent(std::move(sent)),
      m_idle(std::move(idle)),
      m_interface(CreateObject<NetDeviceQueueInterface>())
{
    // Some discs take their quantum from the device.
    auto device = CreateObject<SimpleNetDevice>();
    device->SetMtu(MTU);
    if (m_rate)
    {
        // Others ask it for the rate of their port.
        device->SetAttribute("DataRate", DataRateValue(*m_rate));
    }
    device->AggregateObject(m_interface);
    // A disc that shapes asks to send by itself, when its time has come.
    m_disc->SetNetDeviceQueueInterface(m_interface);
    m_disc->SetSendCallback([this](Ptr<QueueDiscItem> item) { Send(item); });
    if (!m_rate)
    {
        m_interface->GetTxQueue(0)->Stop();
    }
}

ReplayLink::~ReplayLink()
{
    // The device and its interface hold each other.
    m_interface->Dispose();
}

void
ReplayLink::Run()
{
    if (!m_rate)
    {
        return;
    }
    m_disc->Run();
    if (IsFree())
    {
        m_idle();
    }
}

void
ReplayLink::EndIfDue()
{
    if (!IsFree() && m_endTime == Simulator::Now())
    {
        m_end.Cancel();
        End();
    }
}

bool
ReplayLink::IsFree() const
{
    return m_end.IsExpired();
}

void
ReplayLink::Send(Ptr<QueueDiscItem> item)
{
    m_interface->GetTxQueue(0)->Stop();
    const Time duration = m_rate->CalculateBytesTxTime(item->GetSize());
    m_endTime = Simulator::Now() + duration;
    m_end = Simulator::Schedule(duration, &ReplayLink::End, this);
    m_sent(item);
}

void
ReplayLink::End()
{
    m_interface->GetTxQueue(0)->Start();
    Run();
}

} // namespace ns3
