/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLOT_QUEUE_DISC_H
#define SLOT_QUEUE_DISC_H

#include "slot-store.h"

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/queue-disc.h"

/**
 * @defgroup aqm-queue-disc PFQD and its rivals
 *
 * Queue discs that share a link between flows and signal congestion: PFQD, DualPI2 and the pacing
 * fair queue of Linux.
 */

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * Base of the queue discs whose core names packets by slots and may keep them until a time.
 *
 * It holds the packets, looks at the next one without taking it, and wakes up when the core says
 * that a packet may leave, with one event. Errors of configuration are thrown as
 * std::invalid_argument, with one line that says what to do: a program may catch and print it.
 */
class SlotQueueDisc : public QueueDisc
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SlotQueueDisc();
    ~SlotQueueDisc() override;

  protected:
    void DoDispose() override;

    /** @return the device below, or null if there is none */
    Ptr<NetDevice> GetDevice() const;

    /** @return the rate of the device below, bit/s, or 0 if it has none or tells none */
    uint64_t GetDeviceRate() const;

    /** @return the packets */
    SlotStore& Store() const;

    /**
     * Called when the core has given no packet.
     * @param wakeup when to ask again, ns; INT64_MAX for never
     */
    void WakeAt(int64_t wakeup);

  private:
    /**
     * Makes the core from the attributes, and tells GetMaxSize() how much it takes.
     * @throws std::invalid_argument if they make no sense together
     */
    virtual void CreateCore() = 0;
    /** @return the packet that would be served now, or schedlab::NO_SLOT */
    virtual uint32_t CorePeek() = 0;

    Ptr<const QueueDiscItem> DoPeek() final;
    bool CheckConfig() final;
    void InitializeParams() final;

    /** @param item a packet that left but that the device did not take */
    void TakeBack(Ptr<const QueueDiscItem> item);

    Ptr<SlotStore> m_store;               //!< the packets
    Ptr<const QueueDiscItem> m_takenBack; //!< last packet that the device did not take
    EventId m_wakeup;                     //!< when the disc asks to send by itself
};

} // namespace ns3

#endif /* SLOT_QUEUE_DISC_H */
