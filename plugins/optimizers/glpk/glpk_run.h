/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact coupling cost by linear programming: docs/theory.md sections 6 and 7. */
#ifndef COUPLET_GLPK_RUN_H
#define COUPLET_GLPK_RUN_H

#include "cost_scale.h"
#include "shift_tables.h"

#include <couplet/plugin.h>

typedef struct {
  gboolean milp;           /* one mixed-integer program instead of many linear ones */
  guint64 program_limit;   /* most linear programs; then the answer is a bracket */
  guint64 size_limit;      /* most vertices, edges, sets or vectors of shifts; likewise */
  const char *dump_folder; /* CPLEX LP files go there; "" = none */
} GlpkOptions;

/* What both methods work on. Every walk of graph has a valid strategy. */
typedef struct {
  CoupletContext *context;
  const CoupletAutomaton *automaton;
  CoupletUnit *unit;
  const MacroGraph *graph;
  const ShiftGroups *groups;
  const ShiftTables *tables;     /* NULL = they would pass the size limit */
  const CoupletCost *cost_to_go; /* of tables; NULL with them, or when time was up */
  const CostScale *scale;
  const GlpkOptions *options;
  CoupletOutcome *outcome;
} GlpkWork;

/* Sets the exact cost of automaton on outcome, certified when exact numbers
 * prove it, or a bracket when a limit was met. Statistics: `programs`. Evidence:
 * the walk. False with error set (SOLVER) when GLPK fails. */
gboolean glpk_run (CoupletContext *context, const CoupletAutomaton *automaton,
                   const GlpkOptions *options, CoupletOutcome *outcome, GError **error);

#endif
