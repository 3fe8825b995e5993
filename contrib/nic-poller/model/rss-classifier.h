/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RSS_CLASSIFIER_H
#define RSS_CLASSIFIER_H

#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/rss-table.h"
#include "ns3/toeplitz-hash.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup nic-poller
 * Which receive ring a packet goes to.
 */
class RssClassifier : public Object
{
  public:
    /** How the queue is chosen. */
    enum Mode
    {
        FIVE_TUPLE,  //!< receive side scaling: Toeplitz hash of addresses and ports
        ROUND_ROBIN, //!< the queues in turn
        FIXED,       //!< always the same queue
        TABLE        //!< the entries of the indirection table in turn
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param queues how many there are; call before the first packet */
    void SetQueues(uint32_t queues);

    /**
     * @param packet a packet, its network header in front
     * @param protocol number of its network protocol
     * @return its queue
     */
    uint32_t Classify(const Packet& packet, uint16_t protocol);

    /**
     * @param packet a packet, its network header in front
     * @param protocol number of its network protocol
     * @return its hash; 0 if it is neither IPv4 nor IPv6
     */
    static uint32_t Hash(const Packet& packet, uint16_t protocol);

  private:
    Mode m_mode;                                 //!< how the queue is chosen
    uint32_t m_fixed;                            //!< the queue of FIXED
    std::string m_weights;                       //!< shares of the queues, empty for equal ones
    uint32_t m_queues{1};                        //!< how many
    uint64_t m_count{0};                         //!< packets so far
    std::unique_ptr<schedlab::RssTable> m_table; //!< indirection table
};

} // namespace ns3

#endif /* RSS_CLASSIFIER_H */
