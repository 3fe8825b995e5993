/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "poll-thread.h"

#include "host-nic-net-device.h"
#include "rx-poller.h"
#include "tx-batcher.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PollThread);

PollThread* PollThread::g_current = nullptr;

TypeId
PollThread::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PollThread")
                            .SetParent<CpuTask>()
                            .SetGroupName("NicPoller")
                            .AddConstructor<PollThread>();
    return tid;
}

PollThread*
PollThread::Current()
{
    return g_current;
}

void
PollThread::DoDispose()
{
    timer.Cancel();
    drain.Cancel();
    m_burst.clear();
    m_poller = nullptr;
    CpuTask::DoDispose();
}

void
PollThread::SetPoller(RxPoller* poller, uint32_t index)
{
    m_poller = poller;
    m_index = index;
}

uint32_t
PollThread::GetIndex() const
{
    return m_index;
}

uint32_t
PollThread::GetQueue() const
{
    return m_queue;
}

uint32_t
PollThread::GetInService() const
{
    return m_burst.size();
}

double
PollThread::BurstCost() const
{
    return m_poller->GetCosts().Burst(m_burst.size(), m_bytes);
}

void
PollThread::Poll(uint32_t queue)
{
    m_queue = queue;
    m_poller->NotePoll(*this, queue, Simulator::Now().GetTimeStep());
    m_polling = true;
    Take();
    Execute(BurstCost());
}

void
PollThread::PollAt(uint32_t queue, int64_t at)
{
    m_queue = queue;
    m_poller->NotePoll(*this, queue, at);
    m_polling = true;
    m_open = true;
    Plan(at, CostOfNext());
}

void
PollThread::Take()
{
    HostNicNetDevice::Ring& ring = m_poller->GetNic()->GetRing(m_queue);
    const uint32_t n = std::min(m_poller->GetBurst(), ring.Size());
    m_bytes = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        m_burst.push_back(ring.Pop());
        m_bytes += m_burst.back().packet->GetSize();
    }
}

void
PollThread::Settle()
{
    if (m_open && !IsPlanned())
    {
        m_open = false;
        Take();
        m_poller->OnPollBegun(*this);
    }
}

double
PollThread::CostOfNext() const
{
    const HostNicNetDevice::Ring& ring = m_poller->GetNic()->GetRing(m_queue);
    const uint32_t n = std::min(m_poller->GetBurst(), ring.Size());
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < n; ++i)
    {
        bytes += ring.At(i).packet->GetSize();
    }
    return m_poller->GetCosts().Burst(n, bytes);
}

void
PollThread::Join(uint32_t queue)
{
    HostNicNetDevice::Ring& ring = m_poller->GetNic()->GetRing(queue);
    if (m_open)
    {
        if (ring.Size() <= m_poller->GetBurst())
        {
            Replan(CostOfNext());
        }
        return;
    }
    if (!m_polling || m_burst.size() >= m_poller->GetBurst() || ring.Size() == 0)
    {
        return;
    }
    const int64_t before = GetCore()->StepsOf(BurstCost());
    m_burst.push_back(ring.Pop());
    m_bytes += m_burst.back().packet->GetSize();
    Extend(GetCore()->StepsOf(BurstCost()) - before);
}

void
PollThread::Work(double cost)
{
    m_polling = false;
    Execute(cost);
}

void
PollThread::Wake(double cost)
{
    ++wakeUps;
    WakeUp(cost);
}

void
PollThread::Rest(double expected)
{
    Sleep(expected);
}

void
PollThread::PollAndRest(uint32_t queue, double expected)
{
    m_queue = queue;
    ExecuteAndSleep(m_poller->GetCosts().Burst(0, 0), expected);
}

bool
PollThread::IsSpinning() const
{
    return GetState() == RUNNING && !IsExecuting();
}

void
PollThread::OnDispatch()
{
    m_poller->OnAwake(*this);
}

void
PollThread::OnExecuted()
{
    if (!m_polling)
    {
        m_poller->OnWork(*this);
        return;
    }
    Settle();
    m_polling = false;
    const uint32_t n = m_burst.size();
    if (n > 0)
    {
        Deliver();
    }
    m_poller->NoteBurst(*this, m_queue, n);
    m_poller->OnBurst(*this, n);
}

void
PollThread::Deliver()
{
    HostNicNetDevice& nic = *m_poller->GetNic();
    PollThread* before = g_current;
    g_current = this;
    for (RxDescriptor& descriptor : m_burst)
    {
        nic.Deliver(m_queue, descriptor);
    }
    m_burst.clear();
    g_current = before;
    for (TxBatcher* batcher : m_touched)
    {
        batcher->EndBurst(*this);
    }
    m_touched.clear();
}

void
PollThread::OnUnplanned()
{
    m_open = false;
    m_polling = false;
    m_poller->NotePoll(*this, m_queue, -1);
}

void
PollThread::OnPreempt()
{
    m_poller->OnPreempt(*this);
}

void
PollThread::OnResume()
{
    m_poller->OnResume(*this);
}

void
PollThread::OnFrequency()
{
    m_poller->OnFrequency(*this);
}

void
PollThread::UseBatcher(TxBatcher* batcher)
{
    m_touched.push_back(batcher);
    if (std::find(m_batchers.begin(), m_batchers.end(), batcher) == m_batchers.end())
    {
        m_batchers.push_back(batcher);
    }
}

void
PollThread::OnFlush()
{
    AddDebt(m_poller->GetCosts().txFlush);
}

void
PollThread::DrainBuffers(const TxBatcher* only)
{
    for (TxBatcher* batcher : m_batchers)
    {
        if (!only || batcher == only)
        {
            batcher->Drain(*this);
        }
    }
}

bool
PollThread::HasBuffered() const
{
    return std::any_of(m_batchers.begin(), m_batchers.end(), [&](const TxBatcher* batcher) {
        return batcher->Buffered(*this) > 0;
    });
}

} // namespace ns3
