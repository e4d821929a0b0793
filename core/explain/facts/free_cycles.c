/* SPDX-License-Identifier: Apache-2.0 */
#include "free_cycles.h"

#include <couplet/live.h>

CoupletComponents *
free_cycles (const CoupletAutomaton *automaton)
{
  CoupletComponents *components = couplet_components_new (automaton);
  if (automaton->n_thresholds == 1 && !automaton->compares_otherwise)
    return components;
  g_autoptr (CoupletLive) live = couplet_live_new (automaton, components);
  g_autofree guint8 *pays = couplet_paying_components (automaton, components, live);
  for (guint32 q = 0; q < automaton->n_states && pays != NULL; q++)
    if (components->component[q] != COUPLET_NONE && pays[components->component[q]] != 0)
      components->component[q] = COUPLET_NONE;
  return components;
}
