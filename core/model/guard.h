/* SPDX-License-Identifier: Apache-2.0 */
#ifndef COUPLET_CORE_GUARD_H
#define COUPLET_CORE_GUARD_H

#include <couplet/internal/automaton.h>

/* True when no sample satisfies both, taking literals on different thresholds
 * as independent. */
gboolean guards_contradict (const CoupletGuard *a, const CoupletGuard *b);

#endif
