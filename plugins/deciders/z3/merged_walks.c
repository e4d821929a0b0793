/* SPDX-License-Identifier: Apache-2.0 */
#include "merged_walks.h"

#include <string.h>

typedef struct {
  const ClusterView *view;
  guint64 *relations; /* per state: what the walks seen so far say */
  guint64 *work;
  GQueue *pending; /* states, as pointers */
  gboolean *waits; /* per state: it is pending */
} Merging;

static guint64 *
relation_at (const Merging *m, guint32 state)
{
  return m->relations + (gsize)state * relation_size (m->view->shape);
}

static void
push (Merging *m, guint32 state)
{
  if (!m->waits[state])
    g_queue_push_tail (m->pending, GUINT_TO_POINTER (state));
  m->waits[state] = TRUE;
}

/* FALSE when the conditions contradict each other. */
static gboolean
take (Merging *m, guint32 transition, int difference)
{
  const ClusterView *view = m->view;
  const CoupletAutomaton *a = view->clusters->automaton;
  guint32 target = a->target[transition];
  if (cluster_step (view, relation_at (m, a->source[transition]), transition, difference,
                    m->work) == STEP_IMPOSSIBLE)
    return FALSE;
  if (cluster_is_idle (view, target) ||
      !relation_join (view->shape, relation_at (m, target), m->work))
    return TRUE;
  push (m, target);
  return !relation_is_empty (view->shape, relation_at (m, target));
}

static gboolean
take_all (Merging *m, guint32 state)
{
  const CoupletAutomaton *a = m->view->clusters->automaton;
  for (guint32 t = a->row[state]; t < a->row[state + 1]; t++) {
    gint8 differences[COUPLET_MOST_DIFFERENCES];
    guint32 n = cluster_differences (m->view, t, differences);
    for (guint32 i = 0; i < n; i++)
      if (!take (m, t, differences[i]))
        return FALSE;
  }
  return TRUE;
}

/* Every state begins with nothing known, and is looked at once at least. */
static gboolean
merge (Merging *m, CoupletContext *context)
{
  const CoupletAutomaton *a = m->view->clusters->automaton;
  for (guint32 state = 0; state < a->n_states; state++) {
    relation_clear (m->view->shape, relation_at (m, state));
    if (a->reachable[state])
      push (m, state);
  }
  while (!g_queue_is_empty (m->pending)) {
    guint32 state = GPOINTER_TO_UINT (g_queue_pop_head (m->pending));
    m->waits[state] = FALSE;
    if (couplet_context_should_stop (context) || !take_all (m, state))
      return FALSE;
  }
  return TRUE;
}

gboolean
merged_walks_are_harmless (CoupletContext *context, const ClusterView *view, gsize most_bytes)
{
  gsize size = relation_size (view->shape);
  guint32 n = view->clusters->automaton->n_states;
  if (size > most_bytes / sizeof (guint64) / n)
    return FALSE;
  g_autofree guint64 *relations = g_new (guint64, size * n);
  g_autofree guint64 *work = g_new (guint64, size);
  g_autofree gboolean *waits = g_new0 (gboolean, n);
  Merging m = {view, relations, work, g_queue_new (), waits};
  gboolean harmless = merge (&m, context);
  g_queue_free (m.pending);
  return harmless;
}
