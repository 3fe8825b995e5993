/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-program.h"

#include "fatal-report.h"
#include "scenario-parameters.h"
#include "scenario.h"

#include "ns3/nstime.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace ns3
{

namespace
{

constexpr const char* NAME = "schedlab-scenario";

/** What the command line asks for. */
struct Request
{
    std::string out;         //!< output directory
    bool help{false};        //!< print the parameters
    bool printConfig{false}; //!< print the configuration
    bool schedulers{false};  //!< list the schedulers
    bool rankers{false};     //!< list the rankers
    bool progress{false};    //!< write progress to standard error
};

/** The output, to be removed if the program ends early. Never freed: the signal thread looks at it.
 */
ScenarioOutput* g_output = nullptr;
std::terminate_handler g_report = nullptr; //!< says why ns-3 ended the process

Request
ParseCommandLine(int argc, char* argv[], ScenarioParameters& parameters)
{
    Request request;
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
        if (name == "help")
        {
            request.help = true;
        }
        else if (name == "print-config")
        {
            request.printConfig = true;
        }
        else if (name == "list-schedulers")
        {
            request.schedulers = true;
        }
        else if (name == "list-rankers")
        {
            request.rankers = true;
        }
        else if (name == "progress")
        {
            request.progress = true;
        }
        else if (name == "config")
        {
            parameters.Read(value());
        }
        else if (name == "out")
        {
            request.out = value();
        }
        else
        {
            parameters.Set(name, value());
        }
    }
    return request;
}

void
PrintTypes(TypeId base)
{
    nlohmann::ordered_json types = nlohmann::ordered_json::array();
    for (TypeId type : TypeFactory::Children(base))
    {
        nlohmann::ordered_json attributes = nlohmann::ordered_json::array();
        for (const auto& info : TypeFactory::Attributes(type))
        {
            attributes.push_back({{"name", info.name},
                                  {"default", info.initialValue->SerializeToString(info.checker)},
                                  {"help", info.help}});
        }
        types.push_back({{"type_id", type.GetName()}, {"attributes", attributes}});
    }
    std::cout << types.dump(2) << "\n";
}

void
PrintHelp(const ScenarioParameters& parameters)
{
    std::cout
        << "Usage: " << NAME << " [--config=FILE.json] [--NAME=VALUE ...] --out=DIR\n"
        << "Runs one simulation and writes its results to DIR, which must not exist or be "
           "empty.\n\n"
           "  --config=FILE             read parameters from a JSON object; later options win\n"
           "  --out=DIR                 where the results go\n"
           "  --progress                write progress to standard error\n"
           "  --print-config            print the complete configuration and exit\n"
           "  --list-schedulers         print the rank-ordered queue discs and exit\n"
           "  --list-rankers            print the rankers and exit\n\n"
           "Parameters, [default]:\n";
    parameters.PrintHelp(std::cout);
}

/** Waits for SIGINT or SIGTERM, then removes the output and ends the program. */
void
WatchSignals(sigset_t signals)
{
    int signal = 0;
    while (sigwait(&signals, &signal) != 0)
    {
    }
    g_output->Discard();
    _exit(128 + signal);
}

/** ns-3 ends the process where it finds a fatal error. */
[[noreturn]] void
OnTerminate()
{
    g_output->Discard();
    g_report();
    std::abort();
}

/** Makes the output directory, and sees to it that no way to end the program leaves it behind. */
void
OpenOutput(const std::string& directory)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    g_output = new ScenarioOutput(directory);
    g_report = std::set_terminate(OnTerminate);
    std::thread(WatchSignals, signals).detach();
}

void
Simulate(const Request& request, const ScenarioParameters& parameters)
{
    // It holds back std::cerr, where ns-3 writes; std::clog is the same file.
    const FatalReport report(NAME);
    const auto scenario = Scenario::Make(parameters.Finish(), parameters.ToJson());
    OpenOutput(request.out);
    scenario->Run(*g_output, request.progress ? &std::clog : nullptr);
    for (const std::string& warning : scenario->GetWarnings())
    {
        std::clog << NAME << ": warning: " << warning << "\n";
    }
    g_output->Commit();
}

int
Fail(const std::exception& error, int status)
{
    if (g_output)
    {
        g_output->Discard();
    }
    std::cerr << NAME << ": " << error.what() << "\n";
    return status;
}

} // namespace

int
ScenarioProgram::Main(int argc, char* argv[])
{
    // A full packet takes 119.2 ns at 100 Gbit/s and an acknowledgement 3.36 ns.
    Time::SetResolution(Time::PS);
    try
    {
        ScenarioParameters parameters;
        const Request request = ParseCommandLine(argc, argv, parameters);
        if (request.help)
        {
            PrintHelp(parameters);
        }
        else if (request.schedulers || request.rankers)
        {
            PrintTypes(request.schedulers ? RankQueueDisc::GetTypeId() : PacketRanker::GetTypeId());
        }
        else if (request.printConfig)
        {
            Scenario::Make(parameters.Finish(), parameters.ToJson()); // complains if it cannot be
            std::cout << parameters.ToJson().dump(2) << "\n";
        }
        else
        {
            Simulate(request, parameters);
        }
        return 0;
    }
    catch (const ConfigurationError& error)
    {
        return Fail(error, 2);
    }
    catch (const std::exception& error)
    {
        return Fail(error, 1);
    }
}

} // namespace ns3
