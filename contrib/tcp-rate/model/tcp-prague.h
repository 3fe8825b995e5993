/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_PRAGUE_H
#define TCP_PRAGUE_H

#include "tcp-rate-congestion.h"

#include "ns3/prague-core.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-rate
 * TCP Prague as far as the ECN feedback of ns-3 allows: a scalable, paced window control that sends
 * ECT(1). See schedlab::PragueCore.
 *
 * Of what RFC 9331, section 4.3, asks for it has the scalable response, the response to losses, a
 * lower dependence on the round trip and pacing. It has not: AccECN, for which the one bit of RFC
 * 8257 stands in, so both ends need this control; the detection of a bottleneck with classic ECN
 * and the fall back to a response of that kind; windows below two segments; loss detection in units
 * of time, for ns-3 counts duplicate acknowledgements.
 */
class TcpPrague : public TcpRateCongestion
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpPrague() = default;
    /** @param other what a listening socket hands on */
    TcpPrague(const TcpPrague& other);

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    const Ecn* GetEcn() const override;
    Control DoStart(uint32_t segment, uint32_t initialCwnd) override;
    Control DoAck(const schedlab::TcpAck& ack) override;
    void DoTimeout() override;
    void DoRecovered() override;

    Time m_virtualRtt; //!< the window grows as if a round trip took at least so long
    std::optional<schedlab::PragueCore> m_core; //!< the rules
};

} // namespace ns3

#endif /* TCP_PRAGUE_H */
