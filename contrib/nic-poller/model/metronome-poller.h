/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef METRONOME_POLLER_H
#define METRONOME_POLLER_H

#include "rx-poller.h"

#include "ns3/metronome-controller.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup nic-poller
 * Metronome (Faltelli et al., "Metronome: adaptive and precise intermittent packet retrieval in
 * DPDK"): threads that sleep, race for a queue when they wake, and empty it if they win.
 */
class MetronomePoller : public RxPoller
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    MetronomePoller();

    /** @return the protocol's state; after Start() only */
    const schedlab::MetronomeController& GetController() const;

    int64_t AssignStreams(int64_t stream) override;

    /**
     * Signature of the trace source TryLock.
     * @param thread number of the thread
     * @param queue the queue
     * @param won whether it was free
     */
    typedef void (*TryLockTracedCallback)(uint32_t thread, uint32_t queue, bool won);

    /**
     * Signature of the trace sources Vacation and Ts.
     * @param queue the queue
     * @param time how long
     */
    typedef void (*TimeTracedCallback)(uint32_t queue, Time time);

    /**
     * Signature of the trace source Busy.
     * @param queue the queue
     * @param time how long it was held
     * @param packets packets taken from it
     */
    typedef void (*BusyTracedCallback)(uint32_t queue, Time time, uint32_t packets);

    /**
     * Signature of the trace source Rho.
     * @param queue the queue
     * @param load the new estimate
     */
    typedef void (*RhoTracedCallback)(uint32_t queue, double load);

    /**
     * Signature of the trace source Role.
     * @param thread number of the thread
     * @param before true if it was primary
     * @param after true if it is primary
     */
    typedef void (*RoleTracedCallback)(uint32_t thread, bool before, bool after);

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void OnRingNonEmpty(uint32_t queue) override;
    void OnAwake(PollThread& thread) override;
    void OnBurst(PollThread& thread, uint32_t packets) override;
    void OnTakenBack(PollThread& thread) override;
    void OnWork(PollThread& thread) override;
    /** @param thread tries the lock of its queue */
    void Race(PollThread& thread);
    /** @param thread polls @param queue which it holds */
    void Serve(PollThread& thread, uint32_t queue);
    /** @param thread has emptied its queue */
    void Release(PollThread& thread);
    /** @param thread whose role may have changed @param before whether it was primary */
    void TraceRole(const PollThread& thread, bool before);

    uint32_t m_m;                                 //!< attribute Threads
    Time m_vBar;                                  //!< target vacation
    Time m_tLong;                                 //!< sleep after a lost race
    Time m_tFirst;                                //!< longest sleep before the first race
    Time m_tShort;                                //!< sleep after a won race with Fixed
    double m_alpha;                               //!< weight of the old load estimate
    schedlab::MetronomeParams::Rule m_rule;       //!< how T_S follows the load
    double m_mOverN;                              //!< threads per queue in the rule
    schedlab::MetronomeParams::Pick m_pick;       //!< where a loser tries next
    schedlab::MetronomeParams::Initial m_initial; //!< first queue of a thread
    bool m_eager;                                 //!< attribute Eager
    std::unique_ptr<schedlab::MetronomeController> m_controller; //!< the protocol
    schedlab::MetronomeController::Snapshot m_before;            //!< before the last early release
    std::vector<bool> m_racing;     //!< by thread: it pays for trying a lock
    std::vector<uint32_t> m_served; //!< by queue: packets of the busy period
    Ptr<UniformRandomVariable> m_random{
        CreateObject<UniformRandomVariable>()}; //!< phases and picks

    TracedCallback<uint32_t, uint32_t, bool> m_tryLockTrace; //!< races
    TracedCallback<uint32_t, Time> m_vacationTrace;          //!< vacations
    TracedCallback<uint32_t, Time, uint32_t> m_busyTrace;    //!< busy periods
    TracedCallback<uint32_t, double> m_rhoTrace;             //!< load estimates
    TracedCallback<uint32_t, Time> m_tsTrace;                //!< short timeouts
    TracedCallback<uint32_t, bool, bool> m_roleTrace;        //!< changes of role
};

} // namespace ns3

#endif /* METRONOME_POLLER_H */
