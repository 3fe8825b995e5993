/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RATE_CONGESTION_H
#define TCP_RATE_CONGESTION_H

#include "ns3/burst-pacing.h"
#include "ns3/delivery-rate-sampler.h"
#include "ns3/loss-counter.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-dctcp.h"

namespace ns3
{

/**
 * @ingroup tcp-rate
 * A congestion control that sets window and pacing rate itself on each acknowledgement: what is
 * common to TcpBbr3, TcpErc and TcpPrague.
 *
 * It turns what ns-3's socket tells into a schedlab::TcpAck and lives with the faults of that
 * socket: rates come from schedlab::DeliveryRateSampler and losses from schedlab::LossCounter; the
 * slow start threshold, to which the socket sets the window when it leaves fast recovery, is always
 * the present window, so the window never becomes 4294967295; round-trip times are measured here,
 * for those of the socket are smoothed.
 *
 * The socket paces one segment at a time, without the headers, and starts after the initial window.
 * A control that sends several at once gets that by the rate that the socket is given for each
 * segment, see schedlab::BurstPacing; the socket's trace PacingRate shows those rates.
 */
class TcpRateCongestion : public TcpCongestionOps
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpRateCongestion() = default;
    /** @param other what a listening socket hands on: the settings, for no data has been sent */
    TcpRateCongestion(const TcpRateCongestion& other);
    ~TcpRateCongestion() override;

    void Init(Ptr<TcpSocketState> tcb) override;
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t bytesInFlight) override;
    void IncreaseWindow(Ptr<TcpSocketState> tcb, uint32_t segmentsAcked) override;
    void CongestionStateSet(Ptr<TcpSocketState> tcb,
                            const TcpSocketState::TcpCongState_t newState) override;
    void CwndEvent(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCAEvent_t event) override;
    bool HasCongControl() const override;
    void CongControl(Ptr<TcpSocketState> tcb,
                     const TcpRateOps::TcpRateConnection& rc,
                     const TcpRateOps::TcpRateSample& rs) override;

  protected:
    /** What the sender is to do. */
    struct Control
    {
        uint32_t cwnd;       //!< window, bytes
        uint64_t pacingBps;  //!< pacing rate of payload, bit/s
        uint32_t quantum{0}; //!< bytes to send at once, if more than a segment
    };

    /** Which ECN codepoint to send and whether the receiver echoes each mark. */
    struct Ecn
    {
        bool exactEcho; //!< as in RFC 8257: each ACK says of its own packets; needs it at both ends
        bool ect1;      //!< ECT(1), for L4S
    };

  private:
    /** @return the ECN this control needs; nothing to leave the socket's settings alone */
    virtual const Ecn* GetEcn() const = 0;
    /** Makes the control anew. @return what to start with */
    virtual Control DoStart(uint32_t segment, uint32_t initialCwnd) = 0;
    /** Takes an acknowledgement. @return what to do from now on */
    virtual Control DoAck(const schedlab::TcpAck& ack) = 0;
    /** The retransmission timer has run out. */
    virtual void DoTimeout() = 0;
    /** What was lost by then has been repaired. */
    virtual void DoRecovered() = 0;

    /** Starts the control once the sizes of the socket are known. */
    void EnsureStarted(Ptr<TcpSocketState> tcb);
    /** Makes the socket do as told. */
    void Apply(Ptr<TcpSocketState> tcb, const Control& control);
    /** Gives the socket the rate of the next segment. */
    void SetRate();
    /** Follows what the socket sends. @param before, after the sequence number to send next */
    void OnSequence(SequenceNumber32 before, SequenceNumber32 after);
    /** @return bytes sent and not acknowledged cumulatively */
    static uint32_t Outstanding(Ptr<const TcpSocketState> tcb);

    schedlab::DeliveryRateSampler m_sampler; //!< rates and round-trip times
    schedlab::LossCounter m_losses;          //!< losses
    SequenceNumber32 m_lastAcked;            //!< last cumulative acknowledgement
    bool m_started{false};                   //!< DoStart() has been called
    bool m_timedOut{false};                  //!< losses of a timeout are being repaired
    Ptr<TcpDctcp> m_receiver;                //!< the receiving side of the exact echo
    bool m_paceInQdisc{false};               //!< leave pacing to a queue disc
    schedlab::BurstPacing m_pacing;          //!< rate of each segment
    Ptr<TcpSocketState> m_watched;           //!< socket whose segments are counted
};

} // namespace ns3

#endif /* TCP_RATE_CONGESTION_H */
