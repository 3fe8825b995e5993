/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_NUMBER_H
#define CSV_NUMBER_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * @param text a field
 * @param least smallest number allowed
 * @param most largest number allowed
 * @return the number
 * @throws std::invalid_argument if text is not a whole decimal number from least to most
 */
uint64_t ReadCsvNumber(const std::string& text, uint64_t least, uint64_t most);

/**
 * @ingroup sched-scenario
 * @param text a field
 * @return the time, ns
 * @throws std::invalid_argument if text is not a time in microseconds with up to 3 decimals
 */
int64_t ReadCsvMicroseconds(const std::string& text);

} // namespace ns3

#endif /* CSV_NUMBER_H */
