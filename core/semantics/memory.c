/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"

#include "within.h"

gboolean
memory_matters (const CoupletAutomaton *automaton)
{
  if (automaton->adjacency != COUPLET_ADJACENT_ANY)
    return TRUE;
  for (guint32 q = 0; q < automaton->n_states; q++)
    if (automaton->states[q].input == COUPLET_AGAIN)
      return TRUE;
  return FALSE;
}

/* A state recalls when it reads again, or when it is not private and leads to one that
 * recalls. */
void
memory_rules_init (MemoryRules *rules, const CoupletAutomaton *automaton)
{
  const CoupletAutomaton *a = automaton;
  g_autofree guint8 *private = g_new0 (guint8, MAX (a->n_states, 1));
  *rules = (MemoryRules){a, g_new0 (guint8, MAX (a->n_states, 1))};
  for (guint32 q = 0; q < a->n_states; q++) {
    private[q] = a->states[q].input == COUPLET_PRIVATE;
    rules->recalls[q] = a->states[q].input == COUPLET_AGAIN;
  }
  mark_sources (a->n_states, a->row, a->target, private, rules->recalls);
}

void
memory_rules_clear (MemoryRules *rules)
{
  g_clear_pointer (&rules->recalls, g_free);
}

CoupletMemory
memory_start (void)
{
  return (CoupletMemory){.last = COUPLET_NOT_REMEMBERED};
}

CoupletShifts
memory_differences (const MemoryRules *rules, guint32 state, CoupletMemory memory)
{
  CoupletShifts none = couplet_shift (0);
  CoupletAdjacency adjacency = rules->automaton->adjacency;
  CoupletInput input = rules->automaton->states[state].input;
  if (input == COUPLET_PUBLIC)
    return none;
  if (input == COUPLET_AGAIN)
    return couplet_shift (memory.last);
  if (adjacency == COUPLET_ADJACENT_ANY)
    return couplet_shift (-1) | couplet_shift (1);
  if (memory.change == 0)
    return COUPLET_ALL_SHIFTS;
  return adjacency == COUPLET_ADJACENT_ONE ? none : none | couplet_shift (memory.change);
}

CoupletMemory
memory_after (const MemoryRules *rules, guint32 state, CoupletMemory memory, int difference,
              guint32 target)
{
  CoupletAdjacency adjacency = rules->automaton->adjacency;
  if (rules->automaton->states[state].input == COUPLET_PRIVATE) {
    memory.last = (gint8)difference;
    if (difference != 0 && adjacency != COUPLET_ADJACENT_ANY)
      memory.change = (gint8)(adjacency == COUPLET_ADJACENT_ONE ? 1 : difference);
  }
  if (rules->recalls[target] == 0)
    memory.last = COUPLET_NOT_REMEMBERED;
  return memory;
}

guint
memory_code (CoupletMemory memory)
{
  return (guint)(memory.last + 1) * 4 + (guint)(memory.change + 1);
}

CoupletMemory
memory_of_code (guint code)
{
  return (CoupletMemory){.change = (gint8)((int)(code % 4) - 1),
                         .last = (gint8)((int)(code / 4) - 1)};
}
