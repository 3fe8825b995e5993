/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "radix-heap-scheduler.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RadixHeapScheduler");

NS_OBJECT_ENSURE_REGISTERED(RadixHeapScheduler);

TypeId
RadixHeapScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RadixHeapScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("DcFabric")
                            .AddConstructor<RadixHeapScheduler>();
    return tid;
}

RadixHeapScheduler::RadixHeapScheduler() = default;

RadixHeapScheduler::~RadixHeapScheduler() = default;

void
RadixHeapScheduler::Insert(const Event& ev)
{
    NS_LOG_FUNCTION(this << ev.impl << ev.key.m_ts << ev.key.m_uid);
    m_events.Push(ev);
}

bool
RadixHeapScheduler::IsEmpty() const
{
    return m_events.IsEmpty();
}

Scheduler::Event
RadixHeapScheduler::PeekNext() const
{
    NS_ASSERT_MSG(!m_events.IsEmpty(), "There is no next event");
    return m_events.Top();
}

Scheduler::Event
RadixHeapScheduler::RemoveNext()
{
    NS_ASSERT_MSG(!m_events.IsEmpty(), "There is no next event");
    return m_events.Pop();
}

void
RadixHeapScheduler::Remove(const Event& ev)
{
    NS_LOG_FUNCTION(this << ev.impl << ev.key.m_ts << ev.key.m_uid);
    const bool removed = m_events.Remove(ev);
    NS_ABORT_MSG_UNLESS(removed,
                        "RadixHeapScheduler: event " << ev.key.m_uid << " at " << ev.key.m_ts
                                                     << " cannot be removed, it is not scheduled");
}

} // namespace ns3
