/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_LOAD_NET_DEVICE_H
#define NIC_LOAD_NET_DEVICE_H

#include "ns3/event-id.h"
#include "ns3/net-device.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup nic-poller
 * A port with a traffic generator at the other end of its cable: packets arrive at a rate, one
 * event each, and what is sent is counted. It goes below a HostNicNetDevice.
 *
 * The packets are UDP datagrams of Flows different flows in turn, without a checksum.
 */
class NicLoadNetDevice : public NetDevice
{
  public:
    /** When packets arrive. */
    enum Arrivals
    {
        CBR,    //!< at equal distances
        POISSON //!< at exponential ones
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    NicLoadNetDevice();
    ~NicLoadNetDevice() override;

    /** @param rate packets a second from now on, 0 for none */
    void SetRate(double rate);

    /** @return packets that arrived */
    uint64_t GetArrived() const;

    /** @return packets that were sent */
    uint64_t GetSent() const;

    /** @param stream stream number @return numbers used */
    int64_t AssignStreams(int64_t stream);

    // Inherited
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsBridge() const override;
    bool IsPointToPoint() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

    /**
     * Signature of the trace source Sent.
     * @param packet the packet
     */
    typedef void (*SentTracedCallback)(Ptr<const Packet> packet);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /** A packet arrives. */
    void Arrive();
    /** The next one is scheduled. */
    void Schedule();
    /** @param flow a number @return a packet of that flow */
    Ptr<Packet> Make(uint32_t flow) const;

    Ptr<Node> m_node;                              //!< the node
    uint32_t m_ifIndex{0};                         //!< number among the node's devices
    Address m_address;                             //!< address on the link
    Address m_far;                                 //!< address of the generator
    uint16_t m_mtu{1500};                          //!< largest packet
    ReceiveCallback m_receive;                     //!< takes what arrives
    Arrivals m_arrivals;                           //!< when packets arrive
    double m_rate;                                 //!< packets a second
    uint32_t m_size;                               //!< bytes of a packet
    uint32_t m_flows;                              //!< flows in turn
    std::vector<Ptr<Packet>> m_packets;            //!< one of each flow
    double m_due{0};                               //!< next arrival in time steps, not rounded
    uint64_t m_arrived{0};                         //!< packets that arrived
    uint64_t m_sent{0};                            //!< packets that were sent
    EventId m_next;                                //!< next arrival
    Ptr<ExponentialRandomVariable> m_random;       //!< distances of POISSON
    TracedCallback<Ptr<const Packet>> m_sentTrace; //!< packets that are sent
};

} // namespace ns3

#endif /* NIC_LOAD_NET_DEVICE_H */
