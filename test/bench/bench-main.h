/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BENCH_MAIN_H
#define BENCH_MAIN_H

#include <benchmark/benchmark.h>
#include <vector>

namespace schedlab
{

/**
 * Runs the registered benchmarks: five short repetitions of each, interleaved at random so that a
 * busy moment of the machine does not hit one of them alone. The command line overrides this.
 * @param argc number of arguments
 * @param argv the arguments
 * @return the exit status
 */
inline int
RunBenchmarks(int argc, char** argv)
{
    char minTime[] = "--benchmark_min_time=0.03";
    char repetitions[] = "--benchmark_repetitions=5";
    char interleave[] = "--benchmark_enable_random_interleaving=true";
    char aggregates[] = "--benchmark_display_aggregates_only=true";
    std::vector<char*> args{argv[0], minTime, repetitions, interleave, aggregates};
    args.insert(args.end(), argv + 1, argv + argc);
    int count = static_cast<int>(args.size());
    args.push_back(nullptr);
    benchmark::Initialize(&count, args.data());
    if (benchmark::ReportUnrecognizedArguments(count, args.data()))
    {
        return 2;
    }
    const bool ran = benchmark::RunSpecifiedBenchmarks() > 0;
    benchmark::Shutdown();
    return ran ? 0 : 2;
}

} // namespace schedlab

#endif /* BENCH_MAIN_H */
