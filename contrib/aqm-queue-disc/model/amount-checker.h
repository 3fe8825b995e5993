/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef AMOUNT_CHECKER_H
#define AMOUNT_CHECKER_H

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/queue-size.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * A checker for attributes that are so many packets or bytes, to be used with a
 * MakeUintegerAccessor(): a value is a whole number, a UintegerValue, and as text may also be a
 * QueueSize of that unit. So "65536", "65536B" and "64KiB" are the same number of bytes.
 *
 * @param unit what is counted
 * @param least smallest value, in that unit
 * @param most largest value, in that unit
 * @return the checker
 */
Ptr<const AttributeChecker> MakeAmountChecker(QueueSizeUnit unit,
                                              uint64_t least = 0,
                                              uint64_t most = UINT32_MAX);

} // namespace ns3

#endif /* AMOUNT_CHECKER_H */
