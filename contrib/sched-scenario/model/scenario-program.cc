/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-program.h"

#include "scenario-parameters.h"
#include "scenario.h"

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
pid_t g_process = 0; //!< this process, as opposed to children that try an attribute

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

/** ns-3 ends the process where it finds a fatal error, and has said so by then. */
[[noreturn]] void
OnTerminate()
{
    if (getpid() != g_process)
    {
        std::abort();
    }
    g_output->Discard();
    std::cerr << NAME << ": ns-3 stopped the run for the reason above: check the parameters\n";
    _exit(1);
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
    g_process = getpid();
    std::set_terminate(OnTerminate);
    std::thread(WatchSignals, signals).detach();
}

void
Simulate(const Request& request, const ScenarioParameters& parameters)
{
    const ScenarioConfig config = parameters.Finish();
    OpenOutput(request.out);
    const auto scenario = Scenario::Make(config, parameters.ToJson(), *g_output);
    scenario->Run(request.progress ? &std::cerr : nullptr);
    for (const std::string& warning : scenario->GetWarnings())
    {
        std::cerr << NAME << ": warning: " << warning << "\n";
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
            parameters.Finish();
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
