/* SPDX-License-Identifier: Apache-2.0 */
/* Files with the problems that solvers are given, for other solvers to read. */
#ifndef COUPLET_DUMP_H
#define COUPLET_DUMP_H

#include <couplet/internal/context.h>

G_BEGIN_DECLS

/* What a file's name may show of another name: letters, digits, `-`, `=`, and `.` after them,
 * others as `_`, `automaton` for an empty one. The caller frees it. */
char *dump_name (const char *name);

/* Writes text into folder, which is made if there is none, as
 * INPUT.STAGE.PROBLEM-DIGITS.ENDING: input and stage are those of context, with `-NAME=VALUE`
 * after the input for each parameter that automaton was read with. The eight digits are those that
 * the SHA-256 begins with of what was read (its own SHA-256 and the parameters, as far as they are
 * known) and text: inputs of one name in several folders have files of their own. Before the text
 * stands, in comments of the format that ending names (lp or smt2), where automaton and the run
 * come from, as far as that is known. Where a file of another text has that name, -2, -3 and
 * so on is added; one that has this text already is left as it is. False with error set
 * (COUPLET_ERROR_SOLVER), naming the file or folder, when that fails. */
gboolean dump_write (CoupletContext *context, const CoupletAutomaton *automaton, const char *folder,
                     const char *problem, const char *ending, const char *text, GError **error);

G_END_DECLS

#endif
