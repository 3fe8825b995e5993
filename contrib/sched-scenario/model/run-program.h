/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_PROGRAM_H
#define RUN_PROGRAM_H

#include "parameter-table.h"
#include "scenario-output.h"

#include <functional>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The command line of a program that makes one run and writes one directory: options, signals,
 * errors and exit codes.
 *
 * Exit codes: 0 success; 1 the run failed; 2 bad parameters or inputs; 130 and 143 ended by SIGINT
 * and SIGTERM. Except after 0 no output directory is left behind.
 */
struct RunProgram
{
    std::string name;               //!< of the program, begins its messages
    std::string about;              //!< a line for its help
    ParameterTable* table{nullptr}; //!< its parameters

    /** An option that prints something instead of a run. */
    struct Listing
    {
        std::string help;                         //!< what it prints
        std::function<void(std::ostream&)> print; //!< prints it
    };

    std::map<std::string, Listing> listings; //!< by the option's name without dashes

    std::function<void()> check; //!< complains about parameters that do not fit together

    /** Runs; writes progress to the stream unless it is null; what it throws fails the run. */
    std::function<void(ScenarioOutput&, std::ostream*)> run;

    /**
     * @param argc number of arguments
     * @param argv arguments
     * @return exit code
     */
    int Main(int argc, char* argv[]) const;
};

} // namespace ns3

#endif /* RUN_PROGRAM_H */
