/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Runs one host with a polled network card and writes its results into a directory:
 * `schedlab-poller --help`.
 */

#include "ns3/poller-parameters.h"
#include "ns3/poller-scenario.h"
#include "ns3/run-program.h"

int
main(int argc, char* argv[])
{
    ns3::PollerParameters parameters;
    ns3::RunProgram program;
    program.name = "schedlab-poller";
    program.about = "Runs one host with a polled network card under a traffic generator.";
    program.table = &parameters;
    program.check = [&] { parameters.Finish(); };
    program.run = [&](ns3::ScenarioOutput& output, std::ostream* progress) {
        ns3::PollerScenario(parameters.Finish(), parameters.ToJson()).Run(output, progress);
    };
    return program.Main(argc, argv);
}
