/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs in exact numbers, for GLPK and as text for other solvers. GLPK is behind a fence: it
 * prints on standard output and ends the program on an error of its caller; here it does neither.
 */
#ifndef COUPLET_GLPK_PROGRAM_H
#define COUPLET_GLPK_PROGRAM_H

#include <couplet/internal/context.h>
#include <couplet/model.h>
#include <glpk.h>

typedef struct {
  const char *name; /* the column is name_number */
  guint64 number;
  double low, high; /* high may be INFINITY */
  gboolean is_whole;
  CoupletRational cost; /* in the objective */
} ProgramColumn;

typedef struct {
  int kind; /* GLP_LO, GLP_UP or GLP_FX */
  CoupletRational bound;
} ProgramRow;

typedef struct {
  int direction;          /* GLP_MIN or GLP_MAX */
  CoupletRational one;    /* the cost that GLPK calls 1 */
  GArray *columns, *rows; /* ProgramColumn, ProgramRow */
  GArray *term_row;       /* int, as what follows of each term; the first stands for none */
  GArray *term_column;    /* int */
  GArray *term_factor;    /* double */
} GlpkProgram;

/* one: 1. */
void glpk_program_init (GlpkProgram *program, int direction);
void glpk_program_clear (GlpkProgram *program);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GlpkProgram, glpk_program_clear)

/* Both return the number, from 1. The cost of the column, and the bound of the row, is 0 at first
 * and the caller's to set. */
int glpk_program_add_column (GlpkProgram *program, ProgramColumn column);
int glpk_program_add_row (GlpkProgram *program, int kind);
void glpk_program_add_term (GlpkProgram *program, int row, int column, double factor);
CoupletRational *glpk_program_cost (const GlpkProgram *program, int column);
CoupletRational *glpk_program_bound (const GlpkProgram *program, int row);

/* The program in CPLEX LP format. Decimals are followed by the exact numbers as comments, since the
 * format has no fractions. The caller frees it. */
char *glpk_program_text (const GlpkProgram *program);

/* ---- Solving ---- */

typedef enum {
  GLPK_FLOATING, /* the simplex method */
  GLPK_RATIONAL, /* and then in rational numbers */
  GLPK_WHOLE     /* whole columns are whole */
} GlpkMethod;

typedef struct {
  int status; /* GLP_OPT, ... */
  double value;
  double *values, *prices;       /* per column and row, from 0; no prices with GLPK_WHOLE */
  gboolean *is_basic, *is_bound; /* columns and rows, likewise */
} GlpkSolution;

/* Solves program in most_seconds, and in what context (NULL = no limits) has left. FALSE when GLPK
 * aborted. The caller clears the solution in any case. */
gboolean glpk_program_solve (const GlpkProgram *program, GlpkMethod method, CoupletContext *context,
                             double most_seconds, GlpkSolution *solution);
void glpk_solution_clear (GlpkSolution *solution);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GlpkSolution, glpk_solution_clear)

/* The program as GLPK has it. May abort. */
glp_prob *glpk_program_load (const GlpkProgram *program);

/* Calls work (data), in which GLPK may abort: then FALSE, with all of GLPK's
 * memory freed. work must own nothing but GLPK objects while it calls GLPK,
 * since an abort leaves it at once. */
gboolean glpk_guarded (void (*work) (gpointer data), gpointer data);

/* Milliseconds for GLPK's time limits. */
int glpk_milliseconds (double seconds);

#endif
