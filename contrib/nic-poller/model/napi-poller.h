/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NAPI_POLLER_H
#define NAPI_POLLER_H

#include "irq-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * Linux' NAPI with the costs of its network stack.
 */
class NapiPoller : public IrqPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif /* NAPI_POLLER_H */
