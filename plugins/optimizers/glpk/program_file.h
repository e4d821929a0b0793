/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as files that other solvers read. */
#ifndef COUPLET_PROGRAM_FILE_H
#define COUPLET_PROGRAM_FILE_H

#include <glib.h>
#include <glpk.h>

/* Writes lp to path in CPLEX LP format, its objective times one: what 1 is in
 * multiples of epsilon. */
void program_file_write (glp_prob *lp, double one, const char *path);

/* Adds constant to the objective by a column of its own, since not all readers
 * of the format know constants. */
void program_file_add_constant (glp_prob *lp, double constant);

#endif
