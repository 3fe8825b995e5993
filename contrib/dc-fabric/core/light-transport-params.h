/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LIGHT_TRANSPORT_PARAMS_H
#define LIGHT_TRANSPORT_PARAMS_H

#include <cstdint>
#include <stdexcept>
#include <string>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * Parameters of the light transport. The defaults are those of NetBench (Kassing et al., SIGCOMM
 * 2017; Alcoz, Dietmueller and Vanbever, "SP-PIFO", NSDI 2020), so that the two can be compared.
 *
 * A field that is 0 takes the value of the variant and mode, see Resolved().
 */
struct LightTransportParams
{
    /** Congestion control. */
    enum Variant
    {
        NEW_RENO, //!< RFC 5681, RFC 6582, selective acknowledgements
        DCTCP,    //!< RFC 8257
        PFABRIC   //!< NewReno that starts with a full window (Alizadeh et al., SIGCOMM 2013)
    };

    Variant variant = NEW_RENO; //!< congestion control

    /**
     * Follow NetBench where it and the RFCs differ: windows of at most 65,535 bytes; no minimum of
     * the timeout; DCTCP cuts its window at every marked acknowledgement; a receiver takes no data
     * before the third segment of the handshake; duplicates count from the second acknowledgement
     * on; packets of DCTCP are all ECN-capable; any number of selective acknowledgements.
     */
    bool netbench = false;

    uint32_t mss = 1380;           //!< most bytes of data in a segment
    uint32_t headerBytes = 120;    //!< bytes on the wire beside the data
    uint32_t initialWindow = 0;    //!< segments; 0: 3, with pFabric 30
    uint32_t initialSsthresh = 30; //!< segments
    uint64_t maxWindowBytes = 0;   //!< 0: no limit, 65,535 in NetBench mode
    int64_t initialRtoNs = 0;      //!< 0: 300,000, with pFabric 96,384
    int64_t minRtoNs = 0;          //!< 0: 1,000,000, with pFabric 96,384, in NetBench mode none
    double dctcpGain = 1.0 / 16;   //!< weight of a new sample of DCTCP's marked share
    uint32_t maxSackRanges = 3;    //!< of one acknowledgement; no limit in NetBench mode

    /**
     * @return the same with nothing left to the variant and mode
     * @throws std::invalid_argument if a value makes no sense
     */
    LightTransportParams Resolved() const
    {
        LightTransportParams p = *this;
        const bool pfabric = variant == PFABRIC;
        p.initialWindow = initialWindow ? initialWindow : pfabric ? initialSsthresh : 3;
        p.initialRtoNs = initialRtoNs ? initialRtoNs : pfabric ? 96384 : 300000;
        if (netbench)
        {
            p.maxWindowBytes = maxWindowBytes ? maxWindowBytes : 65535;
            p.maxSackRanges = UINT32_MAX;
        }
        else
        {
            p.maxWindowBytes = maxWindowBytes ? maxWindowBytes : UINT64_MAX;
            p.minRtoNs = minRtoNs ? minRtoNs : pfabric ? 96384 : 1000000;
        }
        Check(p.mss > 0, "the segment size must be at least 1 byte");
        Check(p.maxWindowBytes >= uint64_t{p.initialWindow} * p.mss,
              "the initial window is larger than the largest window");
        Check(p.initialSsthresh >= 2, "the initial ssthresh must be at least 2 segments");
        Check(p.initialRtoNs > 0 && p.minRtoNs >= 0, "a timeout must be positive");
        Check(p.dctcpGain > 0 && p.dctcpGain <= 1, "the gain of DCTCP must be in (0, 1]");
        return p;
    }

    /**
     * @param name newreno, dctcp or pfabric
     * @return the variant
     * @throws std::invalid_argument if there is no such variant
     */
    static Variant VariantOf(const std::string& name)
    {
        Check(name == "newreno" || name == "dctcp" || name == "pfabric",
              "there is no light transport \"" + name + "\": use newreno, dctcp or pfabric");
        return name == "newreno" ? NEW_RENO : name == "dctcp" ? DCTCP : PFABRIC;
    }

  private:
    /** @param holds what must be true @param message the error if not */
    static void Check(bool holds, const std::string& message)
    {
        if (!holds)
        {
            throw std::invalid_argument(message);
        }
    }
};

} // namespace schedlab

#endif /* LIGHT_TRANSPORT_PARAMS_H */
