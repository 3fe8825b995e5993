/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FIXED_SLEEP_POLLER_H
#define FIXED_SLEEP_POLLER_H

#include "rx-poller.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * Polls, and sleeps for a fixed time when there was nothing: a thread for each queue, no lock.
 */
class FixedSleepPoller : public RxPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void OnRingNonEmpty(uint32_t queue) override;
    void OnAwake(PollThread& thread) override;
    void OnBurst(PollThread& thread, uint32_t packets) override;

    Time m_interval; //!< attribute Interval
};

} // namespace ns3

#endif /* FIXED_SLEEP_POLLER_H */
