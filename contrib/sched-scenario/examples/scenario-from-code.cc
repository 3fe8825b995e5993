/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Runs a scenario from C++ instead of the command line: two flows of weights 1 and 3 through a
 * PIFO.
 */

#include "ns3/scenario-parameters.h"
#include "ns3/scenario.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    try
    {
        ScenarioParameters parameters;
        parameters.Set("workload", "staircase");
        parameters.Set("scheduler", "ns3::PifoQueueDisc");
        parameters.Set("ranker", "ns3::StfqRanker");
        parameters.Set("flow_count", "2");
        parameters.Set("weights", "1,3");
        parameters.Set("join_interval", "1ms");

        ScenarioOutput output(argc > 1 ? argv[1] : "");
        const auto scenario = Scenario::Make(parameters.Finish(), parameters.ToJson());
        scenario->Run(output, nullptr);
        output.Commit();
        for (const std::string& warning : scenario->GetWarnings())
        {
            std::cout << "warning: " << warning << "\n";
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
