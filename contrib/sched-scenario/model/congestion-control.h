/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_CONTROL_H
#define CONGESTION_CONTROL_H

#include "ns3/type-id.h"

#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Finds a congestion control of ns-3's TCP.
 * @param name its TypeId, or newreno or dctcp
 * @return the TypeId
 * @throws ConfigurationError if there is none of that name
 */
TypeId FindCongestionControl(const std::string& name);

} // namespace ns3

#endif /* CONGESTION_CONTROL_H */
