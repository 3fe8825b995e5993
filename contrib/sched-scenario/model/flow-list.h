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
 * Reads a list of flows as schedlab::FlowListParser describes it.
 *
 * @param path the file
 * @param hosts number of hosts; 0 if that is not known yet
 * @return the flows in the order of the file, which is that of their starts
 * @throws ConfigurationError if the file cannot be read or a line is not a flow that can be sent
 */
std::vector<LightFlow> ReadFlowList(const std::string& path, uint32_t hosts = 0);

} // namespace ns3

#endif /* FLOW_LIST_H */
