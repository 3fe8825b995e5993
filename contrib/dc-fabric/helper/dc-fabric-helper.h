/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_FABRIC_HELPER_H
#define DC_FABRIC_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/queue-disc.h"
#include "ns3/queue-size.h"

#include <functional>
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
 * Where in a fabric a port is; a set of them is their sum.
 */
enum DcPortClass : uint32_t
{
    DC_HOST_EGRESS = 1,   //!< a host's port towards its switch
    DC_SWITCH_EGRESS = 2, //!< a switch's port towards a host
    DC_ALL_PORTS = 3      //!< every port
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
    std::string node;                  //!< name of the sending node, h0, h1 ... or s0, s1 ...
    std::string name;                  //!< name of the port, node->node
    DataRate rate;                     //!< rate of the link
    Time delay;                        //!< propagation delay of the link
};

/**
 * @ingroup dc-fabric
 * Base of the topology helpers: nodes, links and ports by index, and what is installed on them.
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

    virtual ~DcFabricHelper();

    /** @param stack what to install on every node; its routing is replaced by static routes */
    void InstallStack(InternetStackHelper stack);

    /**
     * Puts a root queue disc on ports, in place of one that is there.
     * @param classes sum of the DcPortClass of the ports
     * @param make called once for each port
     */
    void InstallQueueDiscs(uint32_t classes, const QueueDiscMaker& make);

    /**
     * Puts a root queue disc on ports, in place of one that is there.
     * @param classes sum of the DcPortClass of the ports
     * @param factory TypeId and attributes of the queue discs
     */
    void InstallQueueDiscs(uint32_t classes, const ObjectFactory& factory);

    /**
     * Gives each link a subnet of four addresses and sets the routes.
     * @param base the first subnet
     */
    void AssignAddresses(Ipv4Address base = Ipv4Address("10.0.0.0"));

    /** @return number of hosts */
    uint32_t GetNHosts() const;

    /** @param i index of a host @return the host */
    Ptr<Node> GetHost(uint32_t i) const;

    /** @param i index of a host @return its address; needs AssignAddresses() */
    Ipv4Address GetHostAddress(uint32_t i) const;

    /** @return all switches */
    NodeContainer GetSwitches() const;

    /** @return all ports; two for each link, in order of construction */
    const std::vector<DcPort>& GetPorts() const;

    /** @param port a port @return its root queue disc, or null */
    static Ptr<QueueDisc> GetQueueDisc(const DcPort& port);

    /** @return round-trip time of a full-sized packet and its 40-byte answer between far hosts */
    virtual Time GetBaseRtt() const = 0;

    /** @return ports that a packet between far hosts leaves through */
    virtual uint32_t GetPathLength() const = 0;

  protected:
    /** Rate, delay and queue of a link, the same in both directions. */
    struct Link
    {
        DataRate rate;         //!< rate
        Time delay;            //!< propagation delay
        QueueSize deviceQueue; //!< queue of each device, below its queue disc
        uint16_t mtu;          //!< largest packet in bytes
    };

    /** @return a new host */
    Ptr<Node> AddHost();

    /** @return a new switch */
    Ptr<Node> AddSwitch();

    /**
     * @param host a host
     * @param toSwitch its switch
     * @param link the link between them
     */
    void ConnectHost(Ptr<Node> host, Ptr<Node> toSwitch, const Link& link);

  private:
    /** @param node a node of this fabric @return its name */
    std::string NameOf(Ptr<Node> node) const;

    NodeContainer m_hosts;                    //!< the hosts
    NodeContainer m_switches;                 //!< the switches
    std::vector<DcPort> m_ports;              //!< the ports, those of a link next to each other
    std::vector<Ipv4Address> m_hostAddresses; //!< address of each host
};

} // namespace ns3

#endif /* DC_FABRIC_HELPER_H */
