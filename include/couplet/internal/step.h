/* SPDX-License-Identifier: Apache-2.0 */
/* The one-step transformer for one threshold: how a transition changes the
 * vector F, where F(x) is the least cost so far when the threshold's shift is
 * x in {-1, 0, 1} (docs/theory.md sections 3 and 4).
 */
#ifndef COUPLET_INTERNAL_STEP_H
#define COUPLET_INTERNAL_STEP_H

#include <couplet/internal/cost.h>
#include <couplet/internal/graph.h>
#include <couplet/internal/sample.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* F: at[x + 1] is the least cost with shift x, COUPLET_COST_INFINITE = impossible. */
typedef struct {
  CoupletCost at[3];
} CoupletVector;

/* What one transition does, for each of n input differences. A difference is left out when
 * another one costs at least as much for all shifts.
 *
 * x is the threshold's shift before the transition, y that after it. from[y + 1] is the
 * set of x that may come before y; with assigns = FALSE it is y alone. pay[i][y + 1] is
 * the least cost of y when D = difference[i], fresh outputs included; infinite = not allowed.
 * tight: the sample must shift by exactly D. */
typedef struct {
  gboolean assigns;
  gboolean tight;
  guint32 n;
  gint8 difference[COUPLET_MOST_DIFFERENCES];
  CoupletShifts from[3];
  CoupletCost pay[COUPLET_MOST_DIFFERENCES][3];
} CoupletStep;

/* The input differences of transition that matter, in the order of couplet_differences():
 * one is left out when another costs as much or more whatever the thresholds' shifts are and
 * become. samples: the n that transition uses; those with n_assigned = 0 store nothing that
 * is read later. Returns their number. */
guint32 couplet_worst_differences (const CoupletAutomaton *automaton,
                                   const CoupletComponents *free_cycles, guint32 transition,
                                   const CoupletSample *samples, guint32 n,
                                   gint8 differences[COUPLET_MOST_DIFFERENCES]);

/* Loads transition of automaton, which has one threshold, into *step. free_cycles: as in
 * couplet_samples_load(). */
void couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                        const CoupletComponents *free_cycles, CoupletUnit *unit,
                        guint32 transition);

/* The same for one threshold of several, as if there were no others: conditions on the others are
 * dropped, and fresh outputs, which belong to no threshold, are not counted; no difference is left
 * out. unit: NULL = all finite costs are 0. */
void couplet_step_load_of (CoupletStep *step, const CoupletAutomaton *automaton,
                           const CoupletComponents *free_cycles, CoupletUnit *unit,
                           guint32 transition, guint32 threshold);

/* Makes one row of all: for each shift what the worst difference costs. An upper bound, unless
 * one difference is worst for every shift. */
void couplet_step_join (CoupletStep *step);

/* The shifts possible after the step, taken with difference[i], when those before it are
 * from. */
CoupletShifts couplet_step_shifts (const CoupletStep *step, guint32 i, CoupletShifts from);

/* *after = *before taken through the step when D is difference[i]. after and
 * before may be the same. */
void couplet_step_apply (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                         const CoupletVector *before, CoupletVector *after);

/* TRUE when shift y (-1, 0, 1) after the step may follow shift x before it. */
static inline gboolean
couplet_step_links (const CoupletStep *step, int x, int y)
{
  return couplet_shifts_have (step->from[y + 1], x);
}

/* The least entry. */
static inline CoupletCost
couplet_vector_min (const CoupletVector *vector)
{
  return couplet_cost_min (vector->at[0], couplet_cost_min (vector->at[1], vector->at[2]));
}

/* True when every entry of a is at most that of b. */
static inline gboolean
couplet_vector_below (const CoupletVector *a, const CoupletVector *b)
{
  return couplet_cost_compare (a->at[0], b->at[0]) <= 0 &&
         couplet_cost_compare (a->at[1], b->at[1]) <= 0 &&
         couplet_cost_compare (a->at[2], b->at[2]) <= 0;
}

#pragma GCC visibility pop
G_END_DECLS

#endif
