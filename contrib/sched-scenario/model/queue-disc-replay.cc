/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "queue-disc-replay.h"

#include "ns3/callback.h"
#include "ns3/packet.h"
#include "ns3/rank-queue-disc.h"
#include "ns3/rank-tag.h"
#include "ns3/simulator.h"

#include <stdexcept>
#include <utility>

namespace ns3
{

QueueDiscReplay::QueueDiscReplay(MakeDisc makeDisc,
                                 const ReplayTrace& trace,
                                 std::optional<DataRate> rate)
    : m_makeDisc(std::move(makeDisc)),
      m_trace(trace),
      m_log(rate.has_value() || trace.hasHeaders, trace.hasHeaders),
      m_rate(rate)
{
    if (m_rate && !trace.hasTime)
    {
        throw ReplayTraceError(trace.name + ": a link rate needs a column time_us, that says when "
                                            "packets arrive");
    }
}

const std::string&
QueueDiscReplay::Run()
{
    if (m_trace.ops.empty())
    {
        return m_log.GetText();
    }
    Simulator::Schedule(NanoSeconds(m_trace.ops.front().timeNs),
                        [this] { Guard(&QueueDiscReplay::Start); });
    Simulator::Run();
    if (m_error)
    {
        std::rethrow_exception(m_error);
    }
    if (m_rate && m_disc->GetNPackets() > 0)
    {
        throw std::runtime_error(m_disc->GetInstanceTypeId().GetName() + " keeps " +
                                 std::to_string(m_disc->GetNPackets()) +
                                 " packets and never sends them");
    }
    m_disc->Dispose();
    return m_log.GetText();
}

void
QueueDiscReplay::Guard(void (QueueDiscReplay::*step)())
{
    try
    {
        (this->*step)();
    }
    catch (...)
    {
        // Through the simulator's loop it would leave the event behind.
        m_error = std::current_exception();
        Simulator::Stop();
    }
}

void
QueueDiscReplay::Start()
{
    m_disc = m_makeDisc();
    if (m_disc->GetWakeMode() == QueueDisc::WAKE_CHILD)
    {
        throw std::invalid_argument(m_disc->GetInstanceTypeId().GetName() +
                                    " takes no packets itself, only its children do; replay one "
                                    "of them");
    }
    m_disc->TraceConnectWithoutContext("DropBeforeEnqueue",
                                       MakeCallback(&QueueDiscReplay::NoteRefused, this));
    m_disc->TraceConnectWithoutContext("DropAfterDequeue",
                                       MakeCallback(&QueueDiscReplay::NoteLost, this));
    m_disc->TraceConnectWithoutContext("Mark", MakeCallback(&QueueDiscReplay::NoteMarked, this));
    m_link.emplace(
        m_disc,
        m_rate,
        [this](Ptr<QueueDiscItem> item) { NoteSent(item); },
        [this] { EndStep(); });
    m_disc->Initialize();
    Feed();
}

void
QueueDiscReplay::Feed()
{
    m_link->EndIfDue();
    const std::vector<ReplayOp>& ops = m_trace.ops;
    for (; m_next < ops.size() && ops[m_next].timeNs == Simulator::Now().GetNanoSeconds(); ++m_next)
    {
        const ReplayOp& op = ops[m_next];
        try
        {
            if (op.kind == ReplayOp::ENQUEUE)
            {
                Enqueue(op);
            }
            else if (!m_rate)
            {
                Dequeue();
            }
        }
        catch (const std::exception& error)
        {
            throw std::runtime_error(DescribeError(op, error.what()));
        }
    }
    if (m_next < ops.size())
    {
        Simulator::Schedule(NanoSeconds(ops[m_next].timeNs) - Simulator::Now(),
                            [this] { Guard(&QueueDiscReplay::Feed); });
    }
    StopIfDone();
}

void
QueueDiscReplay::Enqueue(const ReplayOp& op)
{
    m_arrival = MakeReplayItem(op.packet);
    m_refused = false;
    m_refusal.clear();
    const bool accepted = m_disc->Enqueue(m_arrival) && !m_refused;
    m_log.Note("enq", m_arrival, accepted ? "accepted" : "dropped", m_refusal);
    for (const auto& [item, reason] : m_pushedOut)
    {
        m_log.Note("evict", item, "pushed_out", reason);
    }
    m_pushedOut.clear();
    m_arrival = nullptr;
    m_log.EndStep(m_disc->GetNPackets());
    m_link->Run();
}

void
QueueDiscReplay::Dequeue()
{
    Ptr<QueueDiscItem> item = m_disc->Dequeue();
    m_log.Note("deq", item, item ? "dequeued" : "empty");
    m_log.EndStep(m_disc->GetNPackets());
}

void
QueueDiscReplay::NoteSent(Ptr<QueueDiscItem> item)
{
    m_log.Note("deq", item, "dequeued");
    EndStep();
}

void
QueueDiscReplay::NoteRefused(Ptr<const QueueDiscItem> item, const char* reason)
{
    if (item == m_arrival)
    {
        m_refused = true;
        m_refusal = reason;
    }
    else
    {
        NoteLost(item, reason);
    }
}

void
QueueDiscReplay::NoteLost(Ptr<const QueueDiscItem> item, const char* reason)
{
    if (m_arrival)
    {
        m_pushedOut.emplace_back(item, reason);
    }
    else
    {
        m_log.Note("drop", item, "dropped", reason);
    }
}

void
QueueDiscReplay::NoteMarked(Ptr<const QueueDiscItem> item, const char*)
{
    if (const ReplayIdentity* identity = IdentityOf(item))
    {
        identity->NoteMark();
    }
}

std::string
QueueDiscReplay::DescribeError(const ReplayOp& op, const std::string& reason) const
{
    std::string message = m_trace.name + ":" + std::to_string(op.line) + ": ";
    RankTag tag;
    if (m_arrival && DynamicCast<RankQueueDisc>(m_disc) &&
        !m_arrival->GetPacket()->PeekPacketTag(tag))
    {
        message += "packet " + std::to_string(op.packet.id) + " has no rank and " +
                   m_disc->GetInstanceTypeId().GetName() +
                   " needs one; add a column rank or set a ranker (--ranker)";
    }
    else
    {
        message += reason;
    }
    return message;
}

void
QueueDiscReplay::EndStep()
{
    m_log.EndStep(m_disc->GetNPackets());
    StopIfDone();
}

void
QueueDiscReplay::StopIfDone()
{
    const bool fed = m_next >= m_trace.ops.size();
    if (fed && (!m_rate || m_disc->GetNPackets() == 0))
    {
        // A disc with a timer would go on for ever.
        Simulator::Stop();
    }
}

} // namespace ns3
