/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mixed-integer program for the whole automaton: the adversary's walk and
 * input differences are binaries, and the least costs F of docs/theory.md
 * section 4 are potentials along the walk, one for each vector of the tables. */
#ifndef COUPLET_MILP_PROGRAM_H
#define COUPLET_MILP_PROGRAM_H

#include "cost_scale.h"
#include "shift_tables.h"

#include <couplet/context.h>

/* potential to <= potential from + cost where edge is taken */
typedef struct {
  guint32 edge;
  int from, to;
  CoupletCost cost;
} MilpArc;

typedef struct {
  CoupletContext *context;
  const ShiftTables *tables;
  const CostScale *scale;
  double fit;            /* what costs are multiplied by, to stay of usual size */
  double big;            /* no walk costs more */
  double one;            /* of these numbers, in multiples of epsilon */
  GArray *arcs;          /* MilpArc */
  CoupletCost *constant; /* per edge */
  const char *dump;      /* NULL = no file */
  /* what GLPK says */
  gboolean optimal, feasible;
  double value;
  gboolean *chosen; /* per edge */
} MilpProgram;

/* The program for tables, where no walk costs more than upper; NULL when it has
 * more than limit rows or time is up. All arguments must outlive it. The caller
 * frees it. */
MilpProgram *milp_program_new (CoupletContext *context, const ShiftTables *tables,
                               const CostScale *scale, CoupletCost upper, guint64 limit);
void milp_program_free (MilpProgram *program);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (MilpProgram, milp_program_free)

/* A cost as GLPK has it. */
double milp_program_number (const MilpProgram *program, CoupletCost cost);

/* The exact numbers of the text that milp_program_solve() dumps (exact_text.h), as far as that has
 * decimals for them. The caller frees it. */
char *milp_program_exact_text (const MilpProgram *program);

/* Lets GLPK solve it, and write it to dump if that is not NULL. False when GLPK
 * aborted. */
gboolean milp_program_solve (MilpProgram *program, const char *dump);

#endif
