/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef HOST_CPU_H
#define HOST_CPU_H

#include "cpu-core.h"

#include "ns3/object-factory.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * The processor of a host: its cores, their governor and their power. Aggregate it to a node.
 */
class HostCpu : public Object
{
  public:
    /** Idle states the cores know. */
    enum CStates
    {
        SHALLOW, //!< C1, whose exit latency is part of a sleep's overshoot
        DEEP     //!< C1, C1E and C6
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return number of cores */
    uint32_t GetNCores() const;

    /**
     * @param core from 0
     * @return the core
     */
    Ptr<CpuCore> GetCore(uint32_t core);

    /**
     * @param name an attribute of CpuCore for all cores; before the first GetCore()
     * @param value its value
     */
    void SetCoreAttribute(const std::string& name, const AttributeValue& value);

    /** @return power of the package now in W */
    double GetWatts();

    /** @return energy of the package since the start in J */
    double GetJoules();

    /** @param stream first stream number @return numbers used */
    int64_t AssignStreams(int64_t stream);

    /**
     * Signature of the trace source Power.
     * @param watts power of the package from now on, in W
     */
    typedef void (*PowerTracedCallback)(double watts);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    /** Makes the cores. */
    void Build();
    /** A period of the governor has ended. */
    void Govern();
    /** The state of a core has changed. */
    void OnCoreState();
    /** @return true if changes of state have to be told in their instant */
    bool IsWatched() const;

    uint32_t m_nCores;                           //!< how many
    schedlab::CpuGovernor::Kind m_kind;          //!< the governor
    double m_lowest;                             //!< GHz
    double m_highest;                            //!< GHz
    double m_nominal;                            //!< GHz that costs are given for
    double m_upThreshold;                        //!< of ondemand
    Time m_period;                               //!< of ondemand
    CStates m_cStates;                           //!< idle states
    double m_uncore;                             //!< W
    double m_coreStatic;                         //!< W
    double m_coreDynamic;                        //!< W at 1 GHz
    double m_exponent;                           //!< of the frequency
    ObjectFactory m_coreFactory{"ns3::CpuCore"}; //!< makes cores
    std::vector<Ptr<CpuCore>> m_cores;           //!< the cores
    std::vector<Time> m_ran;                     //!< time each had run when the period began
    Time m_start;                                //!< when the cores were made
    EventId m_govern;                            //!< end of the governor's period
    TracedCallback<double> m_powerTrace;         //!< changes of power
};

} // namespace ns3

#endif /* HOST_CPU_H */
