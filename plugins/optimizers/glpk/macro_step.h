/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a transition of the macro graph asks of the shifts and costs: the one
 * description that the linear programs, the integer program and the exact
 * tables are made from. */
#ifndef COUPLET_MACRO_STEP_H
#define COUPLET_MACRO_STEP_H

#include "macro_graph.h"

#include <couplet/sample.h>

/* A sample whose shift g can be chosen and matters to others: low <= g <= high,
 * low < high, g related to the shift of each literal's threshold, at a cost of
 * fee[g + 1] * d. */
typedef struct {
  gint8 low, high;
  gint8 fee[3]; /* couplet_sample_fees() */
  CoupletCost d;
  guint32 first_literal, n_literals;  /* in MacroStep.literals: free in the source */
  guint32 first_assigned, n_assigned; /* in MacroStep.assigned: free in the target */
} MacroSample;

/* What samples whose shift is fixed ask of a threshold that is free in the
 * source: low <= x <= high. Several may speak of the same threshold. */
typedef MacroInterval MacroBound;

/* A fixed shift, for a threshold that is free in the target. */
typedef struct {
  guint32 threshold;
  gint8 shift;
} MacroConstant;

typedef struct {
  gint8 difference;     /* D */
  gboolean impossible;  /* whatever the thresholds' shifts are */
  CoupletCost constant; /* of fresh outputs and samples that have no choice */
  GArray *bounds;       /* MacroBound */
  GArray *samples;      /* MacroSample */
  GArray *literals;     /* CoupletLiteral */
  GArray *assigned;     /* guint32 */
  GArray *constants;    /* MacroConstant */
  /* of all samples that the transition uses: the shift where it is fixed or
   * matters to none, SHIFT_FREE for those in samples, which are in the same order */
  guint32 n_used;
  gint8 *settled;
  CoupletSample *room; /* these samples */
} MacroStep;

/* Room for a step of automaton. The caller frees it. */
MacroStep *macro_step_new (const CoupletAutomaton *automaton);
void macro_step_free (MacroStep *step);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MacroStep, macro_step_free)

/* Loads what the product's edge, which leaves vertex, does with difference. */
void macro_step_load (MacroStep *step, const MacroGraph *graph, guint32 vertex, guint32 edge,
                      gint8 difference);

static inline void
macro_step_load_edge (MacroStep *step, const MacroGraph *graph, guint32 edge)
{
  const MacroEdge *e = macro_graph_edge (graph, edge);
  macro_step_load (step, graph, e->vertex, e->edge, e->difference);
}

static inline const MacroBound *
macro_step_bound (const MacroStep *step, guint i)
{
  return &g_array_index (step->bounds, MacroBound, i);
}

static inline const MacroSample *
macro_step_sample (const MacroStep *step, guint i)
{
  return &g_array_index (step->samples, MacroSample, i);
}

static inline const CoupletLiteral *
macro_sample_literals (const MacroStep *step, const MacroSample *sample)
{
  return &g_array_index (step->literals, CoupletLiteral, sample->first_literal);
}

static inline const guint32 *
macro_sample_assigned (const MacroStep *step, const MacroSample *sample)
{
  return &g_array_index (step->assigned, guint32, sample->first_assigned);
}

/* What shift g costs. */
CoupletCost macro_sample_cost (const MacroSample *sample, CoupletUnit *unit, int g);

/* The cheapest of sample's shifts that are in among, which one of them is. */
int macro_sample_cheapest (const MacroSample *sample, CoupletShifts among);

/* How a threshold that is free behind the step comes by its shift. */
typedef enum { SHIFT_KEPT, SHIFT_TAKEN, SHIFT_KNOWN } ShiftOrigin;

/* SHIFT_TAKEN: *which is the sample whose shift it takes; SHIFT_KNOWN: *which is
 * its shift. */
ShiftOrigin macro_step_origin (const MacroStep *step, guint32 threshold, gint32 *which);

#endif
