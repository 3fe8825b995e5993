/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_PROGRAM_H
#define SCENARIO_PROGRAM_H

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The command line of one simulation: options, signals, errors and exit codes.
 *
 * Exit codes: 0 success; 1 the run failed; 2 bad parameters or inputs; 130 and 143 ended by SIGINT
 * and SIGTERM. Except after 0 no output directory is left behind.
 */
class ScenarioProgram
{
  public:
    /**
     * @param argc number of arguments
     * @param argv arguments
     * @return exit code
     */
    static int Main(int argc, char* argv[]);
};

} // namespace ns3

#endif /* SCENARIO_PROGRAM_H */
