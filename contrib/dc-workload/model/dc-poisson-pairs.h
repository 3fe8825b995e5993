/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DC_POISSON_PAIRS_H
#define DC_POISSON_PAIRS_H

#include "dc-flow.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/size-cdf.h"

namespace ns3
{

/**
 * @ingroup dc-workload
 * Flows that arrive as one Poisson process, each between two hosts drawn evenly from all ordered
 * pairs.
 *
 * Gaps, pairs and sizes come from three random streams that nothing else uses, so every scheduler
 * meets the same flows at one run number. One arrival is scheduled at a time.
 */
class DcPoissonPairs : public Object
{
  public:
    /** Called with each flow at the moment it arrives; id, src, dst and size are filled in. */
    using ArrivalCallback = Callback<void, Ptr<DcFlow>>;

    /** What to generate. */
    struct Params
    {
        uint32_t hosts{2};       //!< number of hosts, at least 2
        uint64_t flows{0};       //!< number of flows, at least 1
        double rate{0};          //!< flows per second, above 0
        uint64_t maxFlowSize{0}; //!< larger sizes are cut to this; 0 for no limit
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Arrival rate that loads the hosts' links. To load other links, give what they can carry as
     * the rate of one host's link.
     * @param load payload sent as a share of the rate of the hosts' links, above 0 to 1
     * @param bitRate rate of a host's link, bit/s
     * @param hosts number of hosts
     * @param meanSize mean size of a flow in bytes
     * @return flows per second, load * bitRate * hosts / (8 * meanSize)
     * @throws std::invalid_argument if the load is out of range or a number is not above 0
     */
    static double RateForLoad(double load, double bitRate, uint32_t hosts, double meanSize);

    DcPoissonPairs();
    ~DcPoissonPairs() override;

    /**
     * Starts to generate.
     * @param params what
     * @param sizes distribution of the sizes
     * @param onArrival called with each flow
     * @throws std::invalid_argument if params make no sense
     */
    void Start(const Params& params, const schedlab::SizeCdf& sizes, ArrivalCallback onArrival);

    /** @return flows that have arrived */
    uint64_t GetNArrived() const;

    /**
     * @param stream the first of the random streams to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /** Waits for the next flow, if there is one. */
    void ScheduleNext();
    /** A flow arrives. */
    void Arrive();

    Params m_params;                        //!< what to generate
    std::vector<schedlab::SizeCdf> m_sizes; //!< distribution of the sizes, one once started
    ArrivalCallback m_onArrival;            //!< called with each flow
    uint64_t m_arrived{0};                  //!< flows that have arrived
    EventId m_event;                        //!< the next arrival
    Ptr<ExponentialRandomVariable> m_gap;   //!< seconds between arrivals, of mean 1
    Ptr<UniformRandomVariable> m_pair;      //!< hosts
    Ptr<UniformRandomVariable> m_size;      //!< sizes
};

} // namespace ns3

#endif /* DC_POISSON_PAIRS_H */
