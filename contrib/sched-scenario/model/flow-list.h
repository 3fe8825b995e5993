/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_LIST_H
#define FLOW_LIST_H

#include "ns3/light-transport.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Reads a list of flows: comma-separated values with a header line that names the columns start_ns,
 * src (or src_host), dst (or dst_host), size_bytes and, if wanted, flow, a number of the flow; else
 * they are numbered from 0. Lines that begin with # are comments.
 *
 * @param path the file
 * @return the flows in the order of the file
 * @throws ConfigurationError if the file cannot be read or a line is not a flow
 */
std::vector<LightFlow> ReadFlowList(const std::string& path);

} // namespace ns3

#endif /* FLOW_LIST_H */
