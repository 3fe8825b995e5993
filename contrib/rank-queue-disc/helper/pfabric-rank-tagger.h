/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_RANK_TAGGER_H
#define PFABRIC_RANK_TAGGER_H

#include "ns3/object.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup rank-queue-disc
 * Writes on each packet that a TCP socket sends how much of its flow remains, the rank of pFabric.
 *
 * Alizadeh et al., "pFabric: Minimal Near-Optimal Datacenter Transport", SIGCOMM 2013, in the form
 * that the NetBench simulator uses. TagRanker is the ranker that reads it.
 *
 * | packet | rank |
 * |---|---|
 * | a segment of data | flow size minus the bytes before it, at least 0 |
 * | a segment sent again | the same as the first time: its place in the flow is the same |
 * | SYN of the sender | the flow size |
 * | an ACK or FIN without data, RST | 0 |
 * | all that the receiver sends | 0 |
 *
 * So within a flow later segments have smaller ranks and may overtake earlier ones. A packet that
 * no socket sends (ARP, ICMP, the RST to a closed port) gets no rank.
 */
class PfabricRankTagger : public Object
{
  public:
    /** What a rank counts. */
    enum UnitType
    {
        BYTES,  //!< bytes that remain, this segment included
        PACKETS //!< segments of the socket's SegmentSize that remain, this one included
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Ranks what a sender sends from now on. To be called before Connect(), so that the SYN has a
     * rank too.
     * @param socket a TCP socket
     * @param flowBytes bytes that the flow will send; bytes beyond have rank 0
     * @throws std::invalid_argument if it is not a TCP socket
     */
    void TagSender(Ptr<Socket> socket, uint64_t flowBytes) const;

    /**
     * Ranks what a receiver sends, which is 0.
     * @param socket a TCP socket; a listening one passes this on to those it accepts
     * @throws std::invalid_argument if it is not a TCP socket
     */
    void TagReceiver(Ptr<Socket> socket) const;

  private:
    UnitType m_unit; //!< what a rank counts
};

} // namespace ns3

#endif /* PFABRIC_RANK_TAGGER_H */
