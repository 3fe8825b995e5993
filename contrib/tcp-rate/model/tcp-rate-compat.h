/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TCP_RATE_COMPAT_H
#define TCP_RATE_COMPAT_H

#include "ns3/enum.h"
#include "ns3/ptr.h"

/**
 * @file
 * @ingroup tcp-rate
 * What is spelt differently across ns-3 releases, found by detection and not by version.
 */

namespace ns3
{

/** Differences between ns-3 releases. */
namespace tcp_rate_compat
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

} // namespace tcp_rate_compat
} // namespace ns3

#endif /* TCP_RATE_COMPAT_H */
