/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ISOLATED_RUN_H
#define ISOLATED_RUN_H

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

namespace schedlab
{

/** What a run in a process of its own was like. */
template <typename Result>
struct IsolatedRun
{
    Result result;     //!< what the run gave
    double residentMb; //!< most memory that it held, 10^6 bytes
};

/**
 * Runs a function in a child process, so that neither the heap nor the simulator of an earlier run
 * helps or hinders it and its memory can be told.
 * @tparam Function takes nothing, gives something that can be copied byte by byte
 * @param function what to run
 * @return what it gave, and the memory it took
 * @throws std::runtime_error if the child fails
 */
template <typename Function>
auto
RunIsolated(Function function) -> IsolatedRun<decltype(function())>
{
    using Result = decltype(function());
    static_assert(std::is_trivially_copyable_v<Result>, "it goes through a pipe");
    int ends[2];
    if (pipe(ends) != 0)
    {
        throw std::runtime_error("cannot make a pipe");
    }
    const pid_t child = fork();
    if (child == 0)
    {
        const Result result = function();
        const bool written = write(ends[1], &result, sizeof(result)) == sizeof(result);
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    IsolatedRun<Result> run{};
    const bool read = child > 0 && ::read(ends[0], &run.result, sizeof(Result)) == sizeof(Result);
    close(ends[0]);
    int status = 1;
    rusage usage{};
    if (child > 0)
    {
        wait4(child, &status, 0, &usage);
    }
    if (!read || status != 0)
    {
        throw std::runtime_error("a run in a process of its own failed");
    }
    run.residentMb = usage.ru_maxrss * 1024 / 1e6;
    return run;
}

} // namespace schedlab

#endif /* ISOLATED_RUN_H */
