/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Prints the mean of a table of flow sizes, as computed and as drawn.
 */

#include "ns3/command-line.h"
#include "ns3/random-variable-stream.h"
#include "ns3/workload-files.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string table = "websearch";
    bool discrete = false;
    uint32_t draws = 1000000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("table", "websearch, datamining or the path of a CSV file", table);
    cmd.AddValue("discrete", "only the sizes of the rows occur", discrete);
    cmd.AddValue("draws", "sizes to draw", draws);
    cmd.Parse(argc, argv);

    try
    {
        const auto sizes = WorkloadFiles::LoadSizes(table,
                                                    discrete ? schedlab::SizeCdf::DISCRETE
                                                             : schedlab::SizeCdf::LINEAR);
        const auto uniform = CreateObject<UniformRandomVariable>();
        double sum = 0;
        for (uint32_t i = 0; i < draws; ++i)
        {
            sum += sizes.Quantile(uniform->GetValue());
        }
        std::cout << table << ": mean " << sizes.Mean() << " bytes, of " << draws << " draws "
                  << sum / draws << " bytes\n";
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << error.what() << "\n";
        return 2;
    }
    return 0;
}
