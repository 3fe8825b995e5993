/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_TASK_H
#define CPU_TASK_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/state-clock.h"
#include "ns3/traced-callback.h"

namespace ns3
{

class CpuCore;

/**
 * @ingroup nic-poller
 * A thread of a host: it sleeps, waits for its core, or runs on it.
 *
 * While it runs it either executes a stretch of work of known length or spins. A core takes it off
 * the CPU and puts it back; a stretch of work then goes on where it was, and OnExecuted() is called
 * when all of it is done. The times in the three states add up to the time since the task was put
 * on its core, to the time step.
 */
class CpuTask : public Object
{
  public:
    /** What a task is doing. */
    enum State
    {
        SLEEPING, //!< nothing
        RUNNABLE, //!< waiting for its core
        RUNNING   //!< on its core
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Puts the task on a core, asleep. Call once.
     * @param core its core from now on
     */
    void SetCore(Ptr<CpuCore> core);

    /** @return its core, or null */
    Ptr<CpuCore> GetCore() const;

    /** @return what it is doing */
    State GetState() const;

    /** @param state a state @return time spent in it since SetCore() */
    Time GetTimeIn(State state) const;

    /** @return its weight among tasks of the core, from its nice value */
    uint32_t GetWeight() const;

    /** @param cost CPU time in ns that it has to spend before its next work is done */
    void AddDebt(double cost);

    /**
     * Signature of the trace source State.
     * @param before the state left
     * @param after the state entered
     */
    typedef void (*StateTracedCallback)(State before, State after);

  protected:
    void DoDispose() override;

    /**
     * Ends the sleep.
     * @param cost CPU time in ns of falling asleep and waking up. On an idle core it was spent
     * before this moment, being part of how late the timer was; on a busy one it is still to be
     * spent.
     */
    void WakeUp(double cost);

    /**
     * Works, now that the task runs.
     * @param cost CPU time in ns at the nominal frequency; debts are added
     */
    void Execute(double cost);

    /**
     * More work was added to what Execute() was told in this very instant.
     * @param steps time steps
     */
    void Extend(int64_t steps);

    /**
     * Gives up the core.
     * @param expected how long it will sleep in ns, negative if unknown
     */
    void Sleep(double expected);

    /** @return true if a stretch of work is not done yet */
    bool IsExecuting() const;

  private:
    friend class CpuCore;

    /** The task has the core and no work: it was woken. */
    virtual void OnDispatch() = 0;
    /** The work is done. */
    virtual void OnExecuted() = 0;
    /** It was taken off the core while it spun. */
    virtual void OnPreempt();
    /** It spins again. */
    virtual void OnResume();
    /** The frequency of its core has changed while it spins. */
    virtual void OnFrequency();

    /** @param state the state from now on @param at since when, in time steps */
    void SetState(State state, int64_t at);
    /** It is on the core now. @param resume it was there before */
    void Start(bool resume);
    /** It is taken off the core. */
    void Stop();
    /** The work is done. */
    void Executed();

    Ptr<CpuCore> m_core;                       //!< where it runs
    int m_nice;                                //!< nice value
    schedlab::StateClock<3> m_clock;           //!< time in each state
    double m_debt{0};                          //!< ns to be added to the next work
    bool m_executing{false};                   //!< work is not done
    bool m_fresh{true};                        //!< OnDispatch() is due
    int64_t m_left{0};                         //!< time steps of work left when taken off
    int64_t m_endsAt{0};                       //!< when the work is done
    EventId m_done;                            //!< end of the work
    double m_virtual{0};                       //!< weighted time run, for the core
    int64_t m_wakesAt{INT64_MAX};              //!< when it is expected to wake up
    TracedCallback<State, State> m_stateTrace; //!< changes of state
};

} // namespace ns3

#endif /* CPU_TASK_H */
