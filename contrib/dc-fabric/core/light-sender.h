/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_SENDER_H
#define LIGHT_SENDER_H

#include "light-rto.h"
#include "light-segment.h"
#include "light-window.h"

#include <algorithm>
#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * The sending end of a flow: handshake, loss detection by duplicate acknowledgements with limited
 * transmit (RFC 3042), NewReno recovery (RFC 6582) helped by selective acknowledgements, and a
 * retransmission timer.
 *
 * Each method takes the time in nanoseconds and an object with
 * - `Send(const LightSegment&, const LightSacks&)`, called once for each packet;
 * - `SetTimer(int64_t)`: call OnTimeout() after so many nanoseconds, in place of any earlier
 * request;
 * - `StopTimer()`.
 */
class LightSender
{
  public:
    /**
     * @param params parameters, resolved; kept by reference
     * @param size bytes of the flow, at least 1
     */
    LightSender(const LightTransportParams& params, uint64_t size)
        : m_params(&params),
          m_end(size + 1),
          m_rto(params.initialRtoNs, params.minRtoNs),
          m_window(params)
    {
    }

    /** @return true if every byte has been acknowledged */
    bool IsDone() const
    {
        return m_una == m_end;
    }

    /** @return bytes acknowledged */
    uint64_t Acked() const
    {
        return m_una > 0 ? m_una - 1 : 0;
    }

    /** @return data packets that were sent again */
    uint64_t Retransmits() const
    {
        return m_retransmits;
    }

    /** @return data packets that were sent, all copies */
    uint64_t Sent() const
    {
        return m_sent;
    }

    /** @return timeouts */
    uint32_t Timeouts() const
    {
        return m_timeouts;
    }

    /** @return the congestion window */
    const LightWindow& Window() const
    {
        return m_window;
    }

    /** Opens the connection. @param out takes the packets */
    template <typename Out>
    void Start(Out& out)
    {
        m_next = 1;
        SendSyn(out);
    }

    /**
     * @param segment a packet from the receiver
     * @param sacks its selective acknowledgements
     * @param now the time
     * @param out takes the packets
     */
    template <typename Out>
    void OnSegment(const LightSegment& segment, const LightSacks& sacks, int64_t now, Out& out)
    {
        if (!(segment.flags & LightSegment::ACK) || IsDone())
        {
            return;
        }
        if (segment.flags & LightSegment::SYN)
        {
            OnSynAck(segment, now, out);
        }
        else if (m_una > 0)
        {
            OnAck(segment, sacks, now, out);
        }
    }

    /** The timer has struck. @param out takes the packets */
    template <typename Out>
    void OnTimeout(Out& out)
    {
        ++m_timeouts;
        m_inRecovery = false;
        m_window.OnTimeout(Flight());
        m_rto.Backoff();
        if (m_una == 0)
        {
            SendSyn(out);
            return;
        }
        if (!m_params->netbench)
        {
            m_recover = m_highest;
        }
        m_next = m_una;
        FillWindow(out);
    }

  private:
    /** @return bytes in flight */
    uint64_t Flight() const
    {
        return m_next - m_una;
    }

    /** @param seq where a segment begins @return its bytes of data, 0 at the end of the flow */
    uint32_t SizeAt(uint64_t seq) const
    {
        return seq < m_end ? std::min<uint64_t>(m_params->mss, m_end - seq) : 0;
    }

    /** Starts the timer again, or stops it if nothing is in flight. */
    template <typename Out>
    void ResetTimer(Out& out)
    {
        if (m_una == m_next)
        {
            out.StopTimer();
        }
        else
        {
            out.SetTimer(m_rto.Timeout());
        }
    }

    template <typename Out>
    void SendSyn(Out& out)
    {
        ResetTimer(out);
        LightSegment syn;
        syn.flags = LightSegment::SYN;
        out.Send(syn, m_none);
    }

    template <typename Out>
    void SendData(uint64_t seq, Out& out)
    {
        LightSegment data;
        data.seq = seq;
        data.payload = SizeAt(seq);
        ++m_sent;
        m_retransmits += seq < m_highest;
        if (seq == m_next)
        {
            m_next += data.payload;
        }
        m_highest = std::max(m_highest, m_next);
        ResetTimer(out);
        out.Send(data, m_none);
    }

    /** The second segment of the handshake came, perhaps not for the first time. */
    template <typename Out>
    void OnSynAck(const LightSegment& segment, int64_t now, Out& out)
    {
        const bool first = m_una == 0;
        if (first)
        {
            m_una = 1;
            m_highest = 1;
            if (!m_params->netbench)
            {
                m_rto.Sample(now - segment.echoNs);
            }
            ResetTimer(out);
        }
        LightSegment ack;
        ack.flags = LightSegment::ACK;
        ack.seq = m_next;
        ack.ack = 1;
        out.Send(ack, m_none);
        if (first)
        {
            FillWindow(out);
        }
    }

    template <typename Out>
    void OnAck(const LightSegment& segment, const LightSacks& sacks, int64_t now, Out& out)
    {
        m_rto.Sample(now - segment.echoNs);
        for (const SeqRange& range : sacks)
        {
            if (range.end > m_una)
            {
                m_sacked.Add(range);
            }
        }
        const uint64_t ack = segment.ack;
        const bool ece = segment.flags & LightSegment::ECE;
        const bool isNew = ack > m_una;
        if (m_params->netbench ? ack == m_lastAck : ack == m_una && m_next > m_una)
        {
            ++m_duplicates;
            OnDuplicate(ack, out);
        }
        else if (isNew)
        {
            m_lastAck = ack;
            m_duplicates = 0;
            OnNewAck(ack, ece, out);
        }
        m_window.Feedback(ack, m_una, m_next, ece);
        m_una = m_sacked.Advance(std::max(m_una, ack));
        m_next = std::max(m_next, m_una);
        FillWindow(out);
        if ((isNew && !m_inRecovery) || IsDone())
        {
            ResetTimer(out);
        }
    }

    template <typename Out>
    void OnNewAck(uint64_t ack, bool ece, Out& out)
    {
        if (!m_inRecovery)
        {
            m_window.Grow(ece);
        }
        else if (ack < m_recover)
        {
            m_window.Deflate(ack - m_una);
            if (m_params->netbench || m_nextHole <= ack)
            {
                FastRetransmit(ack, out);
            }
        }
        else
        {
            m_window.LeaveRecovery(Flight(), ece);
            m_inRecovery = false;
        }
    }

    template <typename Out>
    void OnDuplicate(uint64_t ack, Out& out)
    {
        const uint64_t guard = m_params->netbench ? m_recover + 1 : m_recover;
        if (m_duplicates == 3 && !m_inRecovery && ack > guard)
        {
            m_window.EnterRecovery(Flight());
            m_recover = m_highest;
            m_inRecovery = true;
            FastRetransmit(ack, out);
        }
        else if (m_inRecovery)
        {
            if (m_params->netbench || !RetransmitHole(out))
            {
                m_window.Inflate();
            }
        }
        else if (m_duplicates <= 2)
        {
            m_next = m_sacked.EndOf(m_next);
            if (m_next < m_end)
            {
                SendData(m_next, out);
            }
        }
    }

    /** Sends again what an acknowledgement asks for. */
    template <typename Out>
    void FastRetransmit(uint64_t seq, Out& out)
    {
        m_next = std::max(m_next, seq);
        SendData(seq, out);
        m_nextHole = seq + SizeAt(seq);
    }

    /** @return true if a segment that selective acknowledgements leave out was sent again */
    template <typename Out>
    bool RetransmitHole(Out& out)
    {
        const uint64_t seq = m_sacked.EndOf(std::max(m_nextHole, m_una));
        if (seq >= m_sacked.End())
        {
            return false;
        }
        SendData(seq, out);
        m_nextHole = seq + SizeAt(seq);
        return true;
    }

    /** Sends what the window allows. */
    template <typename Out>
    void FillWindow(Out& out)
    {
        const uint64_t limit = m_una + m_window.Usable();
        for (uint32_t size = SizeAt(m_next); size > 0 && m_next + size <= limit;
             size = SizeAt(m_next))
        {
            if (m_sacked.Contains(m_next))
            {
                m_next += size;
            }
            else
            {
                SendData(m_next, out);
            }
        }
    }

    inline static const LightSacks m_none{}; //!< a sender has nothing to acknowledge

    const LightTransportParams* m_params; //!< the parameters
    uint64_t m_end;                       //!< sequence number after the last byte
    uint64_t m_una = 0;                   //!< first byte not acknowledged
    uint64_t m_next = 0;                  //!< next byte to be sent
    uint64_t m_highest = 0;               //!< end of what was ever sent
    uint64_t m_lastAck = 0;               //!< the last acknowledgement of new data, 0 before it
    uint64_t m_recover = 0;               //!< end of what was sent when the last loss was found
    uint64_t m_nextHole = 0;              //!< what lies below was sent again in this recovery
    uint64_t m_sent = 0;                  //!< data packets sent
    uint64_t m_retransmits = 0;           //!< data packets sent again
    uint32_t m_duplicates = 0;            //!< acknowledgements like the last one
    uint32_t m_timeouts = 0;              //!< timeouts
    bool m_inRecovery = false;            //!< in fast recovery
    LightRto m_rto;                       //!< the timeout
    LightWindow m_window;                 //!< the congestion window
    SackSet m_sacked;                     //!< acknowledged above m_una
};

} // namespace schedlab

#endif /* LIGHT_SENDER_H */
