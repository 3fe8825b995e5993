/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DUAL_PI2_PARAMS_H
#define DUAL_PI2_PARAMS_H

#include <cstdint>
#include <stdexcept>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Parameters of DualPI2. The defaults are those of RFC 9332, appendix A.
 */
struct DualPi2Params
{
    /** How the L4S queue is marked on its own. */
    enum LaqmType : uint8_t
    {
        RAMP, //!< with a probability that grows with the delay
        STEP  //!< every packet that waited longer than a threshold
    };

    int64_t targetNs = 15'000'000; //!< delay of the classic queue
    int64_t updateNs = 15'000'000; //!< between two updates of p'
    double alpha = 0.15;           //!< integral gain for one update, 1/s: 0.1 updateNs / RTT_max^2
    double beta = 3.0;             //!< proportional gain for one update, 1/s: 0.3 / RTT_max
    double coupling = 2;           //!< k: L4S packets are marked with at least k p'
    LaqmType laqm = RAMP;          //!< how the L4S queue is marked on its own
    int64_t rampStartNs = 800'000; //!< the ramp's probability is 0 up to this delay
    int64_t rampRangeNs = 400'000; //!< and 1 from so much later
    int64_t stepNs = 1'000'000;    //!< the step's threshold
    uint32_t laqmPackets = 2;      //!< with fewer queued the L4S queue is not marked on its own
    bool useRecur = false;         //!< count likelihoods up instead of drawing numbers
    bool dropOverload = true;      //!< drop when marks cannot tell more; else p' ends at 1/k
    bool squareByDraws = false;    //!< p'^2 is two draws, as Linux has it, not one
    uint32_t sparedBytes = 0;      //!< with less queued nothing is dropped or marked by p'
    uint32_t classicWeight = 10; //!< share of the link that the classic queue has at least, percent
    uint32_t mtu = 1500;         //!< bytes
    uint64_t limitBytes = 0;     //!< most that may be queued; 0 for no such limit
    uint64_t limitPackets = 10000; //!< most that may be queued; 0 for no such limit

    /** @return the values of Linux' sch_dualpi2 as of its merge in 2025 */
    static DualPi2Params Linux()
    {
        DualPi2Params params;
        params.updateNs = 16'000'000;
        params.alpha = 41.0 / 256;
        params.beta = 819.0 / 256;
        params.laqm = STEP;
        params.laqmPackets = 1;
        params.squareByDraws = true;
        params.sparedBytes = 2 * params.mtu;
        return params;
    }

    /** @return the same @throws std::invalid_argument if they make no sense together */
    const DualPi2Params& Checked() const
    {
        Need(targetNs > 0, "Target must be above 0");
        Need(updateNs > 0, "UpdateTime must be above 0");
        Need(alpha >= 0 && beta >= 0 && alpha + beta > 0,
             "Alpha and Beta must not be negative, or both 0");
        Need(coupling > 0, "Coupling must be above 0");
        Need(rampStartNs >= 0 && rampRangeNs > 0,
             "the ramp must begin at 0 or later and have a range");
        Need(stepNs > 0, "StepThreshold must be above 0");
        Need(classicWeight > 0 && classicWeight < 100, "ClassicWeight must be 1 to 99 percent");
        Need(limitBytes == 0 || limitBytes >= mtu, "MaxSize must be at least one MTU");
        Need(limitBytes > 0 || limitPackets > 0, "MaxSize must not be 0");
        return *this;
    }

  private:
    /** @param holds whether it is so @param otherwise the reason to refuse */
    static void Need(bool holds, const char* otherwise)
    {
        if (!holds)
        {
            throw std::invalid_argument(otherwise);
        }
    }
};

} // namespace schedlab

#endif /* DUAL_PI2_PARAMS_H */
