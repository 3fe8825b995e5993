/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PREFETCH_H
#define PREFETCH_H

#include <cstddef>

namespace schedlab
{

/**
 * @ingroup dc-fabric
 * Asks for memory to be in the caches, without waiting for it.
 * @param begin where it begins
 * @param bytes how much
 */
inline void
Prefetch(const void* begin, std::size_t bytes)
{
    constexpr std::size_t line = 64; // bytes of a cache line
    for (std::size_t i = 0; i < bytes; i += line)
    {
        __builtin_prefetch(static_cast<const char*>(begin) + i);
    }
}

} // namespace schedlab

#endif /* PREFETCH_H */
