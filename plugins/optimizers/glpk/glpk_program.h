/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of costs in exact numbers, for GLPK and as text for other solvers. */
#ifndef COUPLET_GLPK_PROGRAM_H
#define COUPLET_GLPK_PROGRAM_H

#include "cost_scale.h"

#include <glpk.h>

/* Numbers beside costs are exact as they stand. */
typedef struct {
  const char *name; /* the column is name_number */
  guint64 number;
  double low, high; /* high may be INFINITY */
  double weight;    /* in the objective, besides ... */
  int times;        /* ... this often price */
  CoupletCost price;
  gboolean is_whole;
} ProgramColumn;

/* bound + cost is the bound of the row. */
typedef struct {
  int kind; /* GLP_LO, GLP_UP or GLP_FX */
  double bound;
  CoupletCost cost;
} ProgramRow;

typedef struct {
  const CostScale *scale;
  int direction;          /* GLP_MIN or GLP_MAX */
  GArray *columns, *rows; /* ProgramColumn, ProgramRow */
  GArray *term_row;       /* int, as what follows of each term; the first stands for none */
  GArray *term_column;    /* int */
  GArray *term_factor;    /* double */
} GlpkProgram;

void glpk_program_init (GlpkProgram *program, const CostScale *scale, int direction);
void glpk_program_clear (GlpkProgram *program);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GlpkProgram, glpk_program_clear)

/* Both return the number, from 1. */
int glpk_program_add_column (GlpkProgram *program, ProgramColumn column);
int glpk_program_add_row (GlpkProgram *program, ProgramRow row);
void glpk_program_add_term (GlpkProgram *program, int row, int column, double factor);

/* The program as GLPK has it; costs are multiples of the scale. May abort (glpk_guard.h). */
glp_prob *glpk_program_load (const GlpkProgram *program);

/* The program in CPLEX LP format, its objective in multiples of epsilon. Decimals are followed by
 * the exact numbers as comments, since the format has no fractions. The caller frees it. */
char *glpk_program_text (const GlpkProgram *program);

#endif
