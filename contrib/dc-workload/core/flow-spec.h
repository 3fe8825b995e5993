/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_SPEC_H
#define FLOW_SPEC_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup dc-workload
 * A flow that is to start at a time known in advance.
 */
struct FlowSpec
{
    uint64_t id;          //!< number of the flow
    int64_t startNs;      //!< when it starts, nanoseconds
    uint32_t source;      //!< sending host
    uint32_t destination; //!< receiving host
    uint64_t sizeBytes;   //!< bytes of data, at least 1

    /**
     * @param hosts number of hosts; 0 if that is not known yet
     * @param notBeforeNs start of the flow ahead of it
     * @param where start of the message
     * @throws std::invalid_argument with the reason if no such flow can be sent
     */
    void Check(uint32_t hosts, int64_t notBeforeNs, const std::string& where) const
    {
        const auto fail = [&where](const std::string& reason) {
            throw std::invalid_argument(where + ": " + reason);
        };
        const std::string range = "there are hosts 0 to " + std::to_string(hosts - 1);
        if (startNs < 0)
        {
            fail("start_ns " + std::to_string(startNs) + " is before the run");
        }
        if (startNs < notBeforeNs)
        {
            fail("start_ns " + std::to_string(startNs) +
                 " is before that of the flow ahead of it; sort the list by start_ns");
        }
        if (hosts > 0 && source >= hosts)
        {
            fail("src " + std::to_string(source) + " is no host; " + range);
        }
        if (hosts > 0 && destination >= hosts)
        {
            fail("dst " + std::to_string(destination) + " is no host; " + range);
        }
        if (source == destination)
        {
            fail("src and dst are the same host, " + std::to_string(source));
        }
        if (sizeBytes == 0)
        {
            fail("size_bytes is 0; a flow has at least 1 byte");
        }
    }
};

} // namespace schedlab

#endif /* FLOW_SPEC_H */
