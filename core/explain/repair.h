/* SPDX-License-Identifier: Apache-2.0 */
/* Small changes that make an automaton private, each tried: the changed
 * automaton is built and judged. */
#ifndef COUPLET_EXPLAIN_REPAIR_H
#define COUPLET_EXPLAIN_REPAIR_H

#include "conflict.h"
#include "document.h"
#include "draft.h"
#include "judge.h"

typedef enum {
  REPAIR_DROP_OUTPUT, /* a symbol instead of the real value */
  REPAIR_DRAW_FRESH,  /* a fresh sample instead of the one compared */
  REPAIR_STOP,        /* halt after a number of turns of a loop */
  REPAIR_REDRAW,      /* assign the threshold anew, as at the start */
  N_REPAIRS
} RepairKind;

#define REPAIR_MOST_TURNS 3

/* places: the transitions (guint32) that are changed. drawn: of REDRAW, the
 * transition whose draw is done again. costs[i]: of the repaired automaton; of
 * STOP when it halts after i + 1 turns. */
typedef struct {
  RepairKind kind;
  guint32 drawn;
  GArray *places;
  guint n_costs;
  CoupletRational costs[REPAIR_MOST_TURNS];
} Repair;

/* The repairs (Repair) that make the automaton, whose walk has a conflict, private;
 * by kind. Where samples' automaton is unfolded, they are of the one it was made
 * from, like places and drawn. The caller frees the array. */
GPtrArray *repairs_find (const WalkSamples *samples, const ShiftConflict *conflict,
                         const Judge *judge);

/* The repaired automaton (turns: of STOP), with the draft it was built from when
 * draft is not NULL; the caller frees both. NULL when it is not well-posed. */
CoupletAutomaton *repair_build (const CoupletAutomaton *automaton, const Repair *repair,
                                guint turns, Draft **draft);

/* What the repairs are and cost; says so when there are none. */
void tell_repairs (Document *document, const CoupletAutomaton *automaton, const GPtrArray *repairs);

#endif
