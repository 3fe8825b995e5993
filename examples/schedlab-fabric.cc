/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Sends a list of flows over a light fabric and writes when each was complete; --help lists the
 * options.
 *
 * Exit status: 0, 1 if the run or writing its output fails, 2 if an option or the list is wrong.
 */

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/fct-comparison.h"
#include "ns3/flow-list.h"
#include "ns3/global-value.h"
#include "ns3/light-run.h"
#include "ns3/string.h"
#include "ns3/type-factory.h"

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <optional>

using namespace ns3;

namespace
{

constexpr const char* PROGRAM = "schedlab-fabric";

struct Options
{
    LightRunConfig run;
    schedlab::FabricPlan::LeafSpineParams shape;
    std::string transport{"newreno"};
    std::string flows;
    std::string out;
    std::string reference;
    std::string events{"ns3::RadixHeapScheduler"};
};

void
Describe(CLI::App& app, Options& options)
{
    auto& shape = options.shape;
    app.description("Sends a list of flows over a light leaf-spine fabric.");
    app.add_option("--flows", options.flows, "The flows: start_ns,src,dst,size_bytes[,flow]")
        ->required()
        ->type_name("FILE.csv");
    app.add_option("--out", options.out, "Where to write a row for each flow; none by default")
        ->type_name("FILE.csv");
    app.add_option(
           "--reference",
           options.reference,
           "Completion times of another simulator for the same flows, to compare with; the "
           "run fails if they differ by more than 10 % in a mean, 20 % in a 99th percentile, "
           "10 flows finished, or their correlation is not above 0.95")
        ->type_name("FILE.csv");
    app.add_option("--leaves", shape.leaves, "Leaf switches")->capture_default_str();
    app.add_option("--spines", shape.spines, "Spine switches")->capture_default_str();
    app.add_option("--hosts-per-leaf", shape.hostsPerLeaf, "Hosts of a leaf")
        ->capture_default_str();
    app.add_option("--host-rate", shape.access.bitsPerSecond, "Rate of host links, bit/s")
        ->capture_default_str();
    app.add_option("--core-rate", shape.core.bitsPerSecond, "Rate of leaf-spine links, bit/s")
        ->capture_default_str();
    app.add_option_function<uint64_t>(
           "--link-delay",
           [&shape](uint64_t ns) { shape.access.delayNs = shape.core.delayNs = ns; },
           "Delay of every link, ns")
        ->default_str("1000");
    app.add_option("--disc", options.run.disc, "TypeId of the queue disc of every port")
        ->capture_default_str();
    app.add_option("--set", options.run.discSettings, "Set an attribute of the disc (repeatable)")
        ->allow_extra_args(false)
        ->type_name("ATTR=VALUE");
    app.add_option("--transport", options.transport, "newreno, dctcp or pfabric")
        ->capture_default_str();
    app.add_flag("--netbench",
                 options.run.transport.netbench,
                 "Transport rules of NetBench where they differ from the RFCs");
    app.add_flag("--idle-bypass",
                 options.run.idleBypass,
                 "A packet that finds a port idle passes by its queue");
    app.add_option("--initial-window", options.run.transport.initialWindow, "Segments, 0: default");
    app.add_option("--ecmp-seed", options.run.ecmpSeed, "Salts of the switches")
        ->capture_default_str();
    app.add_option("--stop", options.run.stopNs, "End of the run, ns; 0: when all flows are done")
        ->capture_default_str();
    app.add_option("--events", options.events, "TypeId of the event scheduler")
        ->capture_default_str();
}

void
Run(Options options)
{
    options.run.plan = schedlab::FabricPlan::LeafSpine(options.shape);
    options.run.transport.variant = schedlab::LightTransportParams::VariantOf(options.transport);
    options.run.flows = ReadFlowList(options.flows, options.run.plan.nHosts);
    TypeFactory(options.events, TypeId::LookupByName("ns3::Scheduler"));
    GlobalValue::Bind("SchedulerType", StringValue(options.events));

    std::optional<FctComparison> comparison;
    if (!options.reference.empty())
    {
        comparison.emplace(options.reference);
    }
    std::ofstream rows;
    if (!options.out.empty())
    {
        rows.open(options.out);
        rows << "flow,fct_ns,completed,ideal_fct_ns,retransmits,rtos\n";
        if (!rows)
        {
            throw std::runtime_error("cannot write " + options.out);
        }
    }
    uint64_t done = 0;
    uint64_t censored = 0;
    const LightRunResult result = RunLight(options.run, [&](const LightFlowRecord& record) {
        (record.done ? done : censored) += 1;
        if (comparison)
        {
            comparison->Add(record.flow.id, record.flow.sizeBytes, record.fctNs, record.done);
        }
        rows << record.flow.id << "," << (record.done ? std::to_string(record.fctNs) : "") << ","
             << record.done << "," << record.idealNs << "," << record.retransmits << ","
             << record.timeouts << "\n";
    });
    rows.close();
    if (!options.out.empty() && !rows)
    {
        throw std::runtime_error("cannot write " + options.out + " to its end");
    }
    const double millions = result.packetHops / 1e6;
    std::cout << "flows done " << done << ", censored " << censored << "\n"
              << "packet-hops " << result.packetHops << " (past an idle port's queue "
              << result.bypassed << "), events " << result.events << "\n"
              << "drops at hosts " << result.hostDrops << ", at switches " << result.switchDrops
              << "\n"
              << "longest queue " << result.peakPackets << " packets at " << result.busiestPort
              << "\n"
              << "CPU " << result.cpuSeconds << " s, " << result.cpuSeconds / millions
              << " s per million packet-hops\n";
    if (comparison && !comparison->Print(std::cout, {}))
    {
        throw std::runtime_error("the completion times differ too much from " + options.reference);
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    Options options;
    CLI::App app;
    Describe(app, options);
    try
    {
        app.parse(argc, argv);
        Run(options);
    }
    catch (const CLI::CallForHelp& help)
    {
        return app.exit(help);
    }
    catch (const CLI::ParseError& error)
    {
        std::cerr << PROGRAM << ": " << error.what() << "\n";
        return 2;
    }
    catch (const ConfigurationError& error)
    {
        std::cerr << PROGRAM << ": " << error.what() << "\n";
        return 2;
    }
    catch (const std::invalid_argument& error)
    {
        std::cerr << PROGRAM << ": " << error.what() << "\n";
        return 2;
    }
    catch (const std::exception& error)
    {
        std::cerr << PROGRAM << ": " << error.what() << "\n";
        return 1;
    }
    return 0;
}
