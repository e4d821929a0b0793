/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One mixed-integer program for the whole automaton: the adversary's walk and
 * input differences are binaries, and the least costs F of docs/theory.md
 * section 4 are potentials along the walk, one for each place; a row is an arc. */
#ifndef COUPLET_MILP_PROGRAM_H
#define COUPLET_MILP_PROGRAM_H

#include "glpk_program.h"
#include "walk_places.h"

/* Makes *lp the program for places, where no walk costs more than most. The caller clears it. */
void milp_program_write (const WalkPlaces *places, CoupletCost most, GlpkProgram *lp);

typedef struct {
  gboolean optimal; /* GLPK says so */
  double value;     /* of the objective, as GLPK has it */
  GArray *walk;     /* guint32: the edges chosen; the caller unrefs it */
} MilpAnswer;

/* Solves lp, as milp_program_write() made it of places, until context says to stop. False when
 * GLPK aborted. */
gboolean milp_program_solve (const WalkPlaces *places, const GlpkProgram *lp,
                             CoupletContext *context, MilpAnswer *answer);

#endif
