/* SPDX-License-Identifier: Apache-2.0 */
#include "loops.h"

#include <couplet/internal/walk_search.h>

gboolean
shortest_walk (const CoupletAutomaton *automaton, guint32 from, guint32 to, GArray *walk)
{
  CoupletPace pace = {.context = NULL};
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CoupletWalkStep));
  if (!couplet_shortest_walk (automaton, from, to, FALSE, &pace, steps) &&
      !couplet_shortest_walk (automaton, from, to, TRUE, &pace, steps))
    return FALSE;
  for (guint i = 0; i < steps->len; i++)
    g_array_append_val (walk, g_array_index (steps, CoupletWalkStep, i).transition);
  return TRUE;
}

GArray *
loop_through (const CoupletAutomaton *automaton, guint32 transition)
{
  GArray *loop = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (loop, transition);
  shortest_walk (automaton, automaton->target[transition], automaton->source[transition], loop);
  return loop;
}
