/* SPDX-License-Identifier: Apache-2.0 */
/* A checked program as text of the language (docs/language.md): reading it again gives an equal
 * automaton, but for the names of states, which are lines. */
#ifndef SVT_PRINT_H
#define SVT_PRINT_H

#include "svt_check.h"

/* Appends program to text. Parameters that context gives a value get it as their default; notes
 * gets a line about each (char *, freed by the array). */
void svt_print (CoupletContext *context, const SvtProgram *program, GString *text,
                GPtrArray *notes);

#endif
