/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RATE_TEST_SUPPORT_H
#define TCP_RATE_TEST_SUPPORT_H

#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/queue-disc.h"
#include "ns3/socket.h"
#include "ns3/tcp-socket-state.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup tcp-rate
 * Senders that share one link: each on a fast link of its own to a router, one queue disc before
 * the shared link, all receivers on the far side.
 */
class SharedLinkTest
{
  public:
    /** What is built. */
    struct Setup
    {
        std::vector<std::string> congestion;        //!< TypeId of each flow's congestion control
        uint64_t rateBps = 100'000'000;             //!< rate of the shared link, bit/s
        Time rtt = MilliSeconds(20);                //!< round-trip time without queues
        double bufferBdp = 1.5;                     //!< buffer in bandwidth-delay products
        uint64_t bytes = 0;                         //!< bytes per flow; 0: without end
        std::string disc = "ns3::FifoQueueDisc";    //!< what holds the shared link's buffer
        std::map<std::string, std::string> discSet; //!< its attributes
        double loss = 0; //!< share of packets lost at random on the shared link
    };

    /** One flow. */
    struct Flow
    {
        Ptr<Socket> socket;           //!< sender
        uint64_t left = 0;            //!< bytes still to be handed to it
        uint64_t received = 0;        //!< payload received
        uint64_t mark = 0;            //!< received when Run() began to measure
        Time finished;                //!< when the last byte arrived; 0 if it has not
        uint32_t maxCwnd = 0;         //!< largest window, bytes
        uint32_t timeouts = 0;        //!< times that it entered CA_LOSS
        std::vector<uint32_t> states; //!< states entered by TcpBbr3
    };

    /** @param config what to build */
    explicit SharedLinkTest(const Setup& config);
    ~SharedLinkTest();

    /**
     * Runs the simulation.
     * @param from bytes are measured from here
     * @param until and until here
     */
    void Run(Time from, Time until);

    /** @return payload received by a flow between from and until over the link's rate */
    double Share(std::size_t flow) const;

    /** @return packets that the queue disc marked */
    uint32_t Marks() const;

    std::vector<Flow> flows; //!< the flows

  private:
    void AddFlow(std::size_t index, Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address to);
    // Callbacks of one flow; ns-3.36 makes none of a lambda.
    static void Feed(SharedLinkTest* test, std::size_t index, Ptr<Socket> socket, uint32_t room);
    static void Receive(SharedLinkTest* test, std::size_t index, Ptr<Socket> socket);
    static void Accept(SharedLinkTest* test, std::size_t index, Ptr<Socket> s, const Address& from);
    static void OnCwnd(Flow* flow, uint32_t before, uint32_t cwnd);
    static void OnCongState(Flow* flow,
                            TcpSocketState::TcpCongState_t before,
                            TcpSocketState::TcpCongState_t state);
    static void OnState(Flow* flow, uint32_t before, uint32_t state);

    Ptr<QueueDisc> m_disc; //!< before the shared link
    Setup m_config;        //!< what is built
    Time m_from;           //!< start of the measurement
    Time m_until;          //!< its end
};

} // namespace ns3

#endif /* TCP_RATE_TEST_SUPPORT_H */
