/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIDE_INTEGER_H
#define WIDE_INTEGER_H

namespace schedlab
{

/** Integers wide enough for sums and products of 64-bit ranks (a compiler extension). */
__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Uint128; //!< the same without a sign

} // namespace schedlab

#endif /* WIDE_INTEGER_H */
