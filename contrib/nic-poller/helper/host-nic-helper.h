/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_NIC_HELPER_H
#define HOST_NIC_HELPER_H

#include "ns3/host-nic-net-device.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * Puts polled network cards on nodes.
 */
class HostNicHelper
{
  public:
    /** @param poller TypeId of the poller, such as ns3::MetronomePoller */
    explicit HostNicHelper(const std::string& poller = "ns3::MetronomePoller");

    /** @param poller TypeId of the poller; its attributes are forgotten */
    void SetPoller(const std::string& poller);

    /** @param name an attribute of the poller @param value its value */
    void SetPollerAttribute(const std::string& name, const AttributeValue& value);

    /** @param name an attribute of HostNicNetDevice @param value its value */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /** @param name an attribute of HostCpu @param value its value, for nodes that have none yet */
    void SetCpuAttribute(const std::string& name, const AttributeValue& value);

    /** @param name an attribute of RssClassifier @param value its value */
    void SetClassifierAttribute(const std::string& name, const AttributeValue& value);

    /** @param law how long a timed sleep takes, as SleepLaw reads it */
    void SetSleep(const std::string& law);

    /**
     * Puts a polled card over each device. Addresses belong on what is returned, not on the devices
     * given. A node without a HostCpu gets one.
     * @param lower devices of nodes
     * @return the cards, in the same order
     */
    NetDeviceContainer Install(const NetDeviceContainer& lower) const;

    /** @param lower a device of a node @return the card over it */
    Ptr<HostNicNetDevice> Install(Ptr<NetDevice> lower) const;

    /**
     * Sets static routes along shortest paths between all addresses of the nodes. Global routing
     * cannot: it looks for the addresses on the devices that are on a channel.
     * @param nodes hosts and routers, with addresses
     */
    static void PopulateRoutes(const NodeContainer& nodes);

    /**
     * @param devices cards; others are skipped
     * @param stream first stream number
     * @return numbers used
     */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    ObjectFactory m_poller;     //!< makes pollers
    ObjectFactory m_device;     //!< makes cards
    ObjectFactory m_cpu;        //!< makes processors
    ObjectFactory m_classifier; //!< makes classifiers
    ObjectFactory m_sleep;      //!< makes sleep models
};

} // namespace ns3

#endif /* HOST_NIC_HELPER_H */
