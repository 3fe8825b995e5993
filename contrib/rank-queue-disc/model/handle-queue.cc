/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "handle-queue.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HandleQueue);

TypeId
HandleQueue::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HandleQueue")
                            .SetParent<Queue<QueueDiscItem>>()
                            .SetGroupName("RankQueueDisc")
                            .AddConstructor<HandleQueue>();
    return tid;
}

HandleQueue::HandleQueue()
{
    // The largest that QueueSize can say: the scheduler decides, this queue never drops.
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UINT32_MAX));
}

HandleQueue::Handle
HandleQueue::Append(Ptr<QueueDiscItem> item)
{
    Handle handle;
    DoEnqueue(End(*this, 0), item, handle);
    return handle;
}

Ptr<QueueDiscItem>
HandleQueue::Take(Handle handle)
{
    return DoDequeue(handle);
}

bool
HandleQueue::Enqueue(Ptr<QueueDiscItem> item)
{
    Append(item);
    return true;
}

Ptr<QueueDiscItem>
HandleQueue::Dequeue()
{
    return IsEmpty() ? nullptr : DoDequeue(Begin(*this, 0));
}

Ptr<QueueDiscItem>
HandleQueue::Remove()
{
    return IsEmpty() ? nullptr : DoRemove(Begin(*this, 0));
}

Ptr<const QueueDiscItem>
HandleQueue::Peek() const
{
    return IsEmpty() ? nullptr : DoPeek(Begin(*this, 0));
}

} // namespace ns3
