/* SPDX-License-Identifier: Apache-2.0 */
/* A program that is run once: it reads its input, and what it prints until it ends is its answer.
 */
#ifndef COUPLET_CORE_PROGRAM_CALL_H
#define COUPLET_CORE_PROGRAM_CALL_H

#include <glib.h>

/* What the program that words start prints when it is given input; the caller frees it. NULL with
 * error set (SOLVER) when it cannot be started, does not end with 0, or prints too much. It is of
 * the caller's group of processes, by which it can be ended, and ends with the caller. */
GString *program_call (char **words, const GString *input, GError **error);

#endif
