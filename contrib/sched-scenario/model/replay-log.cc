/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "replay-log.h"

#include "ns3/packet.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"

#include <charconv>

namespace ns3
{

ReplayLog::ReplayLog(bool withTime, bool withVerdict)
    : m_withTime(withTime),
      m_withVerdict(withVerdict),
      m_text("op,id,rank,flow,size,result,qlen")
{
    m_text += m_withTime ? ",time_us" : "";
    m_text += m_withVerdict ? ",reason,mark\n" : "\n";
}

void
ReplayLog::Note(const char* op,
                Ptr<const QueueDiscItem> item,
                const char* result,
                const std::string& reason)
{
    m_step.push_back({op, item, result, reason});
}

void
ReplayLog::EndStep(uint32_t nQueued)
{
    for (const Row& row : m_step)
    {
        m_text += row.op;
        const ReplayIdentity* identity = IdentityOf(row.item);
        if (identity)
        {
            m_text += ',';
            Append(identity->GetId());
            m_text += ',';
            RankTag tag;
            if (row.item->GetPacket()->PeekPacketTag(tag))
            {
                Append(tag.GetRank());
            }
            m_text += ',';
            Append(identity->GetFlow());
            m_text += ',';
            Append(row.item->GetSize());
        }
        else
        {
            m_text += ",-1,,,";
        }
        m_text += ',';
        m_text += row.result;
        m_text += ',';
        Append(nQueued);
        if (m_withTime)
        {
            m_text += ',';
            AppendTime();
        }
        if (m_withVerdict)
        {
            m_text += ',';
            AppendText(row.reason);
            m_text += identity && identity->IsMarked() ? ",1" : ",0";
        }
        m_text += '\n';
    }
    m_step.clear();
}

const std::string&
ReplayLog::GetText() const
{
    return m_text;
}

void
ReplayLog::Append(uint64_t number)
{
    char digits[20];
    m_text.append(digits, std::to_chars(digits, digits + sizeof(digits), number).ptr);
}

void
ReplayLog::AppendTime()
{
    const uint64_t ns = Simulator::Now().GetNanoSeconds();
    Append(ns / 1000);
    if (ns % 1000 != 0)
    {
        const std::string thousandths = std::to_string(1000 + ns % 1000);
        m_text += '.' + thousandths.substr(1, thousandths.find_last_not_of('0'));
    }
}

void
ReplayLog::AppendText(const std::string& text)
{
    if (text.find_first_of(",\"\n") == std::string::npos)
    {
        m_text += text;
        return;
    }
    m_text += '"';
    for (char c : text)
    {
        m_text += c == '"' ? "\"\"" : std::string(1, c == '\n' ? ' ' : c);
    }
    m_text += '"';
}

} // namespace ns3
