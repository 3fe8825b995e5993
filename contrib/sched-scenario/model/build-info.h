/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BUILD_INFO_H
#define BUILD_INFO_H

#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * What the program was built from, as known when the build was configured.
 */
struct BuildInfo
{
    std::string suiteVersion; //!< version of this suite
    std::string ns3Version;   //!< version of ns-3
    std::string buildType;    //!< Release, Debug ...
    std::string commit;       //!< commit of the sources, or unknown
    bool sanitize;            //!< instrumented by sanitizers
    bool debug;               //!< not optimised, so times mean nothing

    /** @return about this build */
    static BuildInfo Get();
};

} // namespace ns3

#endif /* BUILD_INFO_H */
