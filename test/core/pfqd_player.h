/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFQD_PLAYER_H
#define PFQD_PLAYER_H

#include "pfqd-core.h"

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace schedlab::test
{

/** What a packet of a player is like. */
struct PlayedPacket
{
    PacketClass kind{PacketClass::DATA}; //!< what it is for
    uint32_t size{1500};                 //!< bytes
    bool isEct{true};                    //!< it can be marked
    bool isLocal{false};                 //!< sent by this host
    uint64_t pacingRate{0};              //!< bit/s
};

/**
 * A PFQD whose packets have names such as "a1": the letters are the flow. Times are milliseconds.
 */
class PfqdPlayer
{
  public:
    /** @param params the parameters */
    explicit PfqdPlayer(const PfqdParams& params = PfqdParams())
        : m_core(params)
    {
    }

    /**
     * Offers packets.
     * @param names of the packets, separated by blanks
     * @param packet what they are like
     * @param ms the time
     */
    void Enq(const std::string& names, const PlayedPacket& packet = {}, double ms = 0)
    {
        std::istringstream words(names);
        for (std::string name; words >> name;)
        {
            PfqdArrival arrival;
            arrival.kind = packet.kind;
            arrival.size = packet.size;
            arrival.isEct = packet.isEct;
            arrival.isLocal = packet.isLocal;
            arrival.pacingRate = packet.pacingRate;
            const std::string flow = name.substr(0, name.find_first_of("0123456789"));
            for (char c : flow)
            {
                arrival.key.source[1] = arrival.key.source[1] << 8 | static_cast<uint8_t>(c);
            }
            arrival.hash = arrival.key.Hash(0);
            const auto verdict = m_core.Push(arrival, Ns(ms));
            for (const auto& lost : verdict.lost)
            {
                NoteLoss(m_names[lost.slot], lost.why);
            }
            if (verdict.refusal != PfqdDrop::NONE)
            {
                NoteLoss(name, verdict.refusal);
                continue;
            }
            m_names.resize(std::max<std::size_t>(m_names.size(), verdict.slot + 1));
            m_names[verdict.slot] = name;
        }
    }

    /** Offers packets that are for connection setup. */
    void Syn(const std::string& names, double ms = 0)
    {
        Enq(names, {PacketClass::NEW, 40}, ms);
    }

    /** Offers packets that are for control. */
    void Ctl(const std::string& names, double ms = 0)
    {
        Enq(names, {PacketClass::CTL, 40}, ms);
    }

    /** @return the name of the packet that leaves, with * if marked; "-" for none */
    std::string Deq(double ms = 0)
    {
        const uint32_t peeked = m_core.Peek(Ns(ms));
        const auto departure = m_core.Pop(Ns(ms));
        if (departure.slot != peeked)
        {
            return "other than peeked";
        }
        return departure.slot == NO_SLOT
                   ? "-"
                   : m_names[departure.slot] + (departure.isMarked ? "*" : "");
    }

    /** @param n most packets to take out @return their names, separated by blanks */
    std::string Take(int n = 1 << 30, double ms = 0)
    {
        std::string names;
        for (int i = 0; i < n; ++i)
        {
            const std::string name = Deq(ms);
            if (name == "-")
            {
                break;
            }
            names += (names.empty() ? "" : " ") + name;
        }
        return names;
    }

    /**
     * Serves until all is gone, a packet as soon as the link is free and one may leave.
     * @param msPerPacket what the link takes for each
     * @return name@ms of each
     */
    std::string Run(double msPerPacket)
    {
        std::string text;
        double ms = 0;
        while (m_core.Size() > 0)
        {
            const std::string name = Deq(ms);
            if (name == "-")
            {
                ms = m_core.NextWakeup() / 1e6;
                continue;
            }
            std::ostringstream at;
            at << (text.empty() ? "" : " ") << name << "@" << ms;
            text += at.str();
            ms += msPerPacket;
        }
        return text;
    }

    /** @return name(reason) of each packet lost since the last call, separated by blanks */
    std::string Lost()
    {
        std::string lost;
        lost.swap(m_lost);
        return lost;
    }

    /** @return the core */
    PfqdCore& Core()
    {
        return m_core;
    }

  private:
    static int64_t Ns(double ms)
    {
        return static_cast<int64_t>(ms * 1e6 + 0.5);
    }

    void NoteLoss(const std::string& name, PfqdDrop why)
    {
        static const std::map<PfqdDrop, const char*> reasons{{PfqdDrop::NEW_FULL, "new"},
                                                             {PfqdDrop::CTL_FULL, "ctl"},
                                                             {PfqdDrop::HEAD, "head"},
                                                             {PfqdDrop::OVERLIMIT, "cap"}};
        m_lost += (m_lost.empty() ? "" : " ") + name + "(" + reasons.at(why) + ")";
    }

    PfqdCore m_core;                  //!< under test
    std::vector<std::string> m_names; //!< by slot
    std::string m_lost;               //!< losses not yet told
};

/** @return "a1 a2 ... aN" for a prefix "a" */
inline std::string
Names(const std::string& prefix, int n, int first = 1)
{
    std::string names;
    for (int i = first; i < first + n; ++i)
    {
        names += (i == first ? "" : " ") + prefix + std::to_string(i);
    }
    return names;
}

} // namespace schedlab::test

#endif /* PFQD_PLAYER_H */
