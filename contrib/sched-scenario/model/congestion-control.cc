/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "congestion-control.h"

#include "type-factory.h"

#include "ns3/tcp-congestion-ops.h"

namespace ns3
{

TypeId
FindCongestionControl(const std::string& name)
{
    if (name == "newreno" || name == "dctcp")
    {
        return TypeId::LookupByName(name == "dctcp" ? "ns3::TcpDctcp" : "ns3::TcpNewReno");
    }
    if (name == "pfabric")
    {
        throw ConfigurationError("transport pfabric is the light stack's: use newreno with "
                                 "init_cwnd_segments 30, or stack light");
    }
    // Not every congestion control of ns-3 says in its TypeId what it derives from.
    const TypeFactory any(name, Object::GetTypeId());
    if (DynamicCast<TcpCongestionOps>(any.Create<Object>()))
    {
        return any.GetTypeId();
    }
    return TypeFactory(name, TcpCongestionOps::GetTypeId()).GetTypeId();
}

} // namespace ns3
