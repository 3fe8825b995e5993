/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_TRANSPORT_H
#define LIGHT_TRANSPORT_H

#include "light-fabric.h"
#include "light-timer.h"
#include "reused-event.h"

#include "ns3/light-receiver.h"
#include "ns3/light-sender.h"
#include "ns3/light-transport-params.h"
#include "ns3/packet.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup dc-fabric
 * A flow to be sent.
 */
struct LightFlow
{
    uint64_t id;          //!< the caller's number
    int64_t startNs;      //!< when it starts, nanoseconds
    uint32_t source;      //!< sending host
    uint32_t destination; //!< receiving host
    uint64_t sizeBytes;   //!< bytes of data
};

/**
 * @ingroup dc-fabric
 * What became of a flow.
 */
struct LightFlowRecord
{
    LightFlow flow;       //!< the flow
    bool done;            //!< false if it was cut off by the end of the run
    int64_t fctNs;        //!< from its start until the sender has the last acknowledgement, or -1
    int64_t idealNs;      //!< least time that it could take alone, see LightTransport::IdealNs()
    uint64_t sentPackets; //!< data packets sent, all copies
    uint64_t retransmits; //!< data packets sent again
    uint32_t timeouts;    //!< retransmission timeouts
    uint64_t ackedBytes;  //!< bytes acknowledged
    uint64_t dataPackets; //!< data packets delivered, duplicates included
    int64_t sumDelayNs;   //!< sum of their delays from the sender's to the receiver's transport
    uint64_t reordered;   //!< of them that came after one sent later
};

/**
 * @ingroup dc-fabric
 * Flows over a light fabric. Memory is held for open flows only.
 */
class LightTransport : public LightSink
{
  public:
    /** Told the outcome of a flow. */
    using DoneCallback = std::function<void(const LightFlowRecord&)>;
    /** Gives flows one by one. */
    using FlowSource = std::function<std::optional<LightFlow>()>;
    /** Called for each packet sent, to write the rank on it: remaining bytes, 0 for
     * acknowledgements. */
    using RankCallback = std::function<void(Packet& packet, uint64_t remaining)>;

    /**
     * @param fabric carries the packets; several transports may use one
     * @param params parameters of all flows
     * @throws std::invalid_argument if a parameter makes no sense
     */
    LightTransport(LightFabric& fabric, const schedlab::LightTransportParams& params);
    ~LightTransport() override;

    LightTransport(const LightTransport&) = delete;
    LightTransport& operator=(const LightTransport&) = delete;

    /** @param done told about each flow that ends */
    void SetDoneCallback(DoneCallback done);

    /** @param rank writes ranks; none by default */
    void SetRankCallback(RankCallback rank);

    /**
     * Starts flows at their times. Call once, before the run.
     * @param flows the flows, by rising start
     * @throws std::invalid_argument if they are not sorted, a host does not exist or a size is 0
     */
    void Play(std::vector<LightFlow> flows);

    /**
     * Starts flows as they are asked for, each when the one before has started, so that flows still
     * to come take no memory. Call once, before the run.
     * @param next gives the next flow, by rising start, or nothing after the last; a flow that
     * makes no sense ends the run with std::invalid_argument
     */
    void Play(FlowSource next);

    /**
     * Starts a flow now.
     * @param flow the flow; its startNs is set to the present
     * @throws std::invalid_argument if a host does not exist or the size is 0
     */
    void Start(LightFlow flow);

    /**
     * Tells the callback about the flows that are still open, in order of id, and closes them.
     * Flows whose start was not reached are not told.
     */
    void Censor();

    /** @return flows open now */
    uint32_t GetOpenFlows() const;

    /** @return places for flows, the most that were open at once */
    std::size_t GetFlowCapacity() const;

    /** @return packets that arrived when their flow was over */
    uint64_t GetLatePackets() const;

    /** @return parameters in use */
    const schedlab::LightTransportParams& GetParams() const;

    /**
     * The least time of a lone flow: handshake, all data back to back over the slowest link of the
     * path with its first and last packet stored and forwarded on the others, and the last
     * acknowledgement; the congestion window is taken to be no limit.
     * @param flow a flow
     * @return that time in nanoseconds
     */
    int64_t IdealNs(const LightFlow& flow) const;

    void Receive(const Ptr<LightItem>& item, uint64_t now) override;

  private:
    struct OpenFlow;
    struct Output;

    /** @param flow a flow @throws std::invalid_argument if it makes no sense */
    void Check(const LightFlow& flow) const;
    /** Starts the next flow of Play(). */
    void StartNext();
    /** Asks the source for the next flow and for StartNext() at its time. */
    void ScheduleNext();
    /**
     * @param flow a flow
     * @param earliest when it may start, nanoseconds
     * @throws std::invalid_argument if it makes no sense or starts earlier
     */
    void CheckInOrder(const LightFlow& flow, int64_t earliest) const;
    /** @param flow ends now @param done whether it was completed */
    void Close(OpenFlow& flow, bool done);
    /** @param flow its timer has struck @param toSender whether it is the receiver's */
    void OnTimeout(OpenFlow& flow, bool toSender);
    /** Sends a packet of a flow. */
    void Emit(OpenFlow& flow,
              bool toSender,
              const schedlab::LightSegment& segment,
              const schedlab::LightSacks& sacks,
              uint64_t now);
    /** @param flow a flow @param reverse whether of its acknowledgements @return hash of the
     * packets */
    static uint64_t FlowHash(const LightFlow& flow, bool reverse);
    /** @param flow a flow @param reverse whether of its acknowledgements @return path of the
     * packets */
    schedlab::EcmpPath PathOf(const LightFlow& flow, bool reverse) const;
    /** @param path ports @param bytes size of a packet @return time to store and forward it, and
     * delays */
    double TravelNs(const schedlab::EcmpPath& path, uint32_t bytes) const;

    LightFabric& m_fabric;                          //!< carries the packets
    schedlab::LightTransportParams m_params;        //!< the parameters
    DoneCallback m_done;                            //!< told the outcomes
    RankCallback m_rank;                            //!< writes ranks
    uint64_t m_stepsPerNs;                          //!< time steps of a nanosecond
    std::vector<std::unique_ptr<OpenFlow>> m_slots; //!< open flows and free places
    std::vector<uint32_t> m_freeSlots;              //!< places to use again
    uint32_t m_open{0};                             //!< open flows
    uint64_t m_late{0};                             //!< packets of flows that are over
    FlowSource m_source;                            //!< gives the flows
    LightFlow m_next{};                             //!< the one to start next
    ReusedEvent<LightTransport, &LightTransport::StartNext> m_startEvent; //!< calls StartNext()
};

} // namespace ns3

#endif /* LIGHT_TRANSPORT_H */
