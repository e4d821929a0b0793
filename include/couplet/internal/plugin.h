/* SPDX-License-Identifier: Apache-2.0 */
/* The plugin interface with what shipped plugins use beside it. */
#ifndef COUPLET_INTERNAL_PLUGIN_H
#define COUPLET_INTERNAL_PLUGIN_H

#include <couplet/internal/automaton.h>
#include <couplet/internal/context.h>
#include <couplet/internal/text.h>
#include <couplet/host/result.h>

/* What plugins take that ask sample.h and shift.h for all that they know of draws, or need to know
 * nothing: draws of all kinds. A kind that is new there gets its flag here. */
#define COUPLET_TAKES_ALL_DRAWS                                                                    \
  (COUPLET_TAKES_NO_NOISE | COUPLET_TAKES_DIFFERENCES | COUPLET_TAKES_GAPS |                       \
   COUPLET_TAKES_DISCRETE | COUPLET_TAKES_EXPONENTIAL | COUPLET_TAKES_SNAPS)

/* These with several thresholds, too. */
#define COUPLET_TAKES_ALL_AUTOMATA                                                                 \
  (COUPLET_TAKES_ALL_DRAWS | COUPLET_TAKES_INDEPENDENT | COUPLET_TAKES_SHARED)

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* `frontend`, `decider`, `optimizer`, `report`; NULL for another number. */
const char *couplet_plugin_kind_to_string (CoupletPluginKind kind);

/* Saves what outcome says so far and then clears it, except for its statistics. Call it before
 * work that cannot be stopped: if the process of the stage has to be killed there, the host
 * uses what was saved. Nothing is saved where the stage has no process of its own. */
void couplet_outcome_save (CoupletOutcome *outcome, CoupletContext *context);

/* Evidence for the answer; the outcome takes ownership. Several may be added; NULL adds
 * none. */
void couplet_outcome_take_evidence (CoupletOutcome *outcome, CoupletEvidence *evidence);

/* Says that evidence of that size (not 0; an estimate if need be) is left out, because it is
 * above couplet_context_evidence_limit() or, if it is not, because there was no time for it. */
void couplet_outcome_leave_out_evidence (CoupletOutcome *outcome, guint64 size);

/* Certified bounds of delta: the list `rows` that docs/formats.md describes, JSON (copied); NULL =
 * none. */
void couplet_outcome_set_delta (CoupletOutcome *outcome, const char *rows);

/* Inputs that show the answer (copied, replaces another); NULL = none. */
void couplet_outcome_set_counterexample (CoupletOutcome *outcome,
                                         const CoupletCounterexample *counterexample);

/* A proven lower bound of d itself, for automata whose outputs do not tell the path or whose
 * guards hold in several ways, where the cost of a path is no lower bound of d. When no d is
 * enough, set COUPLET_FOUND_DISTINGUISHER instead. */
void couplet_outcome_set_least (CoupletOutcome *outcome, const CoupletRational *least);

/* Whether the figure is proven in rationals (TRUE unless said otherwise). */
void couplet_outcome_set_certified (CoupletOutcome *outcome, gboolean certified);

/* The structure found, as docs/theory.md names it: `leaking pair` (copied); NULL = none. */
void couplet_outcome_set_structure (CoupletOutcome *outcome, const char *name);

#pragma GCC visibility pop
G_END_DECLS

#endif
