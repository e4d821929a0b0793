/* SPDX-License-Identifier: Apache-2.0 */
/* What the steps from collected texts to indices share. Every distinct number, noise, guard,
 * output and assignment is read once, however many states and transitions have it. */
#ifndef COUPLET_CORE_RESOLVER_H
#define COUPLET_CORE_RESOLVER_H

#include "automaton.h"
#include "collected.h"

/* Among more names than this, none is suggested for an unknown one. */
#define MAX_SEARCHED_NAMES 2000

/* What a text stands for: an index, or nothing usable. */
typedef struct {
  guint32 index;       /* COUPLET_NONE: see messages; NEVER: a guard that cannot hold */
  GPtrArray *messages; /* char *: what is wrong with the text, NULL = nothing */
} Meaning;

#define NEVER (COUPLET_NONE - 1)

typedef struct {
  CoupletBuilder *builder;
  OwnedAutomaton *owned;
  CoupletArena *scratch;                    /* of number_keys and number_texts */
  Names *number_keys;                       /* lowest terms; the index is that of the number */
  GArray *numbers;                          /* CoupletRational */
  Names *number_texts;                      /* as they were written */
  GArray *number_of_text;                   /* guint32: the index in numbers */
  GArray *guards;                           /* CoupletGuard */
  GHashTable *gap_guards;                   /* guard and threshold of a gap -> guard */
  Meaning *noise, *guard, *output, *assign; /* per text of the builder */
} Resolver;

void resolver_init (Resolver *resolver, CoupletBuilder *builder, OwnedAutomaton *owned);
void resolver_clear (Resolver *resolver);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Resolver, resolver_clear)

/* Gives the numbers to the automaton; called once, when all texts have been read. */
void resolver_hand_over_numbers (Resolver *resolver);

gboolean resolver_is_shared (const Resolver *resolver);
guint32 resolver_n_thresholds (const Resolver *resolver);

/* A message about name, which is not among known; the caller frees it. */
char *resolver_unknown_name (const char *what, CoupletText name, const Names *known);

/* The elements of array, copied to the automaton's arena; their number to *n. */
gpointer resolver_keep_array (Resolver *resolver, GArray *array, guint32 *n);

/* Takes over message, if it is not NULL, as a fault of the text; the same words only once. */
void meaning_take_fault (Meaning *meaning, char *message);

#endif
