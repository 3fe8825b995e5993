/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef P3PO_PARAMS_H
#define P3PO_PARAMS_H

#include "p3po-core.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace schedlab::test
{

using P3poParams = P3poCore<int>::Params; //!< parameters that the tests of P3PO start from

/** Two queues of two packets unless said otherwise: the smallest in which the rules matter. */
inline P3poParams
Small(double low, double high, uint32_t queues = 2, uint64_t limit = 2)
{
    P3poParams params;
    params.queues = queues;
    params.limit = {limit};
    params.lowThreshold = low;
    params.highThreshold = high;
    return params;
}

/** The same parameters for a core with other handles or costs. */
template <typename Other>
typename Other::Params
As(const P3poParams& params)
{
    typename Other::Params other;
    other.queues = params.queues;
    other.limit = params.limit;
    other.lowThreshold = params.lowThreshold;
    other.highThreshold = params.highThreshold;
    other.tieMode = static_cast<typename Other::TieMode>(params.tieMode);
    other.compactOnOverflow = params.compactOnOverflow;
    other.eagerReset = params.eagerReset;
    return other;
}

/** A queue of each kind of parameters that P3PO has, small enough to overflow all the time. */
inline std::vector<P3poParams>
ManyParams()
{
    std::vector<P3poParams> all;
    for (uint32_t queues : {1, 2, 3, 8})
    {
        for (uint64_t limit : {1, 2, 5, 17})
        {
            for (auto [low, high] : {std::pair{0., 0.}, {0., 1.}, {.25, .75}, {.8, .8}, {1., 1.}})
            {
                all.push_back(Small(low, high, queues, limit));
            }
        }
    }
    return all;
}

} // namespace schedlab::test

#endif /* P3PO_PARAMS_H */
