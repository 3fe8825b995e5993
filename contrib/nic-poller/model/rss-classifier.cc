/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rss-classifier.h"

#include "nic-poller-compat.h"

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RssClassifier);

TypeId
RssClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RssClassifier")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddConstructor<RssClassifier>()
            .AddAttribute("Mode",
                          "How the queue of a packet is chosen.",
                          EnumValue(RssClassifier::FIVE_TUPLE),
                          nic_compat::EnumAccessor<Mode>(&RssClassifier::m_mode),
                          MakeEnumChecker(RssClassifier::FIVE_TUPLE,
                                          "FiveTuple",
                                          RssClassifier::ROUND_ROBIN,
                                          "RoundRobin",
                                          RssClassifier::FIXED,
                                          "Fixed",
                                          RssClassifier::TABLE,
                                          "Table"))
            .AddAttribute("FixedQueue",
                          "The queue of the mode Fixed.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RssClassifier::m_fixed),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Weights",
                          "Shares of the queues in the indirection table, as numbers parted by "
                          "commas; empty for equal ones.",
                          StringValue(""),
                          MakeStringAccessor(&RssClassifier::m_weights),
                          MakeStringChecker());
    return tid;
}

void
RssClassifier::SetQueues(uint32_t queues)
{
    m_queues = queues;
    NS_ABORT_MSG_IF(m_mode == FIXED && m_fixed >= queues,
                    "RssClassifier: FixedQueue " << m_fixed << " is not one of " << queues
                                                 << " queues");
    if (m_weights.empty())
    {
        m_table = std::make_unique<schedlab::RssTable>(queues);
        return;
    }
    std::vector<double> weights;
    std::istringstream in(m_weights);
    for (std::string part; std::getline(in, part, ',');)
    {
        std::istringstream number(part);
        double weight = 0;
        NS_ABORT_MSG_UNLESS(number >> weight && number.eof(),
                            "RssClassifier: Weights has '" << part << "', which is no number");
        weights.push_back(weight);
    }
    NS_ABORT_MSG_IF(weights.size() != queues,
                    "RssClassifier: Weights names " << weights.size() << " queues, there are "
                                                    << queues);
    try
    {
        m_table = std::make_unique<schedlab::RssTable>(weights);
    }
    catch (const std::invalid_argument& error)
    {
        NS_FATAL_ERROR("RssClassifier: Weights: " << error.what());
    }
}

uint32_t
RssClassifier::Classify(const Packet& packet, uint16_t protocol)
{
    if (m_queues == 1)
    {
        return 0;
    }
    switch (m_mode)
    {
    case FIVE_TUPLE:
        return m_table->QueueOf(Hash(packet, protocol));
    case ROUND_ROBIN:
        return m_count++ % m_queues;
    case FIXED:
        return m_fixed;
    case TABLE:
        break;
    }
    return m_table->At(m_count++ % schedlab::RssTable::ENTRIES);
}

uint32_t
RssClassifier::Hash(const Packet& packet, uint16_t protocol)
{
    static const schedlab::ToeplitzHash hash;
    constexpr uint16_t IPV4 = 0x0800;
    constexpr uint16_t IPV6 = 0x86dd;
    constexpr uint8_t TCP = 6;
    constexpr uint8_t UDP = 17;
    uint8_t head[64];
    const uint32_t size = packet.CopyData(head, sizeof(head));
    const bool v4 = protocol == IPV4 && size >= 20;
    if (!v4 && !(protocol == IPV6 && size >= 40))
    {
        return 0;
    }
    const uint32_t addresses = v4 ? 8 : 32;
    const uint32_t header = v4 ? 4 * (head[0] & 0x0f) : 40;
    const uint8_t transport = v4 ? head[9] : head[6];
    // A fragment has no ports that its siblings share.
    const bool fragment = v4 && ((head[6] & 0x3f) != 0 || head[7] != 0);
    const bool ports = (transport == TCP || transport == UDP) && !fragment && size >= header + 4;
    uint8_t input[schedlab::ToeplitzHash::MOST];
    std::memcpy(input, head + (v4 ? 12 : 8), addresses);
    if (ports)
    {
        std::memcpy(input + addresses, head + header, 4);
    }
    return hash.Hash(input, addresses + (ports ? 4 : 0));
}

} // namespace ns3
