/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of an automaton named by a person.
 *
 * A path is a list of items, separated by commas, from the initial state on:
 *   OUTPUT       the transition that outputs this
 *   ->STATE      the transition that leads there
 *   OUTPUT->STATE   both
 *   #N           the N-th transition that leaves, from 1
 *   STATE        like ->STATE, where no output is called so
 * and an item followed by *K is taken K times. A transition is FROM,N or
 * FROM->TO, where an output after another comma chooses among several.
 */
#ifndef COUPLET_EXPLAIN_PATH_CHOICE_H
#define COUPLET_EXPLAIN_PATH_CHOICE_H

#include <couplet/internal/graph.h>

/* The transitions (guint32) of the path that text names, at least one; NULL with
 * error set (USAGE), naming the item, the state and what leaves it. The caller
 * frees the array. */
GArray *path_choose (const CoupletAutomaton *automaton, const char *text, GError **error);

/* The state called name; NONE with error set (USAGE), naming the nearest. */
guint32 state_choose (const CoupletAutomaton *automaton, const char *name, GError **error);

/* The transition that text names; NONE with error set (USAGE). */
guint32 transition_choose (const CoupletAutomaton *automaton, const char *text, GError **error);

#endif
