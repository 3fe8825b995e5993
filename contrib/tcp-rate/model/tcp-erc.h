/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_ERC_H
#define TCP_ERC_H

#include "tcp-rate-congestion.h"

#include "ns3/erc-core.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-rate
 * ECN rate control: a rate-paced sender that heeds every CE mark, put together from published rules
 * of BBR, DCTCP and DCQCN. See schedlab::ErcCore.
 *
 * It is no implementation of any named product; use it where a rate-based sender with ECN is
 * wanted. Both ends need it unless ExactEcho is false.
 */
class TcpErc : public TcpRateCongestion
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpErc() = default;
    /** @param other what a listening socket hands on */
    TcpErc(const TcpErc& other);

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

  private:
    const Ecn* GetEcn() const override;
    Control DoStart(uint32_t segment, uint32_t initialCwnd) override;
    Control DoAck(const schedlab::TcpAck& ack) override;
    void DoTimeout() override;
    void DoRecovered() override;

    bool m_exactEcho;                        //!< the receiver echoes each mark
    std::optional<schedlab::ErcCore> m_core; //!< the rules
};

} // namespace ns3

#endif /* TCP_ERC_H */
