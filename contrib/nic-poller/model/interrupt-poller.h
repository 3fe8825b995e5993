/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INTERRUPT_POLLER_H
#define INTERRUPT_POLLER_H

#include "irq-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * Plain interrupts: the handler takes what waited when it began, and ends.
 */
class InterruptPoller : public IrqPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool GoesOn(PollThread& thread, uint32_t packets) override;
};

} // namespace ns3

#endif /* INTERRUPT_POLLER_H */
