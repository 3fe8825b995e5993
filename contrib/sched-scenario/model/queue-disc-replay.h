/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUEUE_DISC_REPLAY_H
#define QUEUE_DISC_REPLAY_H

#include "replay-link.h"
#include "replay-log.h"
#include "replay-trace.h"

#include <exception>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Does to a queue disc what a trace says and writes what the disc did, without any network.
 *
 * An arrival makes a row enq (accepted or dropped) and, for each queued packet that it pushed out,
 * a row evict. A dequeue makes a row deq (dequeued or empty) after a row drop for each packet that
 * the disc threw away instead of sending. The rank in a row is the one on the packet, that is the
 * one that a rank-ordered disc used. If the trace has columns about the headers of packets, rows
 * have the time, the disc's reason for a loss, and whether it has marked the packet.
 */
class QueueDiscReplay
{
  public:
    /** Makes a queue disc, not yet initialized. */
    using MakeDisc = std::function<Ptr<QueueDisc>()>;

    /**
     * @param makeDisc makes the queue disc, when the first step is due: some set timers as soon as
     * they are made, and would count their way through the time until then, which is long if the
     * times of the trace are those of a clock
     * @param trace what to do; it must outlive this object
     * @param rate serve the disc at this rate and pass over the dequeues of the trace, which has to
     * have times; nothing to follow the trace
     * @throws ReplayTraceError if a rate is given and the trace has no times
     */
    QueueDiscReplay(MakeDisc makeDisc,
                    const ReplayTrace& trace,
                    std::optional<DataRate> rate = std::nullopt);

    QueueDiscReplay(const QueueDiscReplay&) = delete;
    QueueDiscReplay& operator=(const QueueDiscReplay&) = delete;

    /**
     * Runs the simulator until the trace is done and, with a rate, the disc is empty.
     * @return the output, a header and rows of comma-separated values
     * @throws std::invalid_argument if the disc cannot be used alone or its attributes make no
     * sense together
     * @throws std::runtime_error if the disc fails, with the line and packet
     */
    const std::string& Run();

  private:
    /** Makes the disc and does the first steps. */
    void Start();
    /** Does all that is to be done now and comes again for the next time in the trace. */
    void Feed();
    /** @param op an arrival */
    void Enqueue(const ReplayOp& op);
    /** Takes one packet out. */
    void Dequeue();
    /** @param item a packet that the link has begun to transmit */
    void NoteSent(Ptr<QueueDiscItem> item);
    /** @param item a packet refused @param reason why */
    void NoteRefused(Ptr<const QueueDiscItem> item, const char* reason);
    /** @param item a packet lost that was queued @param reason why */
    void NoteLost(Ptr<const QueueDiscItem> item, const char* reason);
    /** @param item a packet that the disc has marked */
    void NoteMarked(Ptr<const QueueDiscItem> item, const char*);
    /** @param op the step that failed @param reason why @return the error to report */
    std::string DescribeError(const ReplayOp& op, const std::string& reason) const;
    /** @param step what to do; what it throws stops the simulation and is kept for Run() */
    void Guard(void (QueueDiscReplay::*step)());
    /** Writes what the current step did. */
    void EndStep();
    /** Ends the simulation if all is done. */
    void StopIfDone();

    MakeDisc m_makeDisc;              //!< makes the disc
    Ptr<QueueDisc> m_disc;            //!< the disc, once the first step is due
    const ReplayTrace& m_trace;       //!< what to do
    ReplayLog m_log;                  //!< what the disc did
    std::optional<DataRate> m_rate;   //!< of the link that serves the disc
    std::optional<ReplayLink> m_link; //!< serves the disc
    std::size_t m_next{0};            //!< next step of the trace
    Ptr<QueueDiscItem> m_arrival;     //!< the packet being offered
    bool m_refused{false};            //!< the disc has refused it
    std::string m_refusal;            //!< why
    /** Lost to it, and why. */
    std::vector<std::pair<Ptr<const QueueDiscItem>, std::string>> m_pushedOut;
    std::exception_ptr m_error; //!< why the run was stopped
};

} // namespace ns3

#endif /* QUEUE_DISC_REPLAY_H */
