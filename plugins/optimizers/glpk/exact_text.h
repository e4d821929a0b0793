/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact numbers of a program, as comments of the CPLEX LP format, which has only decimals. */
#ifndef COUPLET_EXACT_TEXT_H
#define COUPLET_EXACT_TEXT_H

#include <couplet/rational.h>

/* Adds a line for a coefficient of the column called name_number, in row (1, 2, ...; 0 = the
 * objective): `\ exactly: obj: 7/4 constant_1`. One that is 0 has no line. */
void exact_text_add (GString *text, guint row, const CoupletRational *value, const char *name,
                     guint64 number);

/* Adds a line for the upper bound of row: `\ exactly: r_4: <= 8/3`. */
void exact_text_add_side (GString *text, guint row, const CoupletRational *value);

/* Puts exact between the objective and the rows of program, which GLPK has written. The caller
 * frees the text. */
char *exact_text_insert (const char *program, const char *exact);

#endif
