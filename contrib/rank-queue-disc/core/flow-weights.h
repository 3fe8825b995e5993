/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_WEIGHTS_H
#define FLOW_WEIGHTS_H

#include <charconv>
#include <cstdint>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * Weights of flows, as integers of at least 1, set one by one or as "flow=weight,flow=weight".
 */
class FlowWeights
{
  public:
    /**
     * @param text "flow=weight,flow=weight", decimal; empty for none
     * @return the weights
     * @throws std::invalid_argument if the text is not of that form, says a weight of 0, or names a
     * flow twice
     */
    static FlowWeights Parse(const std::string& text)
    {
        FlowWeights weights;
        std::string_view rest = text;
        while (!rest.empty())
        {
            const std::string_view pair = rest.substr(0, rest.find(','));
            const std::size_t equals = pair.find('=');
            uint32_t flow;
            uint32_t weight;
            if (equals == std::string_view::npos || !Read(pair.substr(0, equals), flow) ||
                !Read(pair.substr(equals + 1), weight) || weight == 0)
            {
                throw std::invalid_argument("weights '" + text + "': '" + std::string(pair) +
                                            "' is not flow=weight with a weight of at least 1");
            }
            if (!weights.m_weights.emplace(flow, weight).second)
            {
                throw std::invalid_argument("weights '" + text + "': flow " + std::to_string(flow) +
                                            " is given twice");
            }
            if (pair.size() == rest.size())
            {
                break;
            }
            rest.remove_prefix(pair.size() + 1);
            if (rest.empty())
            {
                throw std::invalid_argument("weights '" + text + "': ends with a comma");
            }
        }
        return weights;
    }

    /**
     * @param flow a flow
     * @param weight its weight
     * @throws std::invalid_argument if the weight is 0
     */
    void Set(uint32_t flow, uint32_t weight)
    {
        if (weight == 0)
        {
            throw std::invalid_argument("the weight of flow " + std::to_string(flow) +
                                        " must be at least 1");
        }
        m_weights[flow] = weight;
    }

    /**
     * @param flow a flow
     * @param otherwise the weight of a flow that was given none
     * @return the flow's weight
     */
    uint32_t Get(uint32_t flow, uint32_t otherwise) const
    {
        const auto found = m_weights.find(flow);
        return found == m_weights.end() ? otherwise : found->second;
    }

    /** @return the weights in the form that Parse() reads, by flow */
    std::string ToString() const
    {
        std::ostringstream text;
        const char* separator = "";
        for (const auto& [flow, weight] : m_weights)
        {
            text << separator << flow << '=' << weight;
            separator = ",";
        }
        return text.str();
    }

  private:
    /** @return true if all of the text is one number @param text the text @param value set to it */
    static bool Read(std::string_view text, uint32_t& value)
    {
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        return error == std::errc() && stop == end;
    }

    std::map<uint32_t, uint32_t> m_weights; //!< the flows that were given a weight
};

} // namespace schedlab

#endif /* FLOW_WEIGHTS_H */
