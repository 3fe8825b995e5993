/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

/**
 * @file
 * Counts every operator new of the program. Include in the one source file of a benchmark: it
 * replaces the global operators.
 */

namespace schedlab
{

/** @return calls of operator new since the start of the program */
inline uint64_t&
AllocationCount()
{
    static uint64_t count = 0;
    return count;
}

/** Counts one allocation. @param memory what the C library gave @return memory */
inline void*
CountAllocation(void* memory)
{
    if (!memory)
    {
        throw std::bad_alloc();
    }
    ++AllocationCount();
    return memory;
}

} // namespace schedlab

// All other forms of new and delete end in these. Not inlined: g++ would warn that free() is given
// what operator new made.
[[gnu::noinline]] void*
operator new(std::size_t size)
{
    return schedlab::CountAllocation(std::malloc(size));
}

[[gnu::noinline]] void*
operator new(std::size_t size, std::align_val_t alignment)
{
    const auto unit = static_cast<std::size_t>(alignment);
    return schedlab::CountAllocation(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

[[gnu::noinline]] void
operator delete(void* memory) noexcept
{
    std::free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

#endif /* ALLOCATION_COUNT_H */
