/* SPDX-License-Identifier: Apache-2.0 */
/* A stage's answer about an automaton whose orders of thresholds are too many to be told apart
 * (docs/theory.md section 7): an upper bound that leaves them out, a lower one from some of them.
 */
#ifndef COUPLET_CORE_BETWEEN_H
#define COUPLET_CORE_BETWEEN_H

#include "stage.h"

/* Runs stage on merged, whose walks are those of the automaton unfolded by its orders, but more of
 * whose transitions are on cycles (UNFOLD_MERGED). Walks that show something have loops, too, and
 * are left out where the rules for the pairs reject them. The caller frees the outcome. */
CoupletOutcome *stage_run_merged (Stage *stage, const CoupletAutomaton *merged);

/* Runs stage on wide, which has more walks than values take, and on part, which has some of them
 * (UNFOLD_NO_ORDERS, UNFOLD_PART): a strategy or an upper bound of the first holds, and so do a
 * lower bound and the absence of a strategy of the second (the first is left out where vectors
 * would need tables over more thresholds than they can); where they meet the cost is exact. Walks
 * that show it have loops instead of steps on cycles. why: what is too much, for what
 * neither answers. The caller frees the outcome. */
CoupletOutcome *stage_run_between (Stage *stage, const CoupletAutomaton *wide,
                                   const CoupletAutomaton *part, const char *why);

#endif
