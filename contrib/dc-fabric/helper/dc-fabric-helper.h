/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FABRIC_HELPER_H
#define DC_FABRIC_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/dc-ecmp-routing.h"
#include "ns3/fabric-plan.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @defgroup dc-fabric Datacenter fabrics
 *
 * Topologies of hosts and switches on which any queue disc can be placed on chosen ports.
 */

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Where in a fabric a port is, as in schedlab::PortClass; a set of them is their sum.
 */
enum DcPortClass : uint32_t
{
    DC_HOST_EGRESS = 1,    //!< a host's port towards its switch
    DC_LEAF_DOWN = 2,      //!< a switch's port towards a host
    DC_LEAF_UP = 4,        //!< a switch's port towards a switch of a higher tier
    DC_SPINE = 8,          //!< a switch's port towards one of a lower or the same tier
    DC_SWITCH_EGRESS = 14, //!< every port of a switch
    DC_ALL_PORTS = 15      //!< every port
};

/**
 * @ingroup dc-fabric
 * One direction of a link: the device that sends and what it is connected to.
 */
struct DcPort
{
    Ptr<PointToPointNetDevice> device; //!< the sending device
    Ptr<PointToPointNetDevice> peer;   //!< the device at the other end
    DcPortClass portClass;             //!< where the port is
    std::string node;                  //!< name of the sending node: host3, leaf0, spine1
    std::string name;                  //!< name of the port: leaf0>host3, leaf0>spine1#2
    DataRate rate;                     //!< rate of the link
    Time delay;                        //!< propagation delay of the link
};

/**
 * @ingroup dc-fabric
 * A fabric of ns-3's nodes, devices and IPv4 stack: nodes, links and ports by index, and what is
 * installed on them. It is made from the same plan as a LightFabric, and its nodes and ports have
 * the numbers and names of that plan.
 *
 * Order of use: construct, InstallStack(), then InstallQueueDiscs() and AssignAddresses() in either
 * order. The device queue below a root queue disc is one packet long, with flow control, for a
 * longer one would be served in order of arrival and hide the discipline.
 */
class DcFabricHelper
{
  public:
    /** Makes one queue disc for one port. */
    using QueueDiscMaker = std::function<Ptr<QueueDisc>()>;

    /**
     * Makes the nodes and links.
     * @param plan the topology; each host has one link
     * @param deviceQueue queue of each device, below its queue disc
     * @param mtu largest packet in bytes
     * @param systems by node of the plan: the rank of ns-3's distributed simulator that runs it;
     * those that are not listed have rank 0
     * @throws std::invalid_argument if a host has no link or several
     */
    explicit DcFabricHelper(const schedlab::FabricPlan& plan,
                            QueueSize deviceQueue = QueueSize("1p"),
                            uint16_t mtu = 1500,
                            const std::vector<uint32_t>& systems = {});

    virtual ~DcFabricHelper();

    /** @param seed gives the salts of ECMP; to be called before InstallStack(). By default 1. */
    void SetEcmpSeed(uint64_t seed);

    /** @param stack what to install on every node; its routing is replaced by DcEcmpRouting */
    void InstallStack(InternetStackHelper stack);

    /**
     * Puts a root queue disc on ports, in place of one that is there.
     * @param classes sum of the DcPortClass of the ports
     * @param make called once for each port
     * @throws std::logic_error if there is no stack yet
     */
    void InstallQueueDiscs(uint32_t classes, const QueueDiscMaker& make);

    /**
     * Puts a root queue disc on ports, in place of one that is there.
     * @param classes sum of the DcPortClass of the ports
     * @param factory TypeId and attributes of the queue discs
     * @throws std::logic_error if there is no stack yet
     */
    void InstallQueueDiscs(uint32_t classes, const ObjectFactory& factory);

    /**
     * Gives each link a subnet of four addresses, the links of the hosts first, and sets the
     * routes. Host i has the address base + 4 i + 1. Only hosts and the ports of their switches
     * that face them can be reached.
     * @param base the first subnet
     * @throws std::logic_error if there is no stack yet or addresses already
     */
    void AssignAddresses(Ipv4Address base = Ipv4Address("10.0.0.0"));

    /** @return the topology */
    const schedlab::FabricPlan& GetPlan() const;

    /** @return number of hosts */
    uint32_t GetNHosts() const;

    /** @param i index of a host @return the host */
    Ptr<Node> GetHost(uint32_t i) const;

    /** @param i index of a host @return its address; needs AssignAddresses() */
    Ipv4Address GetHostAddress(uint32_t i) const;

    /** @param i index of a host @return its port */
    const DcPort& GetHostPort(uint32_t i) const;

    /** @param i index of a host @return the port of its switch that faces it */
    const DcPort& GetLeafDownPort(uint32_t i) const;

    /** @return all hosts */
    NodeContainer GetHosts() const;

    /** @return all switches, those with hosts first */
    NodeContainer GetSwitches() const;

    /** @return the switches with hosts */
    NodeContainer GetLeaves() const;

    /** @return the switches above those */
    NodeContainer GetSpines() const;

    /** @return all ports; two for each link, in the order of the plan */
    const std::vector<DcPort>& GetPorts() const;

    /**
     * @param from a node @param to another one
     * @return the ports of one that lead to the other, one for each parallel link
     */
    std::vector<const DcPort*> GetPortsBetween(Ptr<Node> from, Ptr<Node> to) const;

    /** @param port a port @return its root queue disc, or null */
    static Ptr<QueueDisc> GetQueueDisc(const DcPort& port);

    /**
     * Bytes of IPv4 packets that ports have sent since their queue discs were installed. What a
     * class of links was loaded to is this over its capacity and the time.
     * @param classes sum of the DcPortClass of the ports
     * @return bytes
     */
    uint64_t GetSentBytes(uint32_t classes) const;

    /** @param classes sum of the DcPortClass of ports @return sum of their rates, bit/s */
    double GetCapacity(uint32_t classes) const;

    /** @return round-trip time of a full-sized packet and its 40-byte answer between far hosts */
    Time GetBaseRtt() const;

    /** @param from a host @param to another one @return the same between these hosts */
    Time GetBaseRtt(uint32_t from, uint32_t to) const;

    /** @return ports that a packet between far hosts leaves through */
    uint32_t GetPathLength() const;

    /** @param from a host @param to another one @return the same between these hosts */
    uint32_t GetPathLength(uint32_t from, uint32_t to) const;

  private:
    /** Makes the link of a cable. @param cable its number @param deviceQueue its devices' queue */
    void Connect(uint32_t cable, const QueueSize& deviceQueue);
    /** @param tier a tier of the plan @return its nodes */
    NodeContainer NodesOfTier(uint8_t tier) const;

    schedlab::FabricPlan m_plan;               //!< the topology
    uint16_t m_mtu;                            //!< largest packet in bytes
    NodeContainer m_nodes;                     //!< the nodes of the plan
    std::vector<DcPort> m_ports;               //!< the ports of the plan
    std::vector<uint32_t> m_hostPorts;         //!< number of each host's port
    std::shared_ptr<DcRoutingTable> m_routing; //!< what the routing of all nodes shares
    bool m_installed{false};                   //!< there is a stack
};

} // namespace ns3

#endif /* DC_FABRIC_HELPER_H */
