/* SPDX-License-Identifier: Apache-2.0 */
#include "within.h"

#include <couplet/internal/graph.h>

#include <string.h>

static guint64 *
row_of (const CoupletLive *live, guint32 state)
{
  return &live->bits[(gsize)state * live->row_words];
}

static guint64
bit (guint32 threshold)
{
  return G_GUINT64_CONSTANT (1) << (threshold % 64);
}

/* Adds what transition, by comparisons of these kinds, makes live at its source. before has room
 * for a row. */
static gboolean
enliven (CoupletLive *live, const CoupletAutomaton *a, guint comparisons, guint32 transition,
         guint64 *before)
{
  const CoupletGuard *guard = couplet_guard_of (a, transition);
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  memcpy (before, row_of (live, a->target[transition]), live->row_words * sizeof *before);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    before[assignment->thresholds[i] / 64] &= ~bit (assignment->thresholds[i]);
  for (guint32 i = 0; i < guard->n_literals; i++)
    if ((guard->literals[i].comparison & comparisons) != 0)
      before[guard->literals[i].threshold / 64] |= bit (guard->literals[i].threshold);
  guint64 *own = row_of (live, a->source[transition]);
  gboolean changed = FALSE;
  for (guint32 w = 0; w < live->row_words; w++) {
    changed |= (before[w] & ~own[w]) != 0;
    own[w] |= before[w];
  }
  return changed;
}

/* FALSE when stopped. */
static gboolean
settle (CoupletLive *live, const CoupletAutomaton *automaton, const CoupletComponents *components,
        guint comparisons, guint64 *before, Pace *pace)
{
  for (guint32 c = 0; c < components->n_components; c++)
    for (gboolean changed = TRUE; changed;) {
      changed = FALSE;
      for (guint32 i = components->first[c + 1]; i-- > components->first[c];) {
        guint32 q = components->members[i];
        for (guint32 t = automaton->row[q]; t < automaton->row[q + 1]; t++)
          changed |= enliven (live, automaton, comparisons, t, before);
        if (pace_over (pace,
                       1 + (automaton->row[q + 1] - automaton->row[q]) * (guint64)live->row_words))
          return FALSE;
      }
    }
  return TRUE;
}

CoupletLive *
live_new_by (const CoupletAutomaton *automaton, const CoupletComponents *components,
             guint comparisons, Clock *clock)
{
  g_autoptr (CoupletLive) live = g_new (CoupletLive, 1);
  live->row_words = (automaton->n_thresholds + 63) / 64;
  live->bits = g_new0 (guint64, (gsize)automaton->n_states * live->row_words);
  g_autofree guint64 *before = g_new (guint64, live->row_words);
  Pace pace = {.clock = clock};
  return settle (live, automaton, components, comparisons, before, &pace) ? g_steal_pointer (&live)
                                                                          : NULL;
}

CoupletLive *
couplet_live_new (const CoupletAutomaton *automaton, const CoupletComponents *components)
{
  return live_new_by (automaton, components, COUPLET_LESS | COUPLET_GREATER_EQUAL, NULL);
}

void
couplet_live_free (CoupletLive *live)
{
  if (live == NULL)
    return;
  g_free (live->bits);
  g_free (live);
}

static gboolean
assigns_live (const CoupletAutomaton *a, const CoupletLive *live, guint32 transition)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (couplet_is_live (live, a->target[transition], assignment->thresholds[i]))
      return TRUE;
  return FALSE;
}

guint8 *
couplet_paying_components (const CoupletAutomaton *automaton, const CoupletComponents *components,
                           const CoupletLive *live)
{
  gboolean any = FALSE;
  if (automaton->n_thresholds == 1 && !automaton->compares_otherwise)
    return NULL;
  g_autofree guint8 *pays = g_new0 (guint8, components->n_components);
  for (guint32 t = 0; t < automaton->n_transitions; t++) {
    guint32 c = components->component[automaton->source[t]];
    if (c != COUPLET_NONE && automaton->assignment[t] != 0 && !pays[c] &&
        couplet_on_cycle (automaton, components, t) && assigns_live (automaton, live, t))
      any = pays[c] = TRUE;
  }
  return any ? g_steal_pointer (&pays) : NULL;
}

CoupletComponents *
couplet_free_cycles (const CoupletAutomaton *automaton)
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
