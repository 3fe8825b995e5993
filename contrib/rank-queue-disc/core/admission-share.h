/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ADMISSION_SHARE_H
#define ADMISSION_SHARE_H

#include "decimal-share.h"

#include <stdexcept>

namespace schedlab
{

/**
 * @ingroup rank-queue-disc
 * The share K of a queue up to which AIFO and RIFO admit every rank.
 * @param k the share, a decimal in [0, 1)
 * @return the same
 * @throws std::invalid_argument if it is outside: a K of 1 would leave nothing to decide by rank
 */
inline DecimalShare
AdmissionShare(double k)
{
    const DecimalShare share(k, "K");
    if (share.Units() == DecimalShare::ONE)
    {
        throw std::invalid_argument("K must be below 1, not " + std::to_string(k));
    }
    return share;
}

} // namespace schedlab

#endif /* ADMISSION_SHARE_H */
