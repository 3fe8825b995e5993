/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_HOG_H
#define CPU_HOG_H

#include "cpu-task.h"

namespace ns3
{

class HostCpu;

/**
 * @ingroup nic-poller
 * A competing load: a task that always wants its core, or wants it for On out of every On + Off.
 */
class CpuHog : public CpuTask
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Puts the hog on a core. It begins at once when the simulation runs already, else with it.
     * @param cpu the host's processor
     * @param core which core
     * @param context number of the node, for its events
     */
    void Install(Ptr<HostCpu> cpu, uint32_t core, uint32_t context);

    /** @return CPU time it has had; a stretch of work it did is that much */
    Time GetWork() const;

    /** @return how much longer work takes than on a core of its own, 1 if not at all */
    double GetSlowdown() const;

  protected:
    void DoDispose() override;

  private:
    void OnDispatch() override;
    void OnExecuted() override;
    /** It wants its core. */
    void Begin();

    Time m_on;       //!< work at a time, 0 for no end
    Time m_off;      //!< pause after it
    EventId m_begin; //!< end of the pause
};

} // namespace ns3

#endif /* CPU_HOG_H */
