/* SPDX-License-Identifier: Apache-2.0 */
#include "cluster_relations.h"

/* Of the clock's pace. */
#define STEPS_PER_STATE 64

/* Per state what all walks to it say, and whether it is to be followed. */
typedef struct {
  const ClusterRelations *relations;
  guint64 *at;
  guint64 *work;
  GQueue *pending; /* states, as pointers */
  gboolean *waits;
} Merging;

static guint64 *
merged_at (const Merging *merging, guint32 state)
{
  return merging->at + (gsize)state * relation_size (merging->relations->shape);
}

static void
push (Merging *merging, guint32 state)
{
  if (!merging->waits[state])
    g_queue_push_tail (merging->pending, GUINT_TO_POINTER (state));
  merging->waits[state] = TRUE;
}

/* FALSE when the conditions contradict each other. */
static gboolean
merge_by (Merging *merging, guint32 transition, int difference)
{
  const ClusterRelations *relations = merging->relations;
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  guint32 target = a->target[transition];
  gboolean restricts;
  if (!cluster_take (relations, merged_at (merging, a->source[transition]), transition, difference,
                     merging->work, &restricts))
    return FALSE;
  if (cluster_is_idle (relations, target) ||
      !relation_join (relations->shape, merged_at (merging, target), merging->work))
    return TRUE;
  push (merging, target);
  return !relation_is_empty (relations->shape, merged_at (merging, target));
}

static gboolean
merge_all (Merging *merging, guint32 state)
{
  const CoupletAutomaton *a = couplet_moves_automaton (merging->relations->moves);
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = cluster_differences (merging->relations, t, differences);
    for (guint32 i = 0; i < n; i++)
      if (!merge_by (merging, t, differences[i]))
        return FALSE;
  }
  return TRUE;
}

/* Every state begins with nothing known, and is looked at once at least. */
static gboolean
merge (Merging *merging, CoupletContext *context)
{
  const ClusterRelations *relations = merging->relations;
  const CoupletAutomaton *a = couplet_moves_automaton (relations->moves);
  CoupletPace pace = {.context = context};
  for (guint32 state = 0; state < a->n_states; state++) {
    relation_clear (relations->shape, merged_at (merging, state));
    if (a->reachable[state])
      push (merging, state);
  }
  while (!g_queue_is_empty (merging->pending)) {
    guint32 state = GPOINTER_TO_UINT (g_queue_pop_head (merging->pending));
    merging->waits[state] = FALSE;
    if (couplet_pace_over (&pace, STEPS_PER_STATE) || !merge_all (merging, state))
      return FALSE;
  }
  return TRUE;
}

gboolean
merged_walks_are_harmless (const ClusterRelations *relations, CoupletContext *context,
                           gsize most_bytes)
{
  gsize size = relation_size (relations->shape);
  guint32 n = couplet_moves_automaton (relations->moves)->n_states;
  if (size > most_bytes / sizeof (guint64) / n)
    return FALSE;
  g_autofree guint64 *at = g_new (guint64, size * n);
  g_autofree guint64 *work = g_new (guint64, size);
  g_autofree gboolean *waits = g_new0 (gboolean, n);
  Merging merging = {relations, at, work, g_queue_new (), waits};
  gboolean harmless = merge (&merging, context);
  g_queue_free (merging.pending);
  return harmless;
}
