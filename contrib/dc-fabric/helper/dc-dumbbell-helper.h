/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_DUMBBELL_HELPER_H
#define DC_DUMBBELL_HELPER_H

#include "dc-fabric-helper.h"

namespace ns3
{

/**
 * @ingroup dc-fabric
 * Senders and receivers with two routers and one bottleneck between them. The hosts are numbered
 * senders first. The bottleneck towards the receivers is the only port where a queue forms if the
 * access links are fast.
 */
class DcDumbbellHelper : public DcFabricHelper
{
  public:
    /** A rate that is no limit: 100 Tb/s, at which a packet takes no whole nanosecond. */
    static constexpr uint64_t UNLIMITED = 100000000000000;

    /** Counts, rates and delays. */
    struct Params
    {
        uint32_t senders{1};                 //!< hosts before the bottleneck
        uint32_t receivers{1};               //!< hosts behind it
        DataRate bottleneck{"1Gbps"};        //!< rate of the link between the routers
        DataRate access{UNLIMITED};          //!< rate of the links of the hosts
        std::vector<Time> rtt{Seconds(0.1)}; //!< two-way propagation delay: of all paths, or of
                                             //!< each sender's; even nanoseconds
        QueueSize deviceQueue{"1p"};         //!< queue of each device, below its queue disc
        uint16_t mtu{1500};                  //!< largest packet in bytes
    };

    /**
     * Makes the nodes and links.
     * @param params counts, rates and delays
     * @throws std::invalid_argument if there is no sender or receiver, or rtt is neither one for
     * all nor one for each sender
     */
    explicit DcDumbbellHelper(const Params& params);

    /** @param i index of a sender @return the sender */
    Ptr<Node> GetSender(uint32_t i) const;

    /** @param i index of a receiver @return the receiver */
    Ptr<Node> GetReceiver(uint32_t i) const;

    /** @param i index of a receiver @return its index among all hosts */
    uint32_t GetReceiverIndex(uint32_t i) const;

    /** @return the port of the first router towards the second */
    const DcPort& GetBottleneck() const;

  private:
    uint32_t m_senders; //!< number of senders
};

} // namespace ns3

#endif /* DC_DUMBBELL_HELPER_H */
