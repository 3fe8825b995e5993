/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Runs one simulation and writes its results into a directory: `schedlab-scenario --help`.
 */

#include "ns3/scenario-program.h"

int
main(int argc, char* argv[])
{
    return ns3::ScenarioProgram::Main(argc, argv);
}
