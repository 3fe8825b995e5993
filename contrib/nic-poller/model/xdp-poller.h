/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef XDP_POLLER_H
#define XDP_POLLER_H

#include "irq-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * XDP: NAPI with a program in the driver instead of the network stack, each queue bound to its own
 * core.
 *
 * The costs are fitted to three numbers of Metronome's paper (Sec. V-D) on four queues: 13.57
 * million packets a second at most, 52 % of a core at 1 Gbit/s and 34 % at 0.5 Gbit/s of 64-byte
 * frames; they give 13.8, 54 and 33.
 */
class XdpPoller : public IrqPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
};

} // namespace ns3

#endif /* XDP_POLLER_H */
