/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_BBR3_H
#define TCP_BBR3_H

#include "tcp-rate-congestion.h"

#include "ns3/bbr3-core.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-value.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup tcp-rate
 * BBR version 3, draft-ietf-ccwg-bbr, and as a preset the constants of the Linux branch "v3".
 *
 * See schedlab::Bbr3Core for the rules. ECN is left to the socket's UseEcn. Marks matter with
 * Preset LinuxV3 and LowEcn only, on paths of at most 5 ms; then the echo is exact (RFC 8257), and
 * both ends need this control.
 */
class TcpBbr3 : public TcpRateCongestion
{
  public:
    /** Which constants. */
    enum Preset
    {
        DRAFT,    //!< draft-ietf-ccwg-bbr
        LINUX_V3, //!< Linux branch "v3"
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    TcpBbr3();
    /** @param other what a listening socket hands on */
    TcpBbr3(const TcpBbr3& other);

    std::string GetName() const override;
    Ptr<TcpCongestionOps> Fork() override;

    /**
     * Fixes the stream of the random waits between bandwidth probes.
     * @param stream the stream
     * @return the number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /** Signature of the trace source State. @param before, after states of Bbr3Core */
    typedef void (*StateTracedCallback)(uint32_t before, uint32_t after);

  private:
    const Ecn* GetEcn() const override;
    Control DoStart(uint32_t segment, uint32_t initialCwnd) override;
    Control DoAck(const schedlab::TcpAck& ack) override;
    void DoTimeout() override;
    void DoRecovered() override;

    Preset m_preset;                          //!< which constants
    bool m_lowEcn;                            //!< the path marks at a low threshold
    Ptr<UniformRandomVariable> m_uniform;     //!< waits between probes
    std::optional<schedlab::Bbr3Core> m_core; //!< the rules
    TracedValue<uint32_t> m_state{0};         //!< state
};

} // namespace ns3

#endif /* TCP_BBR3_H */
