/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

/* Appends a shortest walk from one state to another. assignments: it may assign. */
static gboolean
find_walk (const CoupletAutomaton *a, guint32 from, guint32 to, gboolean assignments, GArray *walk)
{
  g_autofree guint32 *via = g_new (guint32, a->n_states);
  g_autofree guint32 *queue = g_new (guint32, a->n_states);
  guint32 begin = 0, end = 0;
  for (guint32 q = 0; q < a->n_states; q++)
    via[q] = COUPLET_NONE;
  queue[end++] = from;
  while (begin < end && queue[begin] != to) {
    guint32 q = queue[begin++];
    for (guint32 t = a->row[q]; t < a->row[q + 1]; t++) {
      guint32 target = a->target[t];
      if (target == from || via[target] != COUPLET_NONE || (!assignments && a->assignment[t] != 0))
        continue;
      via[target] = t;
      queue[end++] = target;
    }
  }
  if (begin == end)
    return FALSE;
  guint first = walk->len;
  for (guint32 q = to; q != from; q = a->source[via[q]])
    g_array_insert_val (walk, first, via[q]);
  return TRUE;
}

gboolean
shortest_walk (const CoupletAutomaton *automaton, guint32 from, guint32 to, GArray *walk)
{
  return find_walk (automaton, from, to, FALSE, walk) ||
         find_walk (automaton, from, to, TRUE, walk);
}

GArray *
loop_through (const CoupletAutomaton *automaton, guint32 transition)
{
  GArray *loop = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (loop, transition);
  shortest_walk (automaton, automaton->target[transition], automaton->source[transition], loop);
  return loop;
}
