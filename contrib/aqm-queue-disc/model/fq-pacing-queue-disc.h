/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FQ_PACING_QUEUE_DISC_H
#define FQ_PACING_QUEUE_DISC_H

#include "slot-queue-disc.h"

#include "ns3/data-rate.h"
#include "ns3/fq-pacing-core.h"
#include "ns3/nstime.h"

#include <memory>

namespace ns3
{

/**
 * @ingroup aqm-queue-disc
 * Fair queueing with pacing, as Linux' sch_fq; see schedlab::FqPacingCore.
 *
 * Rate and earliest departure of a packet are those of its PacingTag, its band is that of its
 * SocketPriorityTag. The attributes are read when the disc is initialized.
 */
class FqPacingQueueDisc : public SlotQueueDisc
{
  public:
    static constexpr const char* BAND_LIMIT_DROP = "BAND_LIMIT_DROP"; //!< refused, its band is full
    static constexpr const char* FLOW_LIMIT_DROP = "FLOW_LIMIT_DROP"; //!< refused, its flow is full
    static constexpr const char* HORIZON_DROP =
        "HORIZON_DROP"; //!< refused, it wants to leave too late
    static constexpr const char* CE_THRESHOLD_MARK = "CE_THRESHOLD_MARK"; //!< marked, it is late

    /** @return the TypeId */
    static TypeId GetTypeId();

    FqPacingQueueDisc();
    ~FqPacingQueueDisc() override;

  protected:
    void DoDispose() override;

  private:
    void CreateCore() override;
    uint32_t CorePeek() override;
    bool DoEnqueue(Ptr<QueueDiscItem> item) override;
    Ptr<QueueDiscItem> DoDequeue() override;

    std::unique_ptr<schedlab::FqPacingCore> m_core; //!< the scheduler
    uint32_t m_limit;                               //!< packets of a band
    uint32_t m_flowLimit;                           //!< packets of a flow
    uint32_t m_quantum;                             //!< bytes; 0 for two MTU
    uint32_t m_initialQuantum;                      //!< bytes; 0 for ten MTU
    Time m_refillDelay;                             //!< pause for a full turn
    DataRate m_flowMaxRate;                         //!< of any flow; 0 for no bound
    DataRate m_lowRate;                             //!< at or below, each packet is paced
    Time m_horizon;                                 //!< departures beyond are not believed
    bool m_horizonDrop;                             //!< they are dropped
    Time m_ceThreshold;      //!< packets later than this are marked; 0 for off
    bool m_pacing;           //!< rates are followed
    uint32_t m_highWeight;   //!< of the bands, bytes
    uint32_t m_mediumWeight; //!< of the bands, bytes
    uint32_t m_lowWeight;    //!< of the bands, bytes
    uint32_t m_perturbation; //!< salt of the hash
};

} // namespace ns3

#endif /* FQ_PACING_QUEUE_DISC_H */
