/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_NIC_NET_DEVICE_H
#define HOST_NIC_NET_DEVICE_H

#include "poll-thread.h"
#include "rss-classifier.h"
#include "rx-poller.h"
#include "tx-batcher.h"

#include "ns3/net-device-queue-interface.h"
#include "ns3/net-device.h"
#include "ns3/rx-ring.h"

#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup nic-poller
 * A network card as its host sees it: a device over any other, the lower one, that keeps what
 * arrives in receive rings until a poller hands it on, and batches what polling threads send.
 *
 * The lower device is on the node too and has no IP interface; the wrapper has it. Packets sent by
 * others than polling threads go straight to the lower device. The IP stack costs no time: what it
 * stands for is the poller's cost of a packet.
 */
class HostNicNetDevice : public NetDevice
{
  public:
    using Ring = schedlab::RxRing<RxDescriptor>; //!< a receive ring

    /** @return the TypeId */
    static TypeId GetTypeId();

    HostNicNetDevice();
    ~HostNicNetDevice() override;

    /**
     * Takes over what a device of the node receives. Call after both were added to the node.
     * @param lower the device
     */
    void SetLowerDevice(Ptr<NetDevice> lower);

    /** @return the lower device */
    Ptr<NetDevice> GetLowerDevice() const;

    /** @return the poller */
    Ptr<RxPoller> GetPoller() const;

    /** @return number of receive rings */
    uint32_t GetNQueues() const;

    /** @param queue which @return packets in its ring */
    uint32_t GetQueueSize(uint32_t queue) const;

    /** @param queue which @return what has passed its ring */
    const Ring::Counters& GetQueueCounters(uint32_t queue) const;

    /** @return packets that were dropped for lack of room, all queues */
    uint64_t GetRingDrops() const;

    /** @return packets handed to the host */
    uint64_t GetDelivered() const;

    /** @return packets that a thread has taken and not handed on */
    uint64_t GetInService() const;

    /** @return the transmit buffers, or null without batches */
    TxBatcher* GetBatcher() const;

    /** @param queue which @return its ring, from which a poll under way may still have to take */
    Ring& GetRing(uint32_t queue)
    {
        return m_rings[queue];
    }

    /** @param queue where it was @param descriptor a packet for the host */
    void Deliver(uint32_t queue, const RxDescriptor& descriptor);

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
     * Signature of the trace sources RxEnqueue and RxDrop.
     * @param queue number of the queue
     * @param packet the packet
     */
    typedef void (*RxTracedCallback)(uint32_t queue, Ptr<const Packet> packet);

    /**
     * Signature of the trace source Deliver.
     * @param queue number of the queue
     * @param packet the packet
     * @param ringDelay time since it arrived
     */
    typedef void (*DeliverTracedCallback)(uint32_t queue, Ptr<const Packet> packet, Time ringDelay);

    /**
     * Signature of the trace source TxFlush.
     * @param thread number of the thread whose buffer was emptied
     * @param port interface number of the device
     * @param packets packets in it
     * @param reason TxBatcher::Reason
     */
    typedef void (*TxFlushTracedCallback)(uint32_t thread,
                                          uint32_t port,
                                          uint32_t packets,
                                          uint32_t reason);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /** @param device the lower one @param packet it received @param protocol of it @param from its
     * source @return true */
    bool ReceiveFromLower(Ptr<NetDevice> device,
                          Ptr<const Packet> packet,
                          uint16_t protocol,
                          const Address& from);
    /** @param queue a poll of it that has begun takes its packets */
    void Settle(uint32_t queue) const;
    /** Makes the rings. */
    void BuildRings();
    /** @param entry goes out by the lower device @return false if it was refused */
    bool SendDown(const TxBatcher::Entry& entry);
    /** The lower device takes packets again. */
    void WakeUpper();

    Ptr<Node> m_node;                     //!< the node
    Ptr<NetDevice> m_lower;               //!< what receives and sends
    Ptr<NetDeviceQueue> m_lowerQueue;     //!< flow control of the lower device, or null
    Ptr<NetDeviceQueueInterface> m_flow;  //!< own flow control, or null
    uint32_t m_ifIndex{0};                //!< number among the node's devices
    ReceiveCallback m_receive;            //!< the host's
    PromiscReceiveCallback m_promisc;     //!< the host's
    Ptr<RxPoller> m_poller;               //!< empties the rings
    Ptr<RssClassifier> m_classifier;      //!< chooses the ring
    uint32_t m_nQueues;                   //!< number of rings
    uint32_t m_ringSize;                  //!< packets a ring holds
    uint32_t m_txBatch;                   //!< packets of a full transmit buffer
    uint32_t m_txDirect;                  //!< packets of a burst that leave at once
    std::vector<Ring> m_rings;            //!< by queue
    std::unique_ptr<TxBatcher> m_batcher; //!< transmit buffers, or null
    uint64_t m_delivered{0};              //!< packets handed to the host

    TracedCallback<uint32_t, Ptr<const Packet>> m_enqueueTrace;          //!< arrivals
    TracedCallback<uint32_t, Ptr<const Packet>> m_dropTrace;             //!< drops
    TracedCallback<uint32_t, Ptr<const Packet>, Time> m_deliverTrace;    //!< handed to the host
    TracedCallback<uint32_t, uint32_t, uint32_t, uint32_t> m_flushTrace; //!< buffers emptied
};

} // namespace ns3

#endif /* HOST_NIC_NET_DEVICE_H */
