/* SPDX-License-Identifier: Apache-2.0 */
#include "contradicting_walk.h"

#include <string.h>

/* The transitions of a shortest walk from the initial state to state, which can be reached, in
 * reverse. The caller frees it. */
static GArray *
way_back_from (const CoupletAutomaton *a, guint32 state)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *by = g_new (guint32, a->n_states); /* the transition it was reached by */
  g_autofree guint32 *queue = g_new (guint32, a->n_states);
  guint32 n = 1;
  memset (by, 0xff, a->n_states * sizeof *by); /* COUPLET_NONE */
  queue[0] = a->initial;
  for (guint32 i = 0; i < n && queue[i] != state; i++)
    for (guint32 t = a->row[queue[i]]; t < a->row[queue[i] + 1]; t++)
      if (a->target[t] != a->initial && by[a->target[t]] == COUPLET_NONE) {
        by[a->target[t]] = t;
        queue[n++] = a->target[t];
      }
  for (guint32 at = state; at != a->initial; at = a->source[by[at]])
    g_array_append_val (way, by[at]);
  return way;
}

CoupletEvidence *
contradicting_walk_new (const CoupletAutomaton *automaton, const WalkClasses *classes)
{
  CoupletEvidence *evidence = couplet_evidence_new (COUPLET_EVIDENCE_VIOLATION, automaton);
  const WalkStep *walk = (const WalkStep *)(gconstpointer)classes->walk->data;
  g_autoptr (GArray) way = way_back_from (automaton, automaton->source[walk[0].transition]);
  for (guint i = way->len; i-- > 0;) {
    guint32 transition = g_array_index (way, guint32, i);
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    couplet_differences (automaton, transition, differences);
    couplet_evidence_add_step (evidence,
                               (CoupletWalkStep){transition, differences[0], COUPLET_SHIFT_UNUSED});
  }
  for (guint i = 0; i < classes->walk->len; i++)
    couplet_evidence_add_step (
        evidence, (CoupletWalkStep){walk[i].transition, walk[i].difference, COUPLET_SHIFT_UNUSED});
  return evidence;
}
