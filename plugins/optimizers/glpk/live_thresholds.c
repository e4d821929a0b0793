/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "live_thresholds.h"

#include <couplet/graph.h>

static void
mark (LiveThresholds *live, GArray *waiting, guint32 state, guint32 threshold)
{
  guint8 *known = &live->live[(gsize)state * live->n_thresholds + threshold];
  guint32 item[2] = {state, threshold};
  if (*known == 0)
    g_array_append_vals (waiting, item, 2);
  *known = 1;
}

static gboolean
assigns (const CoupletAutomaton *a, guint32 transition, guint32 threshold)
{
  const CoupletAssignment *assignment = couplet_assignment_of (a, transition);
  for (guint32 i = 0; i < assignment->n_thresholds; i++)
    if (assignment->thresholds[i] == threshold)
      return TRUE;
  return FALSE;
}

static void
mark_readers (LiveThresholds *live, GArray *waiting, const CoupletAutomaton *a)
{
  for (guint32 t = 0; t < a->n_transitions; t++) {
    const CoupletGuard *guard = couplet_guard_of (a, t);
    for (guint32 i = 0; i < guard->n_literals; i++)
      mark (live, waiting, a->source[t], guard->literals[i].threshold);
  }
}

LiveThresholds *
live_thresholds_new (const CoupletAutomaton *a)
{
  LiveThresholds *live = g_new0 (LiveThresholds, 1);
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *row = NULL, *entering = NULL;
  live->n_thresholds = a->n_thresholds;
  live->live = g_malloc0_n (a->n_states, a->n_thresholds);
  couplet_entering_transitions (a, &row, &entering);
  mark_readers (live, waiting, a);
  while (waiting->len > 0) {
    guint32 state = g_array_index (waiting, guint32, waiting->len - 2);
    guint32 threshold = g_array_index (waiting, guint32, waiting->len - 1);
    g_array_set_size (waiting, waiting->len - 2);
    for (guint32 i = row[state]; i < row[state + 1]; i++)
      if (!assigns (a, entering[i], threshold))
        mark (live, waiting, a->source[entering[i]], threshold);
  }
  return live;
}

void
live_thresholds_free (LiveThresholds *live)
{
  if (live == NULL)
    return;
  g_free (live->live);
  g_free (live);
}
