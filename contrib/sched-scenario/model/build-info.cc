/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "build-info.h"

namespace ns3
{

BuildInfo
BuildInfo::Get()
{
    BuildInfo info;
    info.suiteVersion = SCHEDLAB_VERSION;
    info.ns3Version = SCHEDLAB_NS3_VERSION;
    info.buildType = SCHEDLAB_BUILD_TYPE;
    info.commit = SCHEDLAB_COMMIT;
    info.sanitize = SCHEDLAB_SANITIZED;
#ifdef __OPTIMIZE__
    info.debug = false;
#else
    info.debug = true;
#endif
    return info;
}

} // namespace ns3
