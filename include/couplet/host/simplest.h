/* SPDX-License-Identifier: Apache-2.0 */
/* The simplest of many rationals. */
#ifndef COUPLET_HOST_SIMPLEST_H
#define COUPLET_HOST_SIMPLEST_H

#include <couplet/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Sets *simple to the rational from low to high (low <= high) with the least denominator. */
void couplet_rational_simplest (const CoupletRational *low, const CoupletRational *high,
                                CoupletRational *simple);

#pragma GCC visibility pop
G_END_DECLS

#endif
