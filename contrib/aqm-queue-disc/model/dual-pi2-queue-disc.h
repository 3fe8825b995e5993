/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUAL_PI2_QUEUE_DISC_H
#define DUAL_PI2_QUEUE_DISC_H

#include "slot-queue-disc.h"

#include "ns3/dual-pi2-core.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-value.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * DualPI2 (RFC 9332): a queue for L4S traffic beside one for classic traffic, with coupled signals;
 * see schedlab::DualPi2Core.
 *
 * The attributes are read when the disc is initialized. What is not set is as the preset has it.
 */
class DualPi2QueueDisc : public SlotQueueDisc
{
  public:
    /** Where values that are not set come from. */
    enum PresetType
    {
        RFC,  //!< RFC 9332, appendix A
        LINUX //!< sch_dualpi2 of Linux 6.17
    };

    /** How the L4S queue is marked on its own. */
    enum LaqmType
    {
        BY_PRESET, //!< as the preset has it
        RAMP,      //!< with a probability that grows with the delay
        STEP       //!< every packet that waited longer than a threshold
    };

    static constexpr const char* OVERLIMIT_DROP = "OVERLIMIT_DROP"; //!< refused, the limit
    static constexpr const char* CLASSIC_DROP = "CLASSIC_DROP";     //!< signal to who is not ECT
    static constexpr const char* OVERLOAD_DROP = "OVERLOAD_DROP";   //!< marks cannot tell more
    static constexpr const char* CLASSIC_MARK = "CLASSIC_MARK";     //!< marked in the classic queue
    static constexpr const char* L4S_MARK = "L4S_MARK";             //!< marked in the L4S queue

    /** @return the TypeId */
    static TypeId GetTypeId();

    DualPi2QueueDisc();
    ~DualPi2QueueDisc() override;

    /** @return the base probability p', from 0 to 1 */
    double GetBaseProbability() const;

    /** @return packets queued in the L4S queue */
    uint32_t GetL4sPackets() const;

    /**
     * @param stream first random stream to use
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    void CreateCore() override;
    uint32_t CorePeek() override;
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;

    std::unique_ptr<schedlab::DualPi2Core> m_core; //!< the AQM
    Ptr<UniformRandomVariable> m_random;           //!< draws
    TracedValue<double> m_probability{0};          //!< p'
    PresetType m_preset;                           //!< where the rest comes from
    QueueSize m_limit;                             //!< most that may be queued
    Time m_target;                                 //!< delay of the classic queue
    Time m_updateTime;                             //!< between updates; 0: preset
    double m_alpha;                                //!< gain; negative: preset
    double m_beta;                                 //!< gain; negative: preset
    double m_coupling;                             //!< k
    LaqmType m_laqm;                               //!< own marks of the L4S queue
    Time m_rampStart;                              //!< of the ramp
    Time m_rampRange;                              //!< of the ramp
    Time m_step;                                   //!< of the step
    bool m_useRecur;                               //!< no random draws
    bool m_dropOverload;                           //!< drop in overload
    uint32_t m_classicWeight;                      //!< percent
};

} // namespace ns3

#endif /* DUAL_PI2_QUEUE_DISC_H */
