/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BBR3_PARAMS_H
#define BBR3_PARAMS_H

#include <cstdint>

namespace schedlab
{

/**
 * @ingroup tcp-rate
 * The constants of BBR version 3. The defaults are those of draft-ietf-ccwg-bbr.
 */
struct Bbr3Params
{
    double startupPacingGain = 2.77;         //!< StartupPacingGain, 4 ln 2
    double drainPacingGain = 0.5;            //!< DrainPacingGain
    double upPacingGain = 1.25;              //!< pacing gain of ProbeBW_UP
    double downPacingGain = 0.90;            //!< pacing gain of ProbeBW_DOWN
    double cwndGain = 2.0;                   //!< DefaultCwndGain
    double upCwndGain = 2.25;                //!< cwnd gain of ProbeBW_UP
    double probeRttCwndGain = 0.5;           //!< ProbeRTTCwndGain
    double pacingMargin = 0.01;              //!< PacingMarginPercent / 100
    double lossThreshold = 0.02;             //!< LossThresh: the share of losses that is too much
    double beta = 0.7;                       //!< Beta: what is left after a cut
    double headroom = 0.15;                  //!< Headroom: the share of inflight_hi left to others
    int64_t sendQuantumNs = 1'000'000;       //!< time at the pacing rate that is sent at once
    uint32_t maxSendQuantum = 65536;         //!< most bytes that are sent at once
    uint32_t minQuantumSegments = 2;         //!< least segments that are sent at once
    uint32_t minPipeSegments = 4;            //!< MinPipeCwnd, segments
    uint32_t startupLossEvents = 6;          //!< StartupFullLossCnt: loss events in a round
    double startupGrowth = 1.25;             //!< the growth per round that shows room in Startup
    uint32_t startupRounds = 3;              //!< rounds without it that end Startup
    int64_t minRttFilterNs = 10'000'000'000; //!< MinRTTFilterLen
    int64_t probeRttIntervalNs = 5'000'000'000; //!< ProbeRTTInterval
    int64_t probeRttNs = 200'000'000;           //!< ProbeRTTDuration
    int64_t probeWaitNs = 2'000'000'000;        //!< least time between bandwidth probes
    int64_t probeWaitSpreadNs = 1'000'000'000;  //!< what is added to it, times [0, 1)
    uint32_t maxProbeRounds = 63;   //!< most rounds between probes, for fairness to Reno
    uint32_t aggregationRounds = 5; //!< rounds of each of the two slots of the extra_acked filter

    // The rest is used by the Linux preset only: the draft does not specify a reaction to ECN.
    bool ecn = false;                //!< react to CE marks where the path allows
    int64_t ecnMaxRttNs = 5'000'000; //!< most min_rtt of a path whose marks are heeded
    double ecnGain = 1.0 / 16;       //!< gain of the average of marks
    double ecnFactor = 1.0 / 3;      //!< share of that average by which inflight_lo is cut
    double ecnThreshold = 0.5;       //!< the share of marks in a sample that is too much
    uint32_t ecnStartupRounds = 2;   //!< rounds above it that end Startup

    /** @return the values of the Linux branch "v3" where they differ, and its reaction to ECN */
    static Bbr3Params LinuxV3()
    {
        Bbr3Params params;
        params.startupPacingGain = 2.773;
        params.drainPacingGain = 1000.0 / 2885;
        params.downPacingGain = 0.91;
        params.ecn = true;
        return params;
    }
};

} // namespace schedlab

#endif /* BBR3_PARAMS_H */
