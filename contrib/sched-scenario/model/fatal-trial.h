/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FATAL_TRIAL_H
#define FATAL_TRIAL_H

#include <functional>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * Tries a step of configuration in a child process first, because ns-3 ends the process on many a
 * value that it cannot parse and a program wants to say more about it than ns-3 does.
 *
 * The child shares nothing that it changes, so the step has no effect on the caller. If no child
 * can be made the step counts as good: the caller then meets the error itself.
 *
 * @param step what to try; it may end the process, crash or throw
 * @return nothing if the step ended well, otherwise why not, in one line and possibly empty
 */
std::optional<std::string> TryInChild(const std::function<void()>& step);

/**
 * @ingroup sched-scenario
 * @param output what ns-3 printed when it ended a process
 * @return the message in it, in one line; empty if there is none
 */
std::string FatalMessageIn(const std::string& output);

} // namespace ns3

#endif /* FATAL_TRIAL_H */
