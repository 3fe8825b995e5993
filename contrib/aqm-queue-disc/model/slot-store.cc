/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "slot-store.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SlotStore);

TypeId
SlotStore::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SlotStore")
                            .SetParent<Queue<QueueDiscItem>>()
                            .SetGroupName("AqmQueueDisc")
                            .AddConstructor<SlotStore>();
    return tid;
}

SlotStore::SlotStore()
{
    // The largest that QueueSize can say: the core decides, this queue never drops.
    SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, UINT32_MAX));
}

void
SlotStore::Hold(uint32_t slot, Ptr<QueueDiscItem> item)
{
    if (slot >= m_places.size())
    {
        m_places.resize(slot + 1);
    }
    DoEnqueue(End(*this, 0), item, m_places[slot]);
}

Ptr<QueueDiscItem>
SlotStore::Release(uint32_t slot)
{
    return DoDequeue(m_places[slot]);
}

const Ptr<QueueDiscItem>&
SlotStore::At(uint32_t slot) const
{
    return *m_places[slot];
}

bool
SlotStore::Enqueue(Ptr<QueueDiscItem> item)
{
    Iterator place;
    return DoEnqueue(End(*this, 0), item, place);
}

Ptr<QueueDiscItem>
SlotStore::Dequeue()
{
    return IsEmpty() ? nullptr : DoDequeue(Begin(*this, 0));
}

Ptr<QueueDiscItem>
SlotStore::Remove()
{
    return IsEmpty() ? nullptr : DoRemove(Begin(*this, 0));
}

Ptr<const QueueDiscItem>
SlotStore::Peek() const
{
    return IsEmpty() ? nullptr : DoPeek(Begin(*this, 0));
}

} // namespace ns3
