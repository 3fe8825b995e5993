/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_RECEIVER_H
#define LIGHT_RECEIVER_H

#include "light-rto.h"
#include "light-segment.h"
#include "light-transport-params.h"

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * The receiving end of a flow: answers the handshake and acknowledges every data packet at once.
 *
 * Its methods take the same kind of object as those of LightSender.
 */
class LightReceiver
{
  public:
    /** @param params parameters, resolved; kept by reference */
    explicit LightReceiver(const LightTransportParams& params)
        : m_params(&params),
          m_rto(params.initialRtoNs, params.minRtoNs)
    {
    }

    /** @return bytes received in order */
    uint64_t Delivered() const
    {
        return m_next > 0 ? m_next - 1 : 0;
    }

    /**
     * @param segment a packet from the sender
     * @param marked whether it carries a congestion mark
     * @param out takes the packets
     */
    template <typename Out>
    void OnSegment(const LightSegment& segment, bool marked, Out& out)
    {
        const bool syn = segment.flags & LightSegment::SYN;
        switch (m_state)
        {
        case LISTEN:
            if (syn)
            {
                m_next = 1;
                m_state = SYN_RECEIVED;
                m_echoNs = segment.sentNs;
                SendSynAck(out);
            }
            return;
        case SYN_RECEIVED:
            if (syn)
            {
                return; // the timer repeats the answer
            }
            if (segment.payload > 0 && m_params->netbench)
            {
                return; // it came before the third segment of the handshake
            }
            m_state = ESTABLISHED;
            out.StopTimer();
            break;
        case ESTABLISHED:
            break;
        }
        if (syn || segment.payload > 0)
        {
            OnData(segment, marked, out);
        }
    }

    /** The timer has struck. @param out takes the packets */
    template <typename Out>
    void OnTimeout(Out& out)
    {
        m_rto.Backoff();
        SendSynAck(out);
    }

  private:
    /** Where the handshake stands. */
    enum State : uint8_t
    {
        LISTEN,
        SYN_RECEIVED,
        ESTABLISHED
    };

    template <typename Out>
    void SendSynAck(Out& out)
    {
        out.SetTimer(m_rto.Timeout());
        LightSegment synAck;
        synAck.flags = LightSegment::SYN | LightSegment::ACK;
        synAck.ack = 1;
        synAck.echoNs = m_echoNs;
        out.Send(synAck, LightSacks());
    }

    template <typename Out>
    void OnData(const LightSegment& segment, bool marked, Out& out)
    {
        const uint64_t end = segment.seq + segment.payload;
        if (segment.seq == m_next)
        {
            m_next = m_pending.Advance(end);
        }
        else if (segment.seq > m_next)
        {
            m_pending.Add({segment.seq, end});
        }
        LightSegment ack;
        ack.flags = LightSegment::ACK | (marked ? LightSegment::ECE : 0);
        ack.seq = 1;
        ack.ack = m_next;
        ack.echoNs = segment.sentNs;
        if (m_pending.Ranges().size() <= m_params->maxSackRanges)
        {
            out.Send(ack, m_pending.Ranges());
        }
        else
        {
            out.Send(ack, NewestRanges(segment.seq));
        }
    }

    /**
     * @param seq what was received last
     * @return as many ranges as fit, the one of seq first, then from the lowest on
     */
    LightSacks NewestRanges(uint64_t seq) const
    {
        LightSacks chosen;
        for (const SeqRange& range : m_pending.Ranges())
        {
            if (range.begin <= seq && seq < range.end)
            {
                chosen.push_back(range);
            }
        }
        for (const SeqRange& range : m_pending.Ranges())
        {
            if (chosen.size() >= m_params->maxSackRanges)
            {
                break;
            }
            if (chosen.empty() || !(range == chosen.front()))
            {
                chosen.push_back(range);
            }
        }
        return chosen;
    }

    const LightTransportParams* m_params; //!< the parameters
    LightRto m_rto;                       //!< timeout of the handshake
    State m_state = LISTEN;               //!< where the handshake stands
    uint64_t m_next = 0;                  //!< next byte expected
    int64_t m_echoNs = 0;                 //!< when the SYN was sent
    SackSet m_pending;                    //!< received above m_next
};

} // namespace schedlab

#endif /* LIGHT_RECEIVER_H */
