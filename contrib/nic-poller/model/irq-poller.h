/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IRQ_POLLER_H
#define IRQ_POLLER_H

#include "rx-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * The base of pollers that interrupts drive: a packet in an empty ring raises one, not sooner than
 * Itr after the last of its queue. The handler polls with a budget until a poll finds less than
 * that, and then lets the next packet raise an interrupt again (Linux' NAPI). A queue has its own
 * thread.
 */
class IrqPoller : public RxPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    uint32_t GetBurst() const override;

  protected:
    /** @return the costs of a kernel's network stack */
    static schedlab::ServiceCost StackCosts();

    /** @param thread whose interrupt began @return packets that waited then and are not handled */
    uint32_t GetPending(const PollThread& thread) const;

    void DoStart() override;

  private:
    void OnRingNonEmpty(uint32_t queue) override;
    void OnAwake(PollThread& thread) override;
    void OnBurst(PollThread& thread, uint32_t packets) override;
    void OnWork(PollThread& thread) override;
    /** @param thread has handled a burst @param packets of it @return true if it polls again */
    virtual bool GoesOn(PollThread& thread, uint32_t packets);

    /** @param queue raises an interrupt when it may */
    void Arm(uint32_t queue);
    /** @param thread gets its interrupt */
    void Fire(PollThread* thread);

    uint32_t m_budget;               //!< most packets of a poll
    Time m_itr;                      //!< least time between two interrupts of a queue
    std::vector<bool> m_armed;       //!< by queue: a packet raises an interrupt
    std::vector<int64_t> m_firedAt;  //!< by queue: the last one, -1 for none
    std::vector<uint32_t> m_pending; //!< by queue: packets left for this interrupt
};

} // namespace ns3

#endif /* IRQ_POLLER_H */
