/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FQ_PACING_PARAMS_H
#define FQ_PACING_PARAMS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace schedlab
{

/**
 * @ingroup aqm-queue-disc
 * Parameters of FqPacingCore; the defaults are those of Linux.
 */
struct FqPacingParams
{
    static constexpr std::size_t BANDS = 3; //!< of priority

    uint32_t limit = 10000;             //!< most packets in each band
    uint32_t flowLimit = 100;           //!< most packets of a flow
    uint32_t quantum = 3028;            //!< bytes of a turn
    uint32_t initialQuantum = 15140;    //!< bytes of the first turn of a new flow
    int64_t refillNs = 40'000'000;      //!< a pause after which a flow has a full turn again
    uint64_t flowMaxRate = 0;           //!< bit/s of any flow; 0 for no bound
    uint64_t lowRate = 550'000;         //!< at or below, each packet is paced, bit/s
    int64_t horizonNs = 10'000'000'000; //!< departures farther away are not believed
    bool horizonDrop = true;            //!< such packets are dropped, not sent at the horizon
    int64_t ceThresholdNs = INT64_MAX;  //!< packets later than this are marked
    bool pacing = true;                 //!< rates are followed
    std::array<uint32_t, BANDS> weights{589824, 196608, 65536}; //!< bytes of a band's turn

    /** @return the same @throws std::invalid_argument if they make no sense together */
    const FqPacingParams& Checked() const
    {
        const auto need = [](bool holds, const char* otherwise) {
            if (!holds)
            {
                throw std::invalid_argument(otherwise);
            }
        };
        need(limit > 0, "Limit must be at least 1 packet");
        need(flowLimit > 0, "FlowLimit must be at least 1 packet");
        need(quantum > 0, "Quantum must be at least 1 byte");
        need(refillNs >= 0, "RefillDelay must not be negative");
        need(horizonNs > 0, "Horizon must be above 0");
        need(ceThresholdNs >= 0, "CeThreshold must not be negative");
        for (uint32_t weight : weights)
        {
            need(weight > 0, "the weight of a band must be at least 1 byte");
        }
        return *this;
    }
};

} // namespace schedlab

#endif /* FQ_PACING_PARAMS_H */
