/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_ECMP_ROUTING_H
#define DC_ECMP_ROUTING_H

#include "ns3/ecmp-routes.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"

#include <memory>
#include <unordered_set>
#include <vector>

namespace ns3
{

namespace dc_detail
{

/** The types of the callbacks of RouteInput(): values up to ns-3.37, then references. */
template <typename Method>
struct RouteInputTypes;

/** Takes them from the method of the ns-3 in use. */
template <typename Class, typename U, typename M, typename L, typename E>
struct RouteInputTypes<bool (
    Class::*)(Ptr<const Packet>, const Ipv4Header&, Ptr<const NetDevice>, U, M, L, E)>
{
    using Unicast = U;   //!< of the callback that forwards
    using Multicast = M; //!< of the callback that forwards to a group
    using Local = L;     //!< of the callback that delivers
    using Error = E;     //!< of the callback that reports errors
};

} // namespace dc_detail

/**
 * @ingroup dc-fabric
 * What the routing of all nodes of one fabric shares.
 *
 * Host i has the address base + 4 i + 1, the port of its switch the next one; so the destination of
 * a packet is found by a shift.
 */
struct DcRoutingTable
{
    schedlab::EcmpRoutes routes;           //!< the equal-cost ports of each node to each host
    uint32_t nHosts;                       //!< number of hosts
    uint32_t base{0};                      //!< first address
    std::vector<Ptr<Ipv4Route>> portRoute; //!< by port of the plan: how to send through it

    /** @param address an address @return the host whose link it is on, or nHosts */
    uint32_t HostOf(Ipv4Address address) const
    {
        const uint32_t link = (address.Get() - base) >> 2;
        return address.Get() >= base && link < nHosts ? link : nHosts;
    }
};

/**
 * @ingroup dc-fabric
 * Equal-cost multipath routing of a DcFabricHelper's node: a packet takes the port that the hash of
 * its addresses, ports and protocol picks among all that begin a shortest path, parallel links
 * included, with a salt of each node. It is the rule of schedlab::EcmpRoutes, which the light
 * fabric uses too.
 *
 * No part of an IPv4 fragment but the first has ports, so fragments are hashed without them. What a
 * switch itself sends is hashed without ports as well. Multicast is not routed.
 */
class DcEcmpRouting : public Ipv4RoutingProtocol
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    DcEcmpRouting();
    ~DcEcmpRouting() override;

    /**
     * @param table what the nodes of the fabric share
     * @param node number of this node in the fabric's plan
     */
    void SetTable(std::shared_ptr<const DcRoutingTable> table, uint32_t node);

    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;

    /** Types of the callbacks. */
    using Input = dc_detail::RouteInputTypes<decltype(&Ipv4RoutingProtocol::RouteInput)>;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> device,
                    Input::Unicast forward,
                    Input::Multicast forwardGroup,
                    Input::Local deliver,
                    Input::Error fail) override;

    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit unit) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param packet a packet without its IPv4 header, or null if its ports are not known
     * @param header its IPv4 header
     * @return the route it takes, or null if there is none
     */
    Ptr<Ipv4Route> Choose(Ptr<const Packet> packet, const Ipv4Header& header);

    Ptr<Ipv4> m_ipv4;                              //!< the stack this belongs to
    std::shared_ptr<const DcRoutingTable> m_table; //!< what the nodes of the fabric share
    uint32_t m_node{0};                            //!< this node in the fabric's plan
    std::unordered_set<uint32_t> m_own;            //!< addresses of this node
    bool m_spray;                                  //!< choose for each packet, not for each flow
    uint64_t m_sprayed{0};                         //!< packets sprayed so far
};

} // namespace ns3

#endif /* DC_ECMP_ROUTING_H */
