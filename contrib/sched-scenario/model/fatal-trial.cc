/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fatal-trial.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <iostream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3
{

namespace
{

[[noreturn]] void
RunStep(const std::function<void()>& step, int errorFd)
{
    const rlimit noCore{0, 0};
    setrlimit(RLIMIT_CORE, &noCore);
    dup2(errorFd, STDERR_FILENO);
    // The caller may have sent std::cerr elsewhere; std::clog still has the buffer of stderr.
    std::cerr.rdbuf(std::clog.rdbuf());
    std::set_terminate([] { _exit(EXIT_FAILURE); });
    try
    {
        step();
    }
    catch (const std::exception& error)
    {
        std::cerr << "msg=\"" << error.what() << "\", " << std::endl;
        _exit(EXIT_FAILURE);
    }
    _exit(EXIT_SUCCESS);
}

std::string
ReadAll(int fd)
{
    std::string text;
    char buffer[1024];
    for (;;)
    {
        const ssize_t n = read(fd, buffer, sizeof(buffer));
        if (n > 0)
        {
            text.append(buffer, n);
        }
        else if (n == 0 || errno != EINTR)
        {
            return text;
        }
    }
}

} // namespace

std::string
FatalMessageIn(const std::string& output)
{
    const std::string opening = "msg=\"";
    const auto begin = output.find(opening);
    if (begin == std::string::npos)
    {
        return "";
    }
    const auto end = output.rfind("\", ");
    std::string message =
        output.substr(begin + opening.size(),
                      end == std::string::npos ? end : end - begin - opening.size());
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

std::optional<std::string>
TryInChild(const std::function<void()>& step)
{
    int fds[2];
    if (pipe(fds) != 0)
    {
        return std::nullopt;
    }
    const pid_t child = fork();
    if (child == 0)
    {
        close(fds[0]);
        RunStep(step, fds[1]);
    }
    close(fds[1]);
    const std::string output = child > 0 ? ReadAll(fds[0]) : "";
    close(fds[0]);
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    {
    }
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS))
    {
        return std::nullopt;
    }
    return FatalMessageIn(output);
}

} // namespace ns3
