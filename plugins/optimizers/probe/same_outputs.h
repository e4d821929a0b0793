/* SPDX-License-Identifier: Apache-2.0 */
/* All paths of an automaton with the same outputs, where these do not tell the path. */
#ifndef COUPLET_SAME_OUTPUTS_H
#define COUPLET_SAME_OUTPUTS_H

#include <couplet/internal/automaton.h>

/* The paths from the initial state whose outputs are those of the path of n transitions, of which
 * the last one is not silent: each a GArray of transitions (guint32) that ends with the last
 * output. Real outputs are all taken to be the same. NULL when there are more than are followed.
 * The caller unrefs the array. */
GPtrArray *same_outputs_paths (const CoupletAutomaton *automaton, const guint32 *transitions,
                               guint n);

#endif
