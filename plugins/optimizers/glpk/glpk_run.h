/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact coupling cost by linear programming: docs/theory.md sections 6 and 7; and the least d
 * of a linear mechanism for lists of known lengths, section 5. */
#ifndef COUPLET_GLPK_RUN_H
#define COUPLET_GLPK_RUN_H

#include "walks.h"

typedef struct {
  gboolean milp;           /* one mixed-integer program instead of many linear ones */
  guint64 program_limit;   /* most linear programs; then the answer is a bracket */
  guint64 size_limit;      /* of the graph of walks, and what else is built */
  const char *dump_folder; /* CPLEX LP files go there; "" = none */
} GlpkOptions;

/* Every walk of walks has a valid strategy. */
typedef struct {
  CoupletContext *context;
  const Walks *walks;
  const GlpkOptions *options;
  CoupletOutcome *outcome;
} GlpkWork;

/* ---- Walks one by one ---- */

/* A depth-first enumeration of the walks that cost more than others. */
typedef struct {
  const Walks *walks;
  CoupletPace pace;
  GArray *walk;     /* guint32: edges, at hand */
  GArray *branches; /* one for each node on it; none: all walks were looked at */
  guint64 left;     /* edges that may still be tried */
  GArray *best_walk;
  gboolean found;   /* there is one */
  CoupletCost best; /* what it costs */
} WalkEnumeration;

void walk_enumeration_init (WalkEnumeration *search, const GlpkWork *work, guint64 most_edges);
void walk_enumeration_clear (WalkEnumeration *search);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WalkEnumeration, walk_enumeration_clear)

/* Goes on to a walk that costs more than the best, which it becomes; FALSE when there is none, or
 * time or edges are up. */
gboolean walk_enumeration_next (WalkEnumeration *search);

/* ---- Answers ---- */

/* Sets the cost, which is proven unless upper is above lower: then both are a bracket, with the
 * reason why no more is known; NULL = only GLPK says that lower is the cost. */
void glpk_answer_bracket (const GlpkWork *work, CoupletCost lower, CoupletCost upper,
                          const char *reason);

/* Keeps the bracket up to the upper bound, should GLPK not return in time (couplet_outcome_save()).
 */
void glpk_save_bracket (const GlpkWork *work, CoupletCost lower);

/* Adds evidence `attained` for cost: walk, a list of edges, with a strategy if that is not too much
 * work. */
void glpk_answer_attained (const GlpkWork *work, CoupletCost cost, const GArray *walk);

/* Where the options ask for dumps. */
static inline gboolean
glpk_dumps (const GlpkWork *work)
{
  return *work->options->dump_folder != '\0';
}

/* Writes text (NULL = that failed, with error set), which it takes, to a file named after problem.
 * FALSE with error set (SOLVER), naming the file. */
gboolean glpk_dump (const GlpkWork *work, const char *problem, char *text, GError **error);

/* ---- Methods ---- */

/* Sets the exact cost of automaton on outcome, certified when exact numbers
 * prove it, or a bracket when a limit was met. Statistics: `programs`. Evidence:
 * the walk. False with error set (SOLVER) when GLPK fails. */
gboolean glpk_run (CoupletContext *context, const CoupletAutomaton *automaton,
                   const GlpkOptions *options, CoupletOutcome *outcome, GError **error);

/* The same of walks: by a linear program for each and for each choice of differences on it, ... */
gboolean lp_solve (const GlpkWork *work, GError **error);

/* ... or by one mixed-integer program, of which the answer is certified when an upper bound meets
 * it, a bracket when floating point cannot tell costs of such sizes apart. */
gboolean milp_solve (const GlpkWork *work, GError **error);

/* As CoupletSolver.run_linear: a linear program for each path and each corner of the adjacency, at
 * most limit different ones. Where outputs tell the path the cost is exact; else it is an upper
 * bound, with a lower one of what observers see. */
gboolean linear_method_run (CoupletContext *context, const CoupletLinear *linear, guint64 limit,
                            CoupletOutcome *outcome, GError **error);

#endif
