/* SPDX-License-Identifier: Apache-2.0 */
/* What else units of costs know. */
#ifndef COUPLET_INTERNAL_COST_H
#define COUPLET_INTERNAL_COST_H

#include <couplet/internal/plugin.h>
#include <couplet/solve.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* couplet_unit_new(); NULL without an error when the stage should stop. */
CoupletUnit *couplet_unit_new_within (const CoupletAutomaton *automaton, CoupletContext *context,
                                      GError **error);

/* How many steps (CoupletPace) it takes to add two costs. */
guint32 couplet_unit_steps (const CoupletUnit *unit);

/* A unit of 1 / per_epsilon, in which automaton's costs are rounded up: every sum is
 * an upper bound of the exact one. The caller frees it. */
CoupletUnit *couplet_unit_new_rounded (const CoupletAutomaton *automaton, const mpz_t per_epsilon);

/* Bytes that costs of 2^63 and more have taken so far. */
gsize couplet_unit_used (const CoupletUnit *unit);

/* Whether cost is more than value, a multiple of epsilon. */
gboolean couplet_cost_is_above (const CoupletUnit *unit, CoupletCost cost,
                                const CoupletRational *value);

#pragma GCC visibility pop
G_END_DECLS

#endif
