/* SPDX-License-Identifier: Apache-2.0 */
/* Walks with loops, with these written out a number of times. */
#ifndef COUPLET_EXPLAIN_UNROLLED_H
#define COUPLET_EXPLAIN_UNROLLED_H

#include <couplet/host/evidence.h>

/* The walk of evidence with each of its loops taken turns times, as evidence ATTAINED with the cost
 * of evidence, if it has one, and without shifts. NULL when it has too many steps. The caller
 * frees it. */
CoupletEvidence *unrolled_walk (const CoupletEvidence *evidence, guint turns);

/* Of evidence ATTAINED: the walk with its loops taken as often as its cost needs, *turns times,
 * which the checker accepts. NULL when that has too many steps. The caller frees it. */
CoupletEvidence *unrolled_to_cost (const CoupletEvidence *evidence, guint *turns);

#endif
