/* SPDX-License-Identifier: Apache-2.0 */
/* Guards: from their texts to prime implicants, each distinct guard once. */
#ifndef COUPLET_CORE_RESOLVE_GUARD_H
#define COUPLET_CORE_RESOLVE_GUARD_H

#include "resolver.h"

/* Reads each distinct guard. */
void resolve_guards (Resolver *resolver);

/* The guard of a transition with that guard and that output: a gap needs both comparisons with its
 * threshold, so that such a transition may get a guard of its own. */
guint32 resolve_guard_beside (Resolver *resolver, guint32 guard, guint32 output);

#endif
