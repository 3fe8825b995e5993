/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Runs the ns-3 TestSuites of all modules in a stand-alone build; `--help` lists the options.
 */

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
