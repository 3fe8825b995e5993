/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REPLAY_TRACE_H
#define REPLAY_TRACE_H

#include "replay-headers.h"

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * A row of a trace that cannot be used; what() is FILE:LINE: and the reason.
 */
class ReplayTraceError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup sched-scenario
 * An arrival as its row describes it.
 */
struct ReplayPacket
{
    uint64_t id{0};                           //!< names the packet in the output
    uint32_t size{0};                         //!< bytes that the queue disc is told, 1 to 65535
    uint32_t flow{0};                         //!< flow number
    std::optional<uint64_t> rank{};           //!< rank, if the row has one
    std::shared_ptr<ReplayHeaders> headers{}; //!< its headers, if the trace has columns about them
};

/**
 * @ingroup sched-scenario
 * One step of a replay.
 */
struct ReplayOp
{
    /** What to do. */
    enum Kind : uint8_t
    {
        ENQUEUE, //!< offer the packet to the disc
        DEQUEUE  //!< ask the disc for a packet
    };

    Kind kind{ENQUEUE};    //!< what to do
    int64_t timeNs{0};     //!< when, in nanoseconds; zero in a trace without times
    std::size_t line{0};   //!< the line of the file, from 1
    ReplayPacket packet{}; //!< the arrival
};

/**
 * @ingroup sched-scenario
 * What is to be done to a queue disc, read from a file of comma-separated values.
 *
 * The first row names the columns. Needed are op (enq or deq), id and size (bytes); rank, flow and
 * time_us (microseconds, with up to three decimals, never falling) may be there, and columns about
 * the headers of packets, see ReplayHeaders; any other is left alone. A deq row needs nothing but
 * op; without a time it happens at that of the row before. Rows evict and drop are results in an
 * output of a replay and are passed over, so that an output can be an input. Lines that are empty
 * or start with # are passed over too.
 */
struct ReplayTrace
{
    std::string name;          //!< the file, for messages
    bool hasTime{false};       //!< there is a column time_us
    bool hasHeaders{false};    //!< there is a column about the headers of packets
    std::vector<ReplayOp> ops; //!< what to do, in order

    /**
     * @param in the file
     * @param name its name for messages
     * @return all of it, checked
     * @throws ReplayTraceError at the first row that cannot be used
     */
    static ReplayTrace Read(std::istream& in, const std::string& name);
};

} // namespace ns3

#endif /* REPLAY_TRACE_H */
