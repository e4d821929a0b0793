/* SPDX-License-Identifier: Apache-2.0 */
/* Automata from programs of the mechanism language, and what they are in words. */
#ifndef COUPLET_TESTS_SVT_TEXT_H
#define COUPLET_TESTS_SVT_TEXT_H

#include <couplet/internal/plugin.h>

/* The automaton of a program, read from a copy of exactly that size; NULL when
 * diagnostics has errors. parameters: CoupletParameter, may be NULL. The caller
 * frees it. */
CoupletAutomaton *read_svt (const char *text, gsize length, GArray *parameters,
                            CoupletDiagnostics *diagnostics);

/* The parameters in the comments `# -D NAME=VALUE` of text, whose strings belong
 * to kept. The caller frees both. */
GArray *parameters_in_comments (const char *text, GPtrArray *kept);

/* A line for each state and transition. States are called by their names, or
 * by their numbers when named is FALSE: then places do not matter. The caller
 * frees it. */
char *describe_automaton (const CoupletAutomaton *automaton, gboolean named);

/* A line `LINE:COLUMN: error: MESSAGE` for each. The caller frees it. */
char *describe_diagnostics (const CoupletDiagnostics *diagnostics);

/* text laid out anew; NULL with errors in diagnostics. The caller frees it. */
char *format_svt (const char *text, gsize length, CoupletDiagnostics *diagnostics);

#endif
