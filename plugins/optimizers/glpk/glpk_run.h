/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact coupling cost by linear programming: docs/theory.md section 6. */
#ifndef COUPLET_GLPK_RUN_H
#define COUPLET_GLPK_RUN_H

#include "macro_graph.h"

#include <couplet/plugin.h>

typedef struct {
  gboolean milp;           /* one mixed-integer program instead of many linear ones */
  guint64 program_limit;   /* most linear programs; then the answer is a bracket */
  const char *dump_folder; /* CPLEX LP files go there; "" = none */
} CoupletGlpkOptions;

/* What both methods work on. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  const CoupletComponents *components;
  CoupletUnit *unit;
  const MacroGraph *graph;
  const CoupletGlpkOptions *options;
  CoupletOutcome *outcome;
  double scale; /* what GLPK calls 1, in multiples of epsilon */
} GlpkWork;

/* Sets the exact cost of automaton (one threshold) on outcome, certified when
 * rationals prove it, or a bracket when a limit was met. Statistics: `programs`.
 * False with error set (SOLVER) when GLPK fails or its answer does not survive
 * rounding. */
gboolean couplet_glpk_run (CoupletContext *context, const CoupletAutomaton *automaton,
                           const CoupletGlpkOptions *options, CoupletOutcome *outcome,
                           GError **error);

/* A cost as GLPK wants it: in multiples of work->scale, which is epsilon unless
 * all costs are so small or so large that GLPK's tolerances would swallow them. */
double glpk_cost (const GlpkWork *work, CoupletCost cost);

/* Whether a figure of GLPK is cost, up to its tolerances. */
gboolean glpk_agrees (const GlpkWork *work, double figure, CoupletCost cost);

/* The least cost of the walk along edges (indices), by trying all shifts in
 * {-1, 0, 1}: what proves GLPK's figure for it. */
CoupletCost glpk_walk_cost (const GlpkWork *work, const guint32 *edges, guint n);

/* What the whole automaton costs at most, by choosing each shift without knowing
 * what follows. Infinite = this bound is not finite. */
CoupletCost glpk_upper_bound (const GlpkWork *work);

/* Sets a bracket on the outcome, with what ended the work. */
void glpk_set_bracket (const GlpkWork *work, CoupletCost lower, const char *reason);

/* The path of the next dump, NULL when none is wanted. number: from 1; 0 = the
 * only program. The caller frees it. */
char *glpk_dump_path (const GlpkWork *work, guint64 number);

#endif
