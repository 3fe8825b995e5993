/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-program.h"

#include "fatal-report.h"
#include "type-factory.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace ns3
{

namespace
{

/** The output, to be removed if the program ends early. Never freed: the signal thread looks at it.
 */
ScenarioOutput* g_runOutput = nullptr;
std::terminate_handler g_runReport = nullptr; //!< says why ns-3 ended the process

/** What the command line asks for. */
struct Asked
{
    std::string out;         //!< output directory
    bool help{false};        //!< print the parameters
    bool printConfig{false}; //!< print the configuration
    bool progress{false};    //!< write progress to standard error

    const RunProgram::Listing* listing{nullptr}; //!< print this
};

Asked
Parse(int argc, char* argv[], const RunProgram& program)
{
    Asked asked;
    for (int i = 1; i < argc; ++i)
    {
        const std::string argument = argv[i];
        if (argument.rfind("--", 0) != 0)
        {
            throw ConfigurationError("unexpected argument '" + argument +
                                     "': options are --NAME=VALUE, see --help");
        }
        const auto equals = argument.find('=');
        const std::string name = argument.substr(2, equals == argument.npos ? equals : equals - 2);
        const auto value = [&]() -> std::string {
            if (equals != argument.npos)
            {
                return argument.substr(equals + 1);
            }
            if (++i == argc)
            {
                throw ConfigurationError("--" + name + " needs a value: --" + name + "=VALUE");
            }
            return argv[i];
        };
        const auto listing = program.listings.find(name);
        if (listing != program.listings.end())
        {
            asked.listing = &listing->second;
        }
        else if (name == "help" || name == "print-config" || name == "progress")
        {
            (name == "help"       ? asked.help
             : name == "progress" ? asked.progress
                                  : asked.printConfig) = true;
        }
        else if (name == "config")
        {
            program.table->Read(value());
        }
        else if (name == "out")
        {
            asked.out = value();
        }
        else
        {
            program.table->Set(name, value());
        }
    }
    return asked;
}

/** Waits for SIGINT or SIGTERM, then removes the output and ends the program. */
void
WatchForSignals(sigset_t signals)
{
    int signal = 0;
    while (sigwait(&signals, &signal) != 0)
    {
    }
    g_runOutput->Discard();
    _exit(128 + signal);
}

/** ns-3 ends the process where it finds a fatal error. */
[[noreturn]] void
OnFatal()
{
    g_runOutput->Discard();
    g_runReport();
    std::abort();
}

/** Makes the output directory, and sees to it that no way to end the program leaves it behind. */
void
Open(const std::string& directory)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    g_runOutput = new ScenarioOutput(directory);
    g_runReport = std::set_terminate(OnFatal);
    std::thread(WatchForSignals, signals).detach();
}

int
Fail(const std::string& name, const std::exception& error, int status)
{
    if (g_runOutput)
    {
        g_runOutput->Discard();
    }
    std::cerr << name << ": " << error.what() << "\n";
    return status;
}

void
PrintHelp(const RunProgram& program)
{
    const auto option = [](const std::string& option, const std::string& help) {
        std::cout << "  " << std::left << std::setw(26) << option << help << "\n";
    };
    std::cout << "Usage: " << program.name << " [--config=FILE.json] [--NAME=VALUE ...] --out=DIR\n"
              << program.about << "\n\n";
    option("--config=FILE", "read parameters from a JSON object; later options win");
    option("--out=DIR", "where the results go; must not exist or be empty");
    option("--progress", "write progress to standard error");
    option("--print-config", "print the complete configuration and exit");
    for (const auto& [name, listing] : program.listings)
    {
        option("--" + name, listing.help + " and exit");
    }
    std::cout << "\nParameters, [default]:\n";
    program.table->PrintHelp(std::cout);
}

} // namespace

int
RunProgram::Main(int argc, char* argv[]) const
{
    try
    {
        const Asked asked = Parse(argc, argv, *this);
        if (asked.help)
        {
            PrintHelp(*this);
            return 0;
        }
        if (asked.listing)
        {
            asked.listing->print(std::cout);
            return 0;
        }
        // It holds back std::cerr, where ns-3 writes; std::clog is the same file.
        const FatalReport report(name);
        check();
        if (asked.printConfig)
        {
            std::cout << table->ToJson().dump(2) << "\n";
            return 0;
        }
        Open(asked.out);
        run(*g_runOutput, asked.progress ? &std::clog : nullptr);
        g_runOutput->Commit();
        return 0;
    }
    catch (const ConfigurationError& error)
    {
        return Fail(name, error, 2);
    }
    catch (const std::exception& error)
    {
        return Fail(name, error, 1);
    }
}

} // namespace ns3
