/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tx-batcher.h"

#include "poll-thread.h"

namespace ns3
{

TxBatcher::TxBatcher(uint32_t batch, uint32_t direct, Sender sender, Flushed flushed)
    : m_batch(batch),
      m_direct(direct),
      m_sender(std::move(sender)),
      m_flushed(std::move(flushed))
{
}

void
TxBatcher::Send(PollThread& thread, Entry&& entry)
{
    Buffer& buffer = m_buffers[&thread];
    if (buffer.ofBurst++ == 0)
    {
        buffer.emptyBefore = buffer.entries.empty();
        thread.UseBatcher(this);
    }
    buffer.entries.push_back(std::move(entry));
    if (buffer.entries.size() >= m_batch)
    {
        Flush(thread, buffer, FULL);
    }
}

void
TxBatcher::EndBurst(PollThread& thread)
{
    Buffer& buffer = m_buffers[&thread];
    if (buffer.emptyBefore && buffer.ofBurst >= m_direct && !buffer.entries.empty())
    {
        Flush(thread, buffer, DIRECT);
    }
    buffer.ofBurst = 0;
}

void
TxBatcher::Drain(PollThread& thread)
{
    Buffer& buffer = m_buffers[&thread];
    if (!buffer.entries.empty())
    {
        Flush(thread, buffer, TIMED);
    }
}

uint32_t
TxBatcher::Buffered(const PollThread& thread) const
{
    const auto found = m_buffers.find(&thread);
    return found == m_buffers.end() ? 0 : found->second.entries.size();
}

uint32_t
TxBatcher::Buffered() const
{
    uint32_t sum = 0;
    for (const auto& [thread, buffer] : m_buffers)
    {
        sum += buffer.entries.size();
    }
    return sum;
}

void
TxBatcher::Flush(PollThread& thread, Buffer& buffer, Reason reason)
{
    // Sending may call back into the node; the buffer is free for more by then.
    std::vector<Entry> entries;
    entries.swap(buffer.entries);
    for (const Entry& entry : entries)
    {
        m_sender(entry);
    }
    thread.OnFlush();
    m_flushed(thread.GetIndex(), entries.size(), reason);
    if (buffer.entries.empty())
    {
        entries.clear();
        entries.swap(buffer.entries);
    }
}

} // namespace ns3
