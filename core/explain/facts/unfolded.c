/* SPDX-License-Identifier: Apache-2.0 */
#include "unfolded.h"

const char *
state_name (const CoupletAutomaton *automaton, guint32 state)
{
  if (automaton->folded == NULL)
    return automaton->states[state].name;
  return automaton->folded->states[automaton->folded_state[state]].name;
}

const CoupletAutomaton *
input_automaton (const CoupletAutomaton *automaton)
{
  return automaton->folded != NULL ? automaton->folded : automaton;
}

gboolean
is_kept (const CoupletAutomaton *a, guint32 state, guint32 transition)
{
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++)
    if (a->folded_transition[t] == transition)
      return TRUE;
  return FALSE;
}
