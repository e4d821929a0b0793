/* SPDX-License-Identifier: Apache-2.0 */
#include "guard.h"

#include <couplet/internal/automaton.h>
#include <couplet/host/model.h>

static gboolean
cubes_oppose (const CoupletConjunction *a, const CoupletConjunction *b)
{
  guint32 i = 0, j = 0;
  while (i < a->n_literals && j < b->n_literals) {
    guint32 u = a->literals[i].threshold, v = b->literals[j].threshold;
    if (u == v && a->literals[i].comparison != b->literals[j].comparison)
      return TRUE;
    i += u <= v;
    j += v <= u;
  }
  return FALSE;
}

gboolean
guards_contradict (const CoupletGuard *a, const CoupletGuard *b)
{
  for (guint32 i = 0; i < a->n_alternatives; i++)
    for (guint32 j = 0; j < b->n_alternatives; j++)
      if (!cubes_oppose (&a->alternatives[i], &b->alternatives[j]))
        return FALSE;
  return TRUE;
}

guint32
couplet_guard_comparisons (const CoupletGuard *guard, guint32 threshold)
{
  for (guint32 i = 0; i < guard->n_literals; i++)
    if (guard->literals[i].threshold == threshold)
      return guard->literals[i].comparison;
  return 0;
}

char *
couplet_guard_to_string (const CoupletAutomaton *automaton, const CoupletGuard *guard)
{
  return couplet_guard_to_string_of (automaton, guard, "insample");
}

char *
couplet_guard_to_string_of (const CoupletAutomaton *automaton, const CoupletGuard *guard,
                            const char *sample)
{
  GString *text = g_string_new (NULL);
  for (guint32 i = 0; i < guard->n_alternatives; i++) {
    const CoupletConjunction *cube = &guard->alternatives[i];
    g_string_append (text, i > 0 ? " || " : "");
    for (guint32 j = 0; j < cube->n_literals; j++)
      g_string_append_printf (text, "%s%s %s %s", j > 0 ? " && " : "", sample,
                              cube->literals[j].comparison == COUPLET_LESS ? "<" : ">=",
                              automaton->thresholds[cube->literals[j].threshold]);
    if (cube->n_literals == 0)
      g_string_append (text, "true");
  }
  return g_string_free (text, FALSE);
}

gboolean
couplet_has_only_conjunctions (const CoupletAutomaton *automaton)
{
  for (guint32 t = 0; t < automaton->n_transitions; t++)
    if (automaton->reachable[automaton->source[t]] &&
        couplet_guard_of (automaton, t)->n_alternatives > 1)
      return FALSE;
  return TRUE;
}
