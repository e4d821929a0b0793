/* SPDX-License-Identifier: Apache-2.0 */
/* What a person calls the states in which runs end, and the symbols that are output. */
#ifndef COUPLET_CORE_END_WORDS_H
#define COUPLET_CORE_END_WORDS_H

#include <couplet/internal/automaton.h>

/* Who named the states of an automaton. */
typedef enum {
  NAMED_BY_AUTHOR,  /* whoever wrote the automaton */
  NAMED_BY_PROGRAM, /* the reader of a program, by its lines */
  NAMED_BY_CODE,    /* the reader of code, by its lines */
  NAMED_BY_NOBODY   /* no state stands for a line of the code */
} Naming;

/* of_code: automaton is what code came to. */
Naming naming_of (const CoupletAutomaton *automaton, gboolean of_code);

/* What the author of automaton's source calls state, an end of runs: its name, or the lines after
 * which runs end there, `line 7 or line 9`. NULL = nothing that the author wrote stands for it. The
 * caller frees it. */
char *end_in_words (const CoupletAutomaton *automaton, Naming naming, guint32 state);

/* Whether the author's text outputs the symbol output, and no step is called so that the reader put
 * in. */
gboolean is_authors_output (const CoupletAutomaton *automaton, Naming naming, guint32 output);

#endif
