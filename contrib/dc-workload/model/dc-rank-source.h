/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_RANK_SOURCE_H
#define DC_RANK_SOURCE_H

#include "ns3/application.h"
#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rank-pmf.h"

namespace ns3
{

class NetDevice;
class Packet;
class TrafficControlLayer;

/**
 * @ingroup dc-workload
 * Sends packets of random ranks into the queue disc of a device, with no protocol above it.
 *
 * Packets arrive as a Poisson process and belong to the flows in turn, so that a flow says nothing
 * about a rank. How a rank is written on a packet is left to a callback, as
 * this module knows no scheduler. Gaps and ranks come from two random streams of their own, so
 * every scheduler meets the same packets at one run number.
 */
class DcRankSource : public Application
{
  public:
    /** Writes the rank on a packet. */
    using RankWriter = Callback<void, Ptr<Packet>, uint64_t>;

    /** @return the TypeId */
    static TypeId GetTypeId();

    DcRankSource();
    ~DcRankSource() override;

    /**
     * @param device where to send; it needs a root queue disc and is on the node of this
     * application
     * @param ranks distribution of the ranks
     * @param writer writes them
     */
    void Configure(Ptr<NetDevice> device, const schedlab::RankPmf& ranks, RankWriter writer);

    /** @return packets sent so far */
    uint64_t GetNSent() const;

    /** @return when the last packet so far was sent */
    Time GetLastSent() const;

    /**
     * @param stream the first of the random streams to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** Waits for the next packet, if there is one. */
    void ScheduleNext();
    /** Sends a packet. */
    void Send();

    DataRate m_rate;                        //!< mean rate
    uint32_t m_packetSize;                  //!< bytes of a packet
    uint64_t m_maxPackets;                  //!< packets to send
    uint32_t m_flows;                       //!< flows they belong to
    uint64_t m_sent{0};                     //!< packets sent
    Time m_lastSent;                        //!< when the last one was sent
    double m_meanGap{0};                    //!< seconds between packets
    Ptr<NetDevice> m_device;                //!< where to send
    Ptr<TrafficControlLayer> m_tc;          //!< holds the device's queue disc
    std::vector<schedlab::RankPmf> m_ranks; //!< distribution of the ranks, one once configured
    RankWriter m_writer;                    //!< writes the ranks
    EventId m_event;                        //!< the next packet
    Ptr<ExponentialRandomVariable> m_gap;   //!< gaps of mean 1
    Ptr<UniformRandomVariable> m_rank;      //!< ranks
};

} // namespace ns3

#endif /* DC_RANK_SOURCE_H */
