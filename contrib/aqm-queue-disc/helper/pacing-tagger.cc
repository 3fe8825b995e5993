/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pacing-tagger.h"

#include "ns3/node.h"
#include "ns3/pacing-tag.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"

#include <stdexcept>

namespace ns3
{

namespace
{

/** What is known of one socket, kept by its traces. */
class SocketPace : public SimpleRefCount<SocketPace>
{
  public:
    /** @param rate until it changes @param node number of the socket's node */
    SocketPace(DataRate rate, uint32_t node)
        : m_rate(rate),
          m_node(node)
    {
    }

    /** Called when the pacing rate changes. */
    void Changed(const DataRate, const DataRate now)
    {
        m_rate = now;
    }

    /** Called for each packet, before its header is added. */
    void Sent(const Ptr<const Packet> packet, const TcpHeader&, const Ptr<const TcpSocketBase>)
    {
        // A segment sent again is another packet, but may share its tags with the first.
        PacingTag tag(m_rate.GetBitRate(), m_node);
        ConstCast<Packet>(packet)->ReplacePacketTag(tag);
    }

  private:
    DataRate m_rate; //!< at present
    uint32_t m_node; //!< number of the node
};

Ptr<SocketPace>
TagFrom(Ptr<Socket> socket, DataRate rate)
{
    if (!DynamicCast<TcpSocketBase>(socket))
    {
        throw std::invalid_argument("ns3::PacingTagger: only a TCP socket has a pacing rate; tag "
                                    "packets of others with PacingTagger::Tag()");
    }
    auto pace = Create<SocketPace>(rate, socket->GetNode()->GetId());
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&SocketPace::Sent, pace));
    return pace;
}

} // namespace

void
PacingTagger::Install(Ptr<Socket> socket)
{
    const auto pace = TagFrom(socket, DataRate(0));
    socket->TraceConnectWithoutContext("PacingRate", MakeCallback(&SocketPace::Changed, pace));
}

void
PacingTagger::Install(Ptr<Socket> socket, DataRate rate)
{
    TagFrom(socket, rate);
}

void
PacingTagger::Tag(Ptr<const Packet> packet, DataRate rate, Ptr<const Node> node)
{
    packet->AddPacketTag(PacingTag(rate.GetBitRate(), node->GetId()));
}

} // namespace ns3
