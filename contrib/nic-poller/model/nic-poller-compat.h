/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_POLLER_COMPAT_H
#define NIC_POLLER_COMPAT_H

#include "ns3/enum.h"
#include "ns3/nstime.h"

#include <cmath>

/**
 * @file
 * @ingroup nic-poller
 * What is spelt differently across ns-3 releases, found by detection and not by version, and the
 * conversion between nanoseconds and time steps.
 */

namespace ns3
{

/** Differences between ns-3 releases, and time steps. */
namespace nic_compat
{

/** @cond */
template <typename E, typename M>
auto
MakeEnumAccessorFor(M member, int) -> decltype(MakeEnumAccessor<E>(member))
{
    return MakeEnumAccessor<E>(member);
}

template <typename E, typename M>
auto
MakeEnumAccessorFor(M member, long) -> decltype(MakeEnumAccessor(member))
{
    return MakeEnumAccessor(member);
}

/** @endcond */

/**
 * The accessor of an enum attribute: it names the enum's type from ns-3.41 on.
 * @tparam E the enum
 * @param member pointer to the data member
 * @return the accessor
 */
template <typename E, typename M>
Ptr<const AttributeAccessor>
EnumAccessor(M member)
{
    return MakeEnumAccessorFor<E>(member, 0);
}

/** @return time steps in a nanosecond */
inline double
StepsPerNs()
{
    return static_cast<double>(NanoSeconds(1).GetTimeStep());
}

/** @param ns nanoseconds @return time steps, rounded */
inline int64_t
Steps(double ns)
{
    return std::llround(ns * StepsPerNs());
}

} // namespace nic_compat
} // namespace ns3

#endif /* NIC_POLLER_COMPAT_H */
