/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HANDLE_QUEUE_H
#define HANDLE_QUEUE_H

#include "ns3/queue-item.h"
#include "ns3/queue.h"

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Holds the packets of a rank-ordered queue disc in order of arrival and gives any of them back by
 * its handle.
 *
 * A QueueDisc accounts for its packets through the traces of its internal queues, so they have to
 * sit in one; the order of service is the scheduler's, kept apart. The queue itself sets no limit.
 */
class HandleQueue : public Queue<QueueDiscItem>
{
  public:
    using Handle = Iterator; //!< refers to a packet held, valid until that packet is taken

    /** @return the TypeId */
    static TypeId GetTypeId();

    HandleQueue();

    /**
     * @param item the packet to hold
     * @return its handle
     */
    Handle Append(Ptr<QueueDiscItem> item);

    /**
     * @param handle a packet held
     * @return that packet, counted as dequeued
     */
    Ptr<QueueDiscItem> Take(Handle handle);

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
};

} // namespace ns3

#endif /* HANDLE_QUEUE_H */
