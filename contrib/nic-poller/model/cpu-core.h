/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_CORE_H
#define CPU_CORE_H

#include "cpu-task.h"

#include "ns3/cpu-power.h"
#include "ns3/random-variable-stream.h"

#include <cmath>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup nic-poller
 * A core: which of its tasks runs, its frequency, its idle states and its power.
 *
 * CFS divides the time as Linux' completely fair scheduler: the task that has had the least time
 * for its weight runs, for a slice of SchedLatency by its weight; one that wakes up takes over if
 * it is behind by more than WakeupGranularity. STATISTICAL draws the next task by weight and slices
 * of exponential length, and the heavier task takes over when it wakes up. In both a take-over
 * needs DispatchDelay. A task alone on its core runs at once and without any event.
 */
class CpuCore : public Object
{
  public:
    static constexpr std::size_t MOST_STATES = 5; //!< running and four idle states

    /** How tasks share the core. */
    enum ShareModel
    {
        STATISTICAL, //!< by lottery
        CFS          //!< by weighted time
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param power power in each state
     * @param ghz frequency now
     * @param nominal frequency that costs are given for
     */
    void SetPower(const schedlab::CpuPower& power, double ghz, double nominal);

    /**
     * @param watched whether changes of state have to be told in their instant
     * @param changed told of each
     */
    void SetObserver(std::function<bool()> watched, std::function<void()> changed);

    /** @param ghz the frequency from now on */
    void SetFrequency(double ghz);

    /** @return the frequency in GHz */
    double GetFrequency() const;

    /** @return time it ran; leaving an idle state belongs to that state */
    Time GetTimeRunning() const;

    /** @param state an idle state, from 0 @return time spent in it */
    Time GetTimeIdle(std::size_t state) const;

    /** @return power now in W */
    double GetWatts() const;

    /** @return energy since the start in J */
    double GetJoules() const;

    /** @return tasks that run or want to */
    uint32_t GetLoad() const;

    /** @param cost CPU time in ns at the nominal frequency @return time steps at the present one */
    int64_t StepsOf(double cost) const
    {
        return std::llround(cost * m_stepsPerNs);
    }

    /** @param stream first stream number @return numbers used */
    int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source CpuState.
     * @param before the state left: 0 is running, i + 1 idle state i
     * @param after the state entered
     */
    typedef void (*StateTracedCallback)(uint32_t before, uint32_t after);

  protected:
    void DoDispose() override;

  private:
    friend class CpuTask;

    /** @return true if what happens on the core matters to its one task only, for a while */
    bool IsPrivate() const;
    /** @param task is one of this core */
    void Add(Ptr<CpuTask> task);
    /** @param task wants to run @param cost of its sleep and wake-up, in ns */
    void Wake(CpuTask* task, double cost);
    /** @param task runs and goes to sleep @param at when; later than now on a private core only */
    void Block(CpuTask* task, int64_t at);
    /** @param task does not go to sleep: takes Block() back in the same instant */
    void Unblock(CpuTask* task);
    /** The idle state is left: a task can run. */
    void Leave();
    /** @param task gets the core now @param resume it did not just wake up */
    void Dispatch(CpuTask* task, bool resume);
    /** Lets the present task wait and another run. */
    void Switch();
    /** A slice has ended. */
    void EndSlice();
    /** Begins the slice of the present task if others wait. */
    void BeginSlice();
    /** @param task asks to take over @return true if it may */
    bool TakesOver(CpuTask* task);
    /** Takes the next task out of those that wait. @return it */
    CpuTask* Next();
    /** @param until what the present task ran until then is added to its weighted time */
    void Charge(int64_t until);
    /** @param state the new state @param at since when @param ahead that is to come */
    void SetState(std::size_t state, int64_t at, bool ahead = false);
    /** Follows a change of the frequency. */
    void Rescale();
    /** @param state a state @return power in it */
    double WattsIn(std::size_t state) const;
    /**
     * @param state a state
     * @param steps time steps in it, below 0 to take back what was counted in advance
     * @return energy, joules
     */
    double JoulesIn(std::size_t state, int64_t steps) const;

    schedlab::CpuPower m_power;                   //!< power in each state
    double m_ghz{2.1};                            //!< frequency
    double m_nominal{2.1};                        //!< frequency that costs are given for
    double m_stepsPerNs{1};                       //!< time steps of a ns of cost
    double m_joules{0};                           //!< energy of the states that ended
    double m_joulesBefore{0};                     //!< the same before the last Block()
    schedlab::StateClock<MOST_STATES> m_clock{1}; //!< time in each state
    std::vector<Ptr<CpuTask>> m_tasks;            //!< all of them
    CpuTask* m_current{nullptr};                  //!< on the core
    std::vector<CpuTask*> m_waiting;              //!< want the core
    CpuTask* m_woken{nullptr};                    //!< ends the idle state
    double m_wokenCost{0};                        //!< of its sleep and wake-up, in ns
    double m_virtual{0};                          //!< least weighted time of those that want to run
    int64_t m_ranSince{0};                        //!< not charged since
    int64_t m_sliceSince{0};                      //!< start of the slice
    int64_t m_lastIdle{0};                        //!< length of the last idle time
    EventId m_leave;                              //!< end of the idle state
    EventId m_slice;                              //!< end of the slice
    CpuTask* m_heir{nullptr};                     //!< takes over
    EventId m_takeOver;                           //!< a take-over is under way
    ShareModel m_model;                           //!< how tasks share the core
    Time m_latency;                               //!< period in which each task runs once
    Time m_granularity;                           //!< shortest slice
    Time m_wakeGranularity;                       //!< lead that a take-over needs
    std::function<bool()> m_watched;              //!< changes have to be told in their instant
    std::function<void()> m_changed;              //!< told of changes of state
    Ptr<RandomVariableStream> m_dispatchDelay;    //!< of a take-over, in s
    Ptr<UniformRandomVariable> m_lottery{
        CreateObject<UniformRandomVariable>()};      //!< for STATISTICAL
    TracedCallback<uint32_t, uint32_t> m_stateTrace; //!< changes of state
};

} // namespace ns3

#endif /* CPU_CORE_H */
