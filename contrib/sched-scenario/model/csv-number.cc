/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "csv-number.h"

#include "csv-line.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

namespace ns3
{

uint64_t
ReadCsvNumber(const std::string& text, uint64_t least, uint64_t most)
{
    uint64_t number = 0;
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    if (result.ec != std::errc() || result.ptr != end || number < least || number > most)
    {
        throw std::invalid_argument(QuoteForMessage(text) + " is not a whole number from " +
                                    std::to_string(least) + " to " + std::to_string(most));
    }
    return number;
}

int64_t
ReadCsvMicroseconds(const std::string& text)
{
    constexpr std::size_t DECIMALS = 3;
    constexpr uint64_t MOST = INT64_MAX / 1000 - 1;
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string decimals = text.substr(std::min(point + 1, text.size()));
    if (decimals.size() > DECIMALS || (point < text.size() && decimals.empty()))
    {
        throw std::invalid_argument(QuoteForMessage(text) +
                                    " is not a time in microseconds with up to three decimals");
    }
    decimals.resize(DECIMALS, '0');
    return ReadCsvNumber(text.substr(0, point), 0, MOST) * 1000 + ReadCsvNumber(decimals, 0, 999);
}

} // namespace ns3
