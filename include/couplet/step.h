/* SPDX-License-Identifier: Apache-2.0 */
/* The one-step transformer for one threshold: how a transition changes the
 * vector F, where F(x) is the least cost so far when the threshold's shift is
 * x in {-1, 0, 1} (docs/theory.md sections 3 and 4).
 */
#ifndef COUPLET_STEP_H
#define COUPLET_STEP_H

#include <couplet/cost.h>
#include <couplet/graph.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* F: at[x + 1] is the least cost with shift x, COUPLET_COST_INFINITE = impossible. */
typedef struct {
  CoupletCost at[3];
} CoupletVector;

/* What one transition does, for every input difference D the adversary has.
 *
 * assigns = FALSE: pay[0][x + 1] is the transition's cost when the threshold's
 * shift is x, for the D that is worst whatever x is: difference[0]. n = 1.
 *
 * assigns = TRUE: for each of the n input differences, pay[i][y + 1] is the
 * cost of the new shift y when D = difference[i]; from shift x only those y
 * may be chosen with y <= x (link = COUPLET_LESS), y >= x (link =
 * COUPLET_GREATER_EQUAL), or any (link = 0).
 *
 * Infinite = not allowed. Costs of a fresh output are included. tight: the
 * sample used must shift by exactly D (the transition is on a cycle or the draw
 * has no noise). */
typedef struct {
  gboolean assigns;
  gboolean tight;
  gboolean used;       /* the sample is */
  gboolean outputs;    /* insample is output: its shift is 0 */
  guint32 comparisons; /* of the guard: a union of CoupletComparison */
  guint32 link;
  guint32 n;
  gint8 difference[2];
  CoupletCost pay[2][3];
} CoupletStep;

/* Loads transition of automaton, which has one threshold, into *step. */
void couplet_step_load (CoupletStep *step, const CoupletAutomaton *automaton,
                        const CoupletComponents *components, CoupletUnit *unit, guint32 transition);

/* *after = *before taken through the step when D is difference[i]. after and
 * before may be the same. */
void couplet_step_apply (const CoupletStep *step, guint32 i, CoupletUnit *unit,
                         const CoupletVector *before, CoupletVector *after);

/* The shift that the sample of a transition which does not assign takes when
 * the threshold's shift is x and the input difference is difference[0]: the
 * allowed one nearest to the difference. Meaningful when pay[0][x + 1] is finite
 * and the sample is used. */
int couplet_step_sample_shift (const CoupletStep *step, int x);

/* True when new shift y (-1, 0, 1) may follow shift x across an assignment. */
static inline gboolean
couplet_step_links (const CoupletStep *step, int x, int y)
{
  return step->link == 0 || (step->link == COUPLET_LESS ? y <= x : y >= x);
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
