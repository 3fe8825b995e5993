/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_STORE_H
#define SLOT_STORE_H

#include "ns3/queue-item.h"
#include "ns3/queue.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * Holds the packets of a queue disc under the numbers that its core gives them.
 *
 * A QueueDisc accounts for its packets through the traces of its internal queues, so they have to
 * sit in one; the order of service is the core's, kept apart. The queue itself sets no limit.
 */
class SlotStore : public Queue<QueueDiscItem>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SlotStore();

    /** @param slot a number that no packet held has @param item the packet to hold */
    void Hold(uint32_t slot, Ptr<QueueDiscItem> item);

    /** @param slot number of a packet held @return that packet, counted as dequeued */
    Ptr<QueueDiscItem> Release(uint32_t slot);

    /** @param slot number of a packet held @return that packet */
    const Ptr<QueueDiscItem>& At(uint32_t slot) const;

    bool Enqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> Dequeue() override;
    Ptr<QueueDiscItem> Remove() override;
    Ptr<const QueueDiscItem> Peek() const override;

  private:
    /** @cond The ends of a Queue are its container's from ns-3.37 on. */
    template <typename Q>
    static auto Begin(const Q& queue, int) -> decltype(queue.GetContainer().begin())
    {
        return queue.GetContainer().begin();
    }

    template <typename Q>
    static auto Begin(const Q& queue, long) -> decltype(queue.begin())
    {
        return queue.begin();
    }

    template <typename Q>
    static auto End(const Q& queue, int) -> decltype(queue.GetContainer().end())
    {
        return queue.GetContainer().end();
    }

    template <typename Q>
    static auto End(const Q& queue, long) -> decltype(queue.end())
    {
        return queue.end();
    }

    /** @endcond */

    std::vector<Iterator> m_places; //!< where each packet is held
};

} // namespace ns3

#endif /* SLOT_STORE_H */
