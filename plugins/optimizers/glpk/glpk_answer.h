/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what a method found to the outcome. */
#ifndef COUPLET_GLPK_ANSWER_H
#define COUPLET_GLPK_ANSWER_H

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
  const WalkGraph *graph;
  const ShiftTables *tables;     /* NULL = they would pass the size limit */
  const CoupletCost *cost_to_go; /* of tables; NULL with them, or when time was up */
  const CostScale *scale;
  const GlpkOptions *options;
  CoupletOutcome *outcome;
} GlpkWork;

/* What the whole automaton costs at most, in exact numbers. */
CoupletCost glpk_upper_bound (const GlpkWork *work);

/* Sets the proven cost, or, when upper is above lower, both as a bracket, with
 * what stands in the way of more. */
void glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper,
                          const char *reason);

/* Keeps the bracket, should GLPK not return in time (couplet_outcome_save()). */
void glpk_save_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper);

/* Sets the cost as exact by the word of GLPK: a walk costs it. */
void glpk_answer_uncertified (const GlpkWork *work, CoupletCost cost, CoupletCost upper);

/* Adds the n edges as evidence that the cost is attained, with GLPK's strategy
 * where shifts is not NULL (see walk_evidence_new()). */
void glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const guint32 *edges, guint n,
                           const gint8 *shifts);

/* Programs as CPLEX LP files. GLPK writes such a text to a path only, while it is
 * guarded and nothing may be owned; so the path is one of memory. */

/* Memory for one text; file -1 = no dump is wanted. */
typedef struct {
  int file;
  char path[64];
} LpDump;

/* Gets ready where the options ask for dumps. False with error set (SOLVER). */
gboolean lp_dump_open (LpDump *dump, const GlpkWork *work, GError **error);

/* Where GLPK is to write the text, NULL = nowhere. Owned by dump. */
const char *lp_dump_path (const LpDump *dump);

/* Writes the text with its exact numbers (exact_text.h; taken, NULL = no dump is wanted) to a file
 * named after the automaton and number (from 1; 0 = the only program), and frees the memory in any
 * case. False with error set (SOLVER), naming the file. */
gboolean lp_dump_close (LpDump *dump, const GlpkWork *work, char *exact, guint64 number,
                        GError **error);

#endif
