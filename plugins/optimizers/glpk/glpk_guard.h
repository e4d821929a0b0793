/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GLPK behind a fence: it prints on standard output and ends the program on an
 * error of its caller; here it does neither. */
#ifndef COUPLET_GLPK_GUARD_H
#define COUPLET_GLPK_GUARD_H

#include <glib.h>
#include <glpk.h>

/* Calls work (data), in which GLPK may abort: then FALSE, with all of GLPK's
 * memory freed. work must own nothing but GLPK objects while it calls GLPK,
 * since an abort leaves it at once. */
gboolean glpk_guarded (void (*work) (gpointer data), gpointer data);

/* Programs as files that other solvers read. */

/* Writes lp to path in CPLEX LP format, its objective times one: what 1 is in
 * multiples of epsilon. */
void program_file_write (glp_prob *lp, double one, const char *path);

/* Calls column of lp name_number. */
void program_file_name (glp_prob *lp, int column, const char *name, guint64 number);

/* Adds constant to the objective by a column of its own, constant_1, since not all
 * readers of the format know constants. */
void program_file_add_constant (glp_prob *lp, double constant);

#endif
