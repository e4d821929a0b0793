/* SPDX-License-Identifier: Apache-2.0 */
/* Walks of an automaton from its initial state, all that are asked for. */
#ifndef COUPLET_WALKS_H
#define COUPLET_WALKS_H

#include <couplet/internal/automaton.h>

/* The output that an onlooker sees; COUPLET_NONE = a real number. */
guint32 walk_letter (const CoupletAutomaton *automaton, guint32 transition);

/* The walks (GArray of guint32, transitions) that output what the walk of n transitions does, whose
 * last one is not silent. NULL when they are too many or too long. The caller frees the array. */
GPtrArray *walks_with_outputs (const CoupletAutomaton *automaton, const guint32 *transitions,
                               guint n);

/* The walks that end where nothing follows, or where a further answer than n_answers would be
 * read. */
GPtrArray *walks_of_answers (const CoupletAutomaton *automaton, guint n_answers);

#endif
