/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_LINE_H
#define CSV_LINE_H

#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Splits a line of comma-separated values as RFC 4180 has it: a field may be in double quotes, and
 * then holds commas and doubled quotes. Blanks around a field are left out. A quoted field cannot
 * go on in the next line.
 *
 * @param line one line, without its end
 * @param fields the fields; its strings are used again from call to call
 * @throws std::invalid_argument with the reason, if the quotes do not match
 */
void SplitCsvLine(std::string_view line, std::vector<std::string>& fields);

/**
 * @ingroup sched-scenario
 * @param text any bytes from a file
 * @return the same in double quotes for a message: one line, printable, shortened if long
 */
std::string QuoteForMessage(std::string_view text);

} // namespace ns3

#endif /* CSV_LINE_H */
