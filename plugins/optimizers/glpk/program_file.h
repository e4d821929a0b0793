/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as files that other solvers read. */
#ifndef COUPLET_PROGRAM_FILE_H
#define COUPLET_PROGRAM_FILE_H

#include <glib.h>
#include <glpk.h>

/* Writes lp to path in CPLEX LP format, its objective times one: what 1 is in
 * multiples of epsilon. */
void program_file_write (glp_prob *lp, double one, const char *path);

/* Calls column of lp name_number. */
void program_file_name (glp_prob *lp, int column, const char *name, guint64 number);

/* Adds constant to the objective by a column of its own, constant_1, since not all
 * readers of the format know constants. */
void program_file_add_constant (glp_prob *lp, double constant);

#endif
