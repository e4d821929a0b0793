/* SPDX-License-Identifier: Apache-2.0 */
/* Small changes that make an automaton private, each tried: the changed
 * automaton is built and verified. */
#ifndef COUPLET_EXPLAIN_REPAIR_H
#define COUPLET_EXPLAIN_REPAIR_H

#include "walk_samples.h"
#include "draft.h"
#include "examiner.h"

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
                         Examiner *examiner);

/* The repaired automaton (turns: of STOP), with the draft it was built from when
 * draft is not NULL; the caller frees both. NULL when it is not well-posed. */
CoupletAutomaton *repair_build (const CoupletAutomaton *automaton, const Repair *repair,
                                guint turns, Draft **draft);

static inline guint32
repair_place (const Repair *repair, guint index)
{
  return g_array_index (repair->places, guint32, index);
}

gboolean repair_has_place (const Repair *repair, guint32 transition);

/* The noise parameter of the sample that a transition outputs. */
guint32 repair_output_noise (const CoupletAutomaton *automaton, guint32 transition);

/* Whether what halts after so many turns tells anything of its inputs: at cost 0 it does not. */
static inline gboolean
repair_tells_something (const Repair *repair, guint turns)
{
  return mpq_sgn (repair->costs[turns - 1].value) > 0;
}

#endif
