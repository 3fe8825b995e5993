/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-tagger.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/rank-queue-disc-compat.h"
#include "ns3/rank-tag.h"
#include "ns3/remaining-bytes.h"
#include "ns3/simple-ref-count.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-socket-base.h"
#include "ns3/uinteger.h"

#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PfabricRankTagger");

NS_OBJECT_ENSURE_REGISTERED(PfabricRankTagger);

namespace
{

/** The state of one tagged flow, kept by its socket's trace. */
class FlowTagger : public SimpleRefCount<FlowTagger>
{
  public:
    /**
     * @param flowBytes bytes of the flow
     * @param unitBytes bytes that a rank counts as one
     */
    FlowTagger(uint64_t flowBytes, uint32_t unitBytes)
        : m_remaining(flowBytes),
          m_unitBytes(unitBytes)
    {
    }

    /** Writes the rank of a packet that is about to be sent. */
    void Sent(const Ptr<const Packet> packet,
              const TcpHeader& header,
              const Ptr<const TcpSocketBase>)
    {
        const bool isSyn = header.GetFlags() & TcpHeader::SYN;
        const uint32_t sequence = header.GetSequenceNumber().GetValue();
        uint64_t bytes = 0;
        if (isSyn)
        {
            bytes = m_remaining.Started(sequence);
        }
        else if (packet->GetSize() > 0)
        {
            bytes = m_remaining.From(sequence);
        }
        packet->AddPacketTag(RankTag(bytes / m_unitBytes + (bytes % m_unitBytes ? 1 : 0)));
    }

  private:
    schedlab::RemainingBytes m_remaining; //!< what remains of the flow
    uint32_t m_unitBytes;                 //!< bytes that a rank counts as one
};

void
Connect(Ptr<Socket> socket, Ptr<FlowTagger> tagger)
{
    if (!DynamicCast<TcpSocketBase>(socket))
    {
        throw std::invalid_argument("ns3::PfabricRankTagger: only packets of a TCP socket can be "
                                    "ranked by what remains of a flow");
    }
    socket->TraceConnectWithoutContext("Tx", MakeCallback(&FlowTagger::Sent, tagger));
}

} // namespace

TypeId
PfabricRankTagger::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PfabricRankTagger")
            .SetParent<Object>()
            .SetGroupName("RankQueueDisc")
            .AddConstructor<PfabricRankTagger>()
            .AddAttribute("Unit",
                          "What a rank counts: bytes or segments that remain.",
                          EnumValue(BYTES),
                          rank_compat::EnumAccessor<UnitType>(&PfabricRankTagger::m_unit),
                          MakeEnumChecker(BYTES, "Bytes", PACKETS, "Packets"));
    return tid;
}

void
PfabricRankTagger::TagSender(Ptr<Socket> socket, uint64_t flowBytes) const
{
    NS_LOG_FUNCTION(this << socket << flowBytes);
    uint32_t unitBytes = 1;
    UintegerValue segmentSize;
    if (m_unit == PACKETS && socket->GetAttributeFailSafe("SegmentSize", segmentSize))
    {
        unitBytes = segmentSize.Get();
    }
    Connect(socket, Create<FlowTagger>(flowBytes, unitBytes));
}

void
PfabricRankTagger::TagReceiver(Ptr<Socket> socket) const
{
    NS_LOG_FUNCTION(this << socket);
    Connect(socket, Create<FlowTagger>(0, 1));
}

} // namespace ns3
