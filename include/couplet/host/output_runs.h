/* SPDX-License-Identifier: Apache-2.0 */
/* The runs that an entry of `outputs` is about (docs/formats.md, what single outputs cost). */
#ifndef COUPLET_HOST_OUTPUT_RUNS_H
#define COUPLET_HOST_OUTPUT_RUNS_H

#include <couplet/host/model.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

/* Takes an automaton of these runs, which is valid in the call only. */
typedef void (*CoupletRunsFunction) (const CoupletAutomaton *runs, gpointer data);

/* Calls function with the runs of automaton, which was read, that the entry with these members
 * `row`, `output` and `count` (-1 = null) is about. of_code: automaton is what code came to. FALSE
 * = there is no such entry, and function was not called. */
gboolean couplet_find_output_runs (const CoupletAutomaton *automaton, gboolean of_code,
                                   guint number, const char *output, gint64 count,
                                   CoupletRunsFunction function, gpointer data);

#pragma GCC visibility pop
G_END_DECLS

#endif
