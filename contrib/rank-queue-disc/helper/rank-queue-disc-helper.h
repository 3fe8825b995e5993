/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RANK_QUEUE_DISC_HELPER_H
#define RANK_QUEUE_DISC_HELPER_H

#include "ns3/inversion-probe.h"
#include "ns3/net-device-container.h"
#include "ns3/object-factory.h"
#include "ns3/queue-disc-container.h"
#include "ns3/queue-size.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Installs a queue disc with its ranker on devices, so that it is the disc which decides.
 *
 * Install() may be called before or after addresses are assigned and more than once: it replaces
 * the root queue disc that is there. It sets the queue of the device to one packet, because a long
 * device queue is a FIFO behind the disc and hides it, and warns of what else would.
 */
class RankQueueDiscHelper
{
  public:
    /**
     * @param disc TypeId of the queue disc, rank-ordered or any other
     * @throws std::invalid_argument if there is no such queue disc
     */
    explicit RankQueueDiscHelper(const std::string& disc = "ns3::PifoQueueDisc");

    /**
     * @param name an attribute of the queue disc
     * @param value its value
     * @throws std::invalid_argument if the disc has no such attribute or the value is not for it
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Gives each disc a ranker of its own.
     * @param ranker TypeId of the ranker, with attributes if wanted, such as
     * "ns3::StfqRanker[DefaultWeight=2]"
     * @throws std::invalid_argument if the disc takes no ranker or there is no such ranker
     */
    void SetRanker(const std::string& ranker);

    /**
     * @param size length of the device queue; nothing to leave it as it is
     */
    void SetDeviceQueue(std::optional<QueueSize> size);

    /** @param attach whether to attach an InversionProbe to each disc */
    void SetProbes(bool attach);

    /**
     * @param devices the devices
     * @return the root queue discs, in the order of the devices
     * @throws std::logic_error if a node has no TrafficControlLayer, which an internet stack brings
     */
    QueueDiscContainer Install(const NetDeviceContainer& devices);

    /** @return the probes attached since the start, in the order of the discs */
    const std::vector<Ptr<InversionProbe>>& GetProbes() const;

    /**
     * Says why a queue disc on a device would not decide which packet is sent.
     * @param device the device
     * @return one line, empty if nothing stands in the way
     */
    static std::string GetDeviceWarning(Ptr<NetDevice> device);

  private:
    ObjectFactory m_discFactory;               //!< makes the discs
    std::optional<QueueSize> m_deviceQueue;    //!< length of the device queue, if to be set
    bool m_attachProbes{false};                //!< whether to attach probes
    std::vector<Ptr<InversionProbe>> m_probes; //!< probes attached
};

} // namespace ns3

#endif /* RANK_QUEUE_DISC_HELPER_H */
