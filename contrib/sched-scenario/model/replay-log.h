/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_LOG_H
#define REPLAY_LOG_H

#include "replay-item.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The output of a replay: one row of comma-separated values for each thing that happened to a
 * packet.
 *
 * A step of the replay may make several rows. They are noted while it runs and written when it is
 * complete, with the number of packets that are queued then.
 */
class ReplayLog
{
  public:
    /**
     * @param withTime whether the rows have a column time_us
     * @param withVerdict whether they have columns reason and mark after that
     */
    ReplayLog(bool withTime, bool withVerdict);

    /**
     * Notes a row of the current step.
     * @param op what was done
     * @param item the packet; null for a dequeue that gave none
     * @param result what became of it
     * @param reason why it was lost, or empty
     */
    void Note(const char* op,
              Ptr<const QueueDiscItem> item,
              const char* result,
              const std::string& reason = "");

    /**
     * Writes the rows of the current step.
     * @param nQueued packets queued after it
     */
    void EndStep(uint32_t nQueued);

    /** @return the header and all rows written */
    const std::string& GetText() const;

  private:
    /** A row to be written. */
    struct Row
    {
        const char* op;                //!< what was done
        Ptr<const QueueDiscItem> item; //!< the packet, or null
        const char* result;            //!< what became of it
        std::string reason;            //!< why it was lost
    };

    /** @param number a number to append */
    void Append(uint64_t number);
    /** Appends the time as microseconds without needless decimals. */
    void AppendTime();
    /** @param text a field to append, in quotes if it needs them */
    void AppendText(const std::string& text);

    bool m_withTime;         //!< there is a column time_us
    bool m_withVerdict;      //!< there are columns reason and mark
    std::vector<Row> m_step; //!< rows of the current step
    std::string m_text;      //!< rows written
};

} // namespace ns3

#endif /* REPLAY_LOG_H */
