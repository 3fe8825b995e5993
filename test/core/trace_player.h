/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRACE_PLAYER_H
#define TRACE_PLAYER_H

#include "rank-entry.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace schedlab::test
{

/**
 * Plays short written traces on a core, as in `Play("2a 1b@7/300 - -")`.
 *
 * A dash serves a packet. Anything else is an arrival: its rank, perhaps a letter to tell equal
 * ranks apart, perhaps `@flow`, perhaps `/bytes`.
 */
template <typename Core>
class TracePlayer
{
  public:
    explicit TracePlayer(Core& core)
        : m_core(core)
    {
    }

    /**
     * @param trace what happens
     * @return what came out, in order: names of packets served, with a "!" before those lost, and
     * "empty" where there was nothing to serve
     */
    std::string Play(const std::string& trace)
    {
        m_out.clear();
        std::istringstream words(trace);
        for (std::string word; words >> word;)
        {
            if (word == "-")
            {
                const auto served = m_core.Pop();
                Say(served ? m_names[served->handle] : "empty");
            }
            else
            {
                Push(word);
            }
        }
        return m_out;
    }

  private:
    void Push(const std::string& word)
    {
        RankArrival<int> arrival{static_cast<int>(m_names.size()), std::stoull(word)};
        if (const auto at = word.find('@'); at != std::string::npos)
        {
            arrival.flow = std::stoul(word.substr(at + 1));
        }
        if (const auto slash = word.find('/'); slash != std::string::npos)
        {
            arrival.size = std::stoul(word.substr(slash + 1));
        }
        m_names.push_back(word.substr(0, word.find_first_of("@/")));
        const auto verdict = m_core.Push(arrival);
        if (!verdict.IsAccepted())
        {
            Say("!" + m_names.back());
        }
        for (std::size_t i = 0; i < verdict.nEvicted; ++i)
        {
            Say("!" + m_names[verdict.evicted[i].handle]);
        }
    }

    void Say(const std::string& word)
    {
        m_out += (m_out.empty() ? "" : " ") + word;
    }

    Core& m_core;                     //!< the scheduler
    std::vector<std::string> m_names; //!< of all arrivals, by handle
    std::string m_out;                //!< what came out
};

/** @return what comes out of a fresh core that is fed a trace @param params of the core */
template <typename Core>
std::string
PlayOn(const typename Core::Params& params, const std::string& trace)
{
    Core core(params);
    return TracePlayer<Core>(core).Play(trace);
}

} // namespace schedlab::test

#endif /* TRACE_PLAYER_H */
