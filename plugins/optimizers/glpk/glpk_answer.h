/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From what a method found to the outcome. */
#ifndef COUPLET_GLPK_ANSWER_H
#define COUPLET_GLPK_ANSWER_H

#include "glpk_program.h"
#include "walk_places.h"

#include <couplet/internal/plugin.h>

typedef struct {
  gboolean milp;           /* one mixed-integer program instead of many linear ones */
  guint64 program_limit;   /* most linear programs; then the answer is a bracket */
  guint64 size_limit;      /* most vertices, edges, sets or vectors of shifts; likewise */
  const char *dump_folder; /* CPLEX LP files go there; "" = none */
} GlpkOptions;

/* What both methods work on. Every walk of graph has a valid strategy. */
typedef struct {
  CoupletContext *context;
  const WalkGraph *graph;
  const WalkPlaces *places; /* NULL = they would pass the size limit, or time is up */
  const GlpkOptions *options;
  CoupletOutcome *outcome;
} GlpkWork;

/* Sets the proven cost, or, when upper is above lower, both as a bracket, with
 * what stands in the way of more; NULL = nothing but that lower is exact by the word of GLPK. */
void glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper,
                          const char *reason);

/* Keeps the bracket, should GLPK not return in time (couplet_outcome_save()). */
void glpk_save_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper);

/* Adds evidence `attained` for cost: the transitions of walk, a list of edges, and between them
 * ways round in the nodes that bound the shifts as much as the nodes' intervals say. shifts: the
 * strategy's answer off cycles, one per part of each edge; NULL = none. */
void glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const GArray *walk,
                           const gint8 *shifts);

/* Where the options ask for dumps, writes program to a file named after the automaton and number
 * (from 1; 0 = the only program). False with error set (SOLVER), naming the file. */
gboolean glpk_dump (const GlpkWork *work, const GlpkProgram *program, guint64 number,
                    GError **error);

#endif
