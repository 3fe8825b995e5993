/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-list.h"

#include "type-factory.h"

#include "ns3/flow-list-parser.h"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace ns3
{

std::vector<LightFlow>
ReadFlowList(const std::string& path, uint32_t hosts)
{
    std::ifstream file(path);
    if (!file)
    {
        throw ConfigurationError("cannot read the flow list " + path + ": " + std::strerror(errno));
    }
    std::vector<LightFlow> flows;
    try
    {
        for (const auto& flow : schedlab::FlowListParser::Parse(file, path, hosts))
        {
            flows.push_back({flow.id, flow.startNs, flow.source, flow.destination, flow.sizeBytes});
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw ConfigurationError(error.what());
    }
    return flows;
}

} // namespace ns3
