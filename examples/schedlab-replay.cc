/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * Feeds a queue disc from a file of comma-separated values and writes what it did; --help lists the
 * options, doc/guide/replay.rst describes the files.
 *
 * Exit status: 0, 1 if the run or writing its output fails, 2 if an option or the file is wrong.
 */

#include "ns3/fatal-report.h"
#include "ns3/fatal-trial.h"
#include "ns3/packet-ranker.h"
#include "ns3/queue-disc-replay.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/type-factory.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

using namespace ns3;

namespace
{

constexpr const char* PROGRAM = "schedlab-replay";

enum Status
{
    DONE = 0,
    FAILED = 1,
    MISUSED = 2
};

struct Options
{
    std::string disc;
    std::vector<std::string> settings;
    std::optional<std::string> ranker;
    std::vector<std::string> rankerSettings;
    std::optional<std::string> rate;
    bool list{false};
    std::string trace;
};

void
Describe(CLI::App& app, Options& options)
{
    app.description(
        "Feeds a queue disc from a CSV trace and writes what it did to standard output.");
    app.add_option("--disc", options.disc, "TypeId of the queue disc, with or without ns3::")
        ->type_name("TYPEID");
    // One value for each option, or it would take the name of the trace too.
    const auto repeated = [&](const char* name,
                              std::vector<std::string>& values,
                              const char* help) {
        return app.add_option(name, values, help)->allow_extra_args(false)->type_name("ATTR=VALUE");
    };
    repeated("--set", options.settings, "Set an attribute of the disc (repeatable)");
    CLI::Option* ranker =
        app.add_option("--ranker", options.ranker, "TypeId of what ranks the packets")
            ->type_name("TYPEID");
    repeated("--ranker-set", options.rankerSettings, "Set an attribute of the ranker (repeatable)")
        ->needs(ranker);
    app.add_option("--rate",
                   options.rate,
                   "Serve the disc at this link rate instead of the deq rows; the trace needs the "
                   "column time_us")
        ->type_name("RATE");
    app.add_flag("--list",
                 options.list,
                 "List the queue discs and rankers, or with --disc the attributes of one");
    app.add_option("trace", options.trace, "The trace; - is standard input")
        ->type_name("TRACE.csv");
}

std::string
List(const Options& options)
{
    std::ostringstream text;
    if (options.disc.empty())
    {
        for (TypeId base : {QueueDisc::GetTypeId(), PacketRanker::GetTypeId()})
        {
            for (TypeId type : TypeFactory::Children(base))
            {
                text << type.GetName() << "\n";
            }
        }
        return text.str();
    }
    const TypeFactory factory(options.disc, QueueDisc::GetTypeId());
    for (const auto& info : TypeFactory::Attributes(factory.GetTypeId()))
    {
        text << info.name << "=" << info.initialValue->SerializeToString(info.checker) << "  "
             << info.help << "\n";
    }
    return text.str();
}

TypeFactory
DiscOf(const Options& options)
{
    TypeFactory disc(options.disc, QueueDisc::GetTypeId());
    for (const std::string& setting : options.settings)
    {
        disc.SetFrom(setting);
    }
    if (options.ranker)
    {
        TypeFactory ranker(*options.ranker, PacketRanker::GetTypeId());
        for (const std::string& setting : options.rankerSettings)
        {
            ranker.SetFrom(setting);
        }
        disc.Set("Ranker", ranker.Create<Object>());
    }
    return disc;
}

DataRate
ReadRate(const std::string& text)
{
    // The constructor takes some texts that are no rate, the attribute system does not.
    const auto parse = [&] {
        if (!MakeDataRateChecker()->CreateValidValue(StringValue(text)))
        {
            throw std::invalid_argument(text);
        }
    };
    // To some releases "" is a rate.
    if (text.empty() || TryInChild(parse) || DataRate(text).GetBitRate() == 0)
    {
        throw ConfigurationError("--rate: \"" + text + "\" is not a rate such as 10Gbps");
    }
    return DataRate(text);
}

ReplayTrace
ReadTrace(const std::string& path)
{
    if (path == "-")
    {
        std::ios::sync_with_stdio(false);
        return ReplayTrace::Read(std::cin, "<stdin>");
    }
    std::ifstream file(path);
    // A directory can be opened, and then not be read.
    if (!file || (file.peek() == std::ifstream::traits_type::eof() && file.bad()))
    {
        throw ReplayTraceError(path + ": cannot read it: " + std::strerror(errno));
    }
    return ReplayTrace::Read(file, path);
}

/** @throws std::runtime_error if not all of it can be written */
void
Write(const std::string& text)
{
    std::signal(SIGPIPE, SIG_IGN);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    {
        throw std::runtime_error(std::string("cannot write the output: ") + std::strerror(errno));
    }
}

Status
Replay(const Options& options)
{
    if (options.disc.empty() || options.trace.empty())
    {
        throw ConfigurationError(std::string("give a ") +
                                 (options.disc.empty() ? "queue disc with --disc" : "trace") +
                                 "; --help tells more");
    }
    const TypeFactory disc = DiscOf(options);
    std::optional<DataRate> rate;
    if (options.rate)
    {
        rate = ReadRate(*options.rate);
    }
    const ReplayTrace trace = ReadTrace(options.trace);
    {
        FatalReport fatal(PROGRAM);
        QueueDiscReplay replay([&] { return disc.Create<QueueDisc>(); }, trace, rate);
        const std::string& text = replay.Run();
        Simulator::Destroy();
        Write(text);
    }
    return DONE;
}

Status
Fail(Status status, const char* reason)
{
    std::cerr << PROGRAM << ": " << reason << std::endl;
    return status;
}

} // namespace

int
main(int argc, char* argv[])
{
    CLI::App app;
    Options options;
    Describe(app, options);
    try
    {
        app.parse(argc, argv);
        if (options.list)
        {
            Write(List(options));
            return DONE;
        }
        return Replay(options);
    }
    catch (const CLI::CallForHelp& help)
    {
        return app.exit(help);
    }
    catch (const CLI::Error& error)
    {
        return Fail(MISUSED, error.what());
    }
    catch (const ConfigurationError& error)
    {
        return Fail(MISUSED, error.what());
    }
    catch (const ReplayTraceError& error)
    {
        return Fail(MISUSED, error.what());
    }
    catch (const std::exception& error)
    {
        return Fail(FAILED, error.what());
    }
}
