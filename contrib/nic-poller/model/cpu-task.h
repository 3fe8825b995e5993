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
     * Spins on and works from a later moment on, unless Replan() or Unplan() come before. If it
     * loses the core or the frequency changes by then, the plan is off and OnUnplanned() says so.
     * @param at when, not before now, in time steps
     * @param cost CPU time in ns at the nominal frequency; debts are added
     */
    void Plan(int64_t at, double cost);

    /** @param cost what the planned work costs instead */
    void Replan(double cost);

    /** Takes the plan back. */
    void Unplan();

    /** @return true if work is planned that has not begun, which it has after its first instant */
    bool IsPlanned() const;

    /** @return when the planned work begins, in time steps */
    int64_t GetStart() const;

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

    /**
     * @return true if nobody but the task itself sees what it does on its core for a while: it is
     * the core's only one, and no trace follows either
     */
    bool IsPrivate() const;

    /**
     * Works and then gives up the core, all at once and with no event. What is asked in between is
     * answered as of its time. On a private core only.
     * @param cost CPU time in ns at the nominal frequency; debts are added
     * @param expected how long it will sleep then in ns
     */
    void ExecuteAndSleep(double cost, double expected);

    /** Takes ExecuteAndSleep() back in the same instant: the task runs and has no work. */
    void TakeBackSleep();

    /** @param cost CPU time in ns @return when work would end that began now, in time steps */
    int64_t EndOf(double cost) const;

    /** @return true if a stretch of work is not done yet */
    bool IsExecuting() const;

  private:
    friend class CpuCore;

    /** The task has the core and no work: it was woken. */
    virtual void OnDispatch() = 0;
    /** The work is done. */
    virtual void OnExecuted() = 0;
    /** Planned work was called off. */
    virtual void OnUnplanned();
    /** It was taken off the core while it spun. */
    virtual void OnPreempt();
    /** It spins again. */
    virtual void OnResume();
    /** The frequency of its core has changed while it spins. */
    virtual void OnFrequency();

    /** @param state the new state @param at since when, in time steps @param ahead that is to come
     */
    void SetState(State state, int64_t at, bool ahead = false);
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
    bool m_planned{false};                     //!< it may not have begun
    int64_t m_startsAt{0};                     //!< when planned work begins
    double m_planCost{0};                      //!< ns of planned work, debts left out
    double m_paid{0};                          //!< ns of debts in planned work
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
