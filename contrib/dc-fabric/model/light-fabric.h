/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_FABRIC_H
#define LIGHT_FABRIC_H

#include "light-item.h"
#include "light-port.h"

#include "ns3/ecmp-routes.h"
#include "ns3/fabric-plan.h"
#include "ns3/queue-disc.h"

#include <functional>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Takes the packets that reach their destination.
 */
class LightSink
{
  public:
    virtual ~LightSink() = default;

    /**
     * @param item a packet at its destination
     * @param now the time step
     */
    virtual void Receive(const Ptr<LightItem>& item, uint64_t now) = 0;
};

/**
 * @ingroup dc-fabric
 * What a light fabric is made of.
 */
struct LightFabricConfig
{
    schedlab::FabricPlan plan; //!< the topology
    uint64_t ecmpSeed = 1;     //!< gives the salts of the switches
    bool idleBypass = false;   //!< a packet that finds a port idle is sent past its queue disc
    /**
     * Makes the queue disc of a port. It need not be initialized.
     */
    std::function<Ptr<QueueDisc>(uint32_t port, schedlab::PortClass portClass)> makeDisc;
    /**
     * Each packet takes a path of its own in place of its flow's: packets of a flow may overtake
     * each other, which the transport counts.
     */
    bool spray = false;
    /** How the nodes choose among equal paths. */
    schedlab::EcmpRule ecmpRule = schedlab::EcmpRule::SALTED;
};

/**
 * @ingroup dc-fabric
 * Hosts and store-and-forward switches that carry packets through ns-3's queue discs, without
 * nodes, devices and protocol stacks: made for runs at the scale of a data centre.
 *
 * Every port has a queue disc, those of the hosts included, and every packet takes the path that
 * its flow's hash selects among all shortest ones. Several senders may use one fabric, each with
 * its own sink, and several fabrics may be in one simulation.
 */
class LightFabric
{
  public:
    /**
     * @param config what it is made of
     * @throws std::invalid_argument if the configuration makes no sense
     */
    explicit LightFabric(const LightFabricConfig& config);
    ~LightFabric();

    LightFabric(const LightFabric&) = delete;
    LightFabric& operator=(const LightFabric&) = delete;

    /** @param sink takes what arrives and names no other; has to outlive the run */
    void SetSink(LightSink& sink);

    /** @return the topology */
    const schedlab::FabricPlan& GetPlan() const;

    /** @return the routes */
    const schedlab::EcmpRoutes& GetRoutes() const;

    /** @return packets to use */
    LightItemPool& GetPool();

    /** @param port number of a port in the plan @return the port */
    LightPort& GetPort(uint32_t port);

    /**
     * Sends a packet from its source host.
     * @param item the packet; source, destination, flowHash, size, order and path are set
     * @param now the time step
     */
    void Send(const Ptr<LightItem>& item, uint64_t now);

    /**
     * Sends a packet on: to its next port or to the sink.
     * @param item the packet
     * @param now the time step
     */
    void Forward(const Ptr<LightItem>& item, uint64_t now);

    /** @param item a packet on its way @return the port it goes to next; null if to its host */
    const LightPort* NextPort(const LightItem& item) const
    {
        const LightItem::Fields& fields = item.Get();
        return fields.hop < fields.path.hops ? m_ports[fields.path.ports[fields.hop]].get()
                                             : nullptr;
    }

    /** @return packets that hosts have sent */
    uint64_t GetSent() const;

    /** @return packets that have reached their destination */
    uint64_t GetDelivered() const;

    /** @return packets that were put on a link, summed over all ports */
    uint64_t GetPacketHops() const;

    /** @return packets dropped at hosts */
    uint64_t GetHostDrops() const;

    /** @return packets dropped at switches */
    uint64_t GetSwitchDrops() const;

    /**
     * Checks the books at every port and over the whole fabric.
     * @throws std::runtime_error if packets are not conserved
     */
    void CheckConservation() const;

  private:
    /** @param hosts whether to count at hosts or at switches @return packets dropped there */
    uint64_t Drops(bool hosts) const;

    LightFabricConfig m_config;                      //!< what it is made of
    schedlab::EcmpRoutes m_routes;                   //!< the routes
    std::vector<std::unique_ptr<LightPort>> m_ports; //!< the ports, by number
    LightItemPool m_pool;                            //!< packets to use again
    LightSink* m_sink{nullptr};                      //!< takes what arrives
    uint64_t m_sent{0};                              //!< packets sent by hosts
    uint64_t m_delivered{0};                         //!< packets delivered
};

} // namespace ns3

#endif /* LIGHT_FABRIC_H */
