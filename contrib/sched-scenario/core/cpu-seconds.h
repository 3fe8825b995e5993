/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CPU_SECONDS_H
#define CPU_SECONDS_H

#include <ctime>

namespace schedlab
{

/** @return CPU time this process has used, in seconds; only differences mean something */
inline double
CpuSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace schedlab

#endif /* CPU_SECONDS_H */
