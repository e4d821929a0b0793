/* SPDX-License-Identifier: Apache-2.0 */
/* Files with the problems that solvers are given, for other solvers to read. */
#ifndef COUPLET_DUMP_H
#define COUPLET_DUMP_H

#include <couplet/context.h>
#include <couplet/model.h>

G_BEGIN_DECLS

/* What a file's name may show of another name: letters, digits, `-` and `.` behind them,
 * others as `_`, `automaton` for an empty one. The caller frees it. */
char *dump_name (const char *name);

/* Writes text into folder, which is made if there is none, as
 * INPUT.STAGE.PROBLEM-DIGITS.ENDING: input and stage are those of context, the eight digits
 * those that the SHA-256 of text begins with, so that the name depends on nothing else. Before
 * the text stands, in comments of the format that ending names (lp or smt2), where automaton and
 * the run come from, as far as that is known. Where a file of another text has that name, -2, -3
 * ... is added; one that has this text already is left as it is. False with error set
 * (COUPLET_ERROR_SOLVER), naming the file or folder, when that fails. */
gboolean dump_write (CoupletContext *context, const CoupletAutomaton *automaton, const char *folder,
                     const char *problem, const char *ending, const char *text, gsize length,
                     GError **error);

G_END_DECLS

#endif
