/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GLPK behind a fence: it prints on standard output and ends the program on an error of its caller;
 * here it does neither. */
#ifndef COUPLET_GLPK_PROBLEM_H
#define COUPLET_GLPK_PROBLEM_H

#include <couplet/internal/context.h>
#include <glpk.h>

/* write adds the columns and rows to an empty problem, with their names where asked. GLPK may abort
 * meanwhile, which leaves write at once: it must own nothing. */
typedef struct {
  void (*write) (glp_prob *lp, gconstpointer data, gboolean names);
  gconstpointer data;
  guint n_rows, n_columns; /* of which the solution tells */
} GlpkProblem;

typedef enum {
  GLPK_FLOATING, /* the simplex method */
  GLPK_RATIONAL, /* and then in rational numbers */
  GLPK_WHOLE     /* whole columns are whole */
} GlpkMethod;

/* Columns and rows count from 0. */
typedef struct {
  int status;                    /* GLP_OPT, ... */
  double value, *values;         /* GLPK_WHOLE: of the objective, and per column */
  gboolean *is_basic, *is_bound; /* else, per column and row: the basis */
} GlpkSolution;

/* Solves problem in most_seconds, and in what context (NULL = no limits) has left. FALSE when GLPK
 * aborted. The caller clears the solution in any case. */
gboolean glpk_problem_solve (const GlpkProblem *problem, GlpkMethod method, CoupletContext *context,
                             double most_seconds, GlpkSolution *solution);
void glpk_solution_clear (GlpkSolution *solution);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GlpkSolution, glpk_solution_clear)

/* The problem in CPLEX LP format, by GLPK, with its objective multiplied by scale. NULL with
 * error set (COUPLET_ERROR_SOLVER) when that fails. The caller frees it. */
char *glpk_problem_text (const GlpkProblem *problem, double scale, GError **error);

/* Sets error (COUPLET_ERROR_SOLVER). FALSE. */
gboolean glpk_fail (GError **error);

#endif
